// The loads of media elements: which address the host gets for the one that WebKit's source asks for, and who asks.
#ifndef SWWEBVIEW_MEDIA_LOADS_H
#define SWWEBVIEW_MEDIA_LOADS_H

#include <glib-object.h>

typedef struct {
  // The address without fragment, as the page has it, and the https address that stands for it, with an id that no page
  // can guess.
  char *address, *stand_in;
  // The facts about its requests, and the origin of the document that asks; NULL where it is not known.
  char *mark, *origin;
  // The living source elements.
  gint sources;
  gboolean has_source, has_request;
} MediaLoad;

// Records a load. NULL where the kernel has no random numbers.
MediaLoad *media_loads_add(const char *uri, const char *mark, const char *origin);

// Returns the load that a new source element for `uri` belongs to; NULL for none. The load lives as long as the source.
MediaLoad *media_loads_claim(const char *uri, GObject *source);

// Returns the load with a stand-in; NULL for none.
MediaLoad *media_loads_find(const char *stand_in);

#endif
