// xhr
