// Debian's WebKitGTK, found by webkitgtk.pc. Its headers and libraries reach the C targets through this target; its
// types go no further, so nothing is included here.
