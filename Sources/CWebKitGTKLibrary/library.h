// Debian's WebKitGTK, found by pkg-config. Its compiler flags and libraries reach CWebKitGTK through this target; its
// types go no further, so nothing is included here.
