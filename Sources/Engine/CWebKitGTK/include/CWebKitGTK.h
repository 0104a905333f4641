// The shim between Swift and WebKitGTK.
//
// Swift cannot subclass a GObject, connect a C callback with an inspectable context to a signal, or see GLib's macros,
// so that part is C. The header speaks plain C: scalars, opaque structs, callbacks that carry a `void *context`.
//
// Threads: every function is for the main thread, which is also the GTK thread, unless its comment says otherwise;
// every callback arrives there. Strings handed to a callback live until it returns. Strings handed to a function are
// copied.
#ifndef CWEBKITGTK_H
#define CWEBKITGTK_H

#include "cwk_base.h"
#include "messages.h"
#include "cwk_loop.h"
#include "cwk_display.h"
#include "cwk_value.h"
#include "cwk_context.h"
#include "cwk_download.h"
#include "cwk_extension.h"
#include "cwk_socket.h"
#include "cwk_scheme.h"
#include "cwk_process.h"
#include "cwk_view.h"
#include "cwk_navigation.h"
#include "cwk_asking_frame.h"
#include "cwk_dialog.h"
#include "cwk_chooser.h"
#include "cwk_user_content.h"
#include "cwk_script.h"
#include "cwk_picture.h"
#include "cwk_print.h"
#include "cwk_automation.h"
#include "cwk_appearance.h"
#include "cwk_resources.h"
#include "cwk_input.h"
#include "cwk_frames.h"
#include "cwk_window.h"
#include "cwk_menu.h"
#include "cwk_cookies.h"
#include "cwk_data.h"
#include "cwk_clipboard.h"
#include "cwk_filters.h"
#include "cwk_find.h"
#include "cwk_inspector.h"
#include "cwk_state.h"
#include "cwk_media.h"
#include "cwk_archive.h"
#include "interception_proxy.h"
#include "javascript_engine.h"
#include "picture_comparison.h"

#endif
