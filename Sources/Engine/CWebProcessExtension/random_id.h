// Ids that no page can guess.
#ifndef SWWEBVIEW_RANDOM_ID_H
#define SWWEBVIEW_RANDOM_ID_H

#include <glib.h>

// 128 bits in hex, and the end of the string.
typedef struct {
  char text[33];
} RandomId;

// Makes an id. False where the kernel has no random numbers.
gboolean random_id_make(RandomId *id);

#endif
