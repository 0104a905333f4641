#include "random_id.h"
#include <stdio.h>
#include <sys/random.h>

gboolean random_id_make(RandomId *id) {
  unsigned char bytes[(sizeof id->text - 1) / 2];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
    return FALSE;
  for (size_t i = 0; i < sizeof bytes; i++)
    snprintf(id->text + 2 * i, 3, "%02x", bytes[i]);
  return TRUE;
}
