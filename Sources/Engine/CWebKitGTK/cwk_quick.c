#include "cwk_private.h"
#include <sys/poll.h>

enum { MOST = 64 };

typedef struct {
  void (*ready)(void *context);
  void *context;
} Quick;

static struct pollfd descriptors[MOST];
static Quick quicks[MOST];
static unsigned count;
// Changes with every addition and removal.
static unsigned generation;

void cwk_quick_add(int descriptor, void (*ready)(void *context), void *context) {
  if (count == MOST)
    return;
  descriptors[count] = (struct pollfd){descriptor, POLLIN, 0};
  quicks[count++] = (Quick){ready, context};
  generation++;
}

void cwk_quick_remove(int descriptor, const void *context) {
  for (unsigned i = 0; i < count; i++) {
    // The number alone may be another's by now.
    if (descriptors[i].fd != descriptor || quicks[i].context != context)
      continue;
    count--;
    descriptors[i] = descriptors[count];
    quicks[i] = quicks[count];
    generation++;
    return;
  }
}

bool cwk_quick_serve(void) {
  if (poll(descriptors, count, 0) <= 0)
    return false;
  unsigned before = generation;
  // The called function may add and remove descriptors. Then the remaining ones are served the next time.
  for (unsigned i = 0; i < count && generation == before; i++)
    if (descriptors[i].revents)
      quicks[i].ready(quicks[i].context);
  return true;
}
