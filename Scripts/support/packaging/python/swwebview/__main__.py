from swwebview import main

main()
