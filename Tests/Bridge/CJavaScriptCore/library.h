// The JavaScript engine that Debian's WebKitGTK runs pages with, for tests that need no page.
#include <jsc/jsc.h>
