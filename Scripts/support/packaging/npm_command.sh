#!/bin/sh
# Starts the command of the package for this platform, which npm, pnpm and yarn install beside this one.
case "$(uname -s)-$(uname -m)" in
Linux-x86_64) platform=linux-x64 ;;
Linux-aarch64) platform=linux-arm64 ;;
*)
    echo "swwebview: it runs on Linux, on x86-64 and arm64. Elsewhere, run it in a container or a virtual machine." >&2
    exit 3
    ;;
esac
# As Node resolves packages: node_modules of each folder above.
folder=$(dirname "$(readlink -f "$0")")
until [ -x "$folder/node_modules/swwebview-$platform/bin/swwebview" ]; do
    if [ "$folder" = / ]; then
        echo "swwebview: the package swwebview-$platform is not installed. Install again without --omit=optional." >&2
        exit 3
    fi
    folder=$(dirname "$folder")
done
exec "$folder/node_modules/swwebview-$platform/bin/swwebview" "$@"
