// WebKitGTK's side of the web process, found by pkg-config. Its flags reach CWebProcessExtension through this target.
