#include "pending_navigations.h"
#include "destination.h"
#include "documents.h"
#include "links.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// The spellings of a weight: 0.9, 0.90 and 0.900. RFC 9110, 12.4.2.
enum { SPELLINGS = 3, MARKS = SPELLINGS * SPELLINGS, MOST_PENDING = MARKS - 1 };

typedef struct {
  char *uri;
  GWeakRef source, target;
  // The id of the target's frame; 0 where it is not known.
  guint64 frame;
  gboolean is_subframe, is_sent;
  int mark;
} Pending;

static GQuark pending_quark(void) { return g_quark_from_static_string("swwebview-pending-navigations"); }

static void free_pending(gpointer data) {
  Pending *self = data;
  g_weak_ref_clear(&self->source);
  g_weak_ref_clear(&self->target);
  g_free(self->uri);
  g_free(self);
}

static void free_queue(gpointer data) { g_queue_free_full(data, free_pending); }

// The page's navigations, the oldest first.
static GQueue *queue_of(WebKitWebPage *page) {
  GQueue *queue = g_object_get_qdata(G_OBJECT(page), pending_quark());
  if (!queue) {
    queue = g_queue_new();
    g_object_set_qdata_full(G_OBJECT(page), pending_quark(), queue, free_queue);
  }
  return queue;
}

// Forgets the entry of a navigation that was refused, and is asked about again.
static void forget_unsent(GQueue *queue, const char *uri, WebKitDOMDocument *document) {
  for (GList *item = queue->head, *next; item; item = next) {
    next = item->next;
    Pending *self = item->data;
    g_autoptr(GObject) target = g_weak_ref_get(&self->target);
    if (self->is_sent || target != (GObject *)document || strcmp(self->uri, uri) != 0)
      continue;
    free_pending(self);
    g_queue_delete_link(queue, item);
  }
}

void pending_navigations_note(WebKitWebPage *page, const Navigation *navigation, const NavigatedFrame *found) {
  forget_unsent(queue_of(page), navigation->uri, found->target);
  WebKitFrame *frame = found->target        ? documents_frame_of(page, found->target)
                       : found->is_subframe ? NULL
                                            : webkit_web_page_get_main_frame(page);
  Pending *self = g_new0(Pending, 1);
  self->uri = g_strdup(navigation->uri);
  g_weak_ref_init(&self->source, found->source);
  g_weak_ref_init(&self->target, found->target);
  self->frame = frame ? webkit_frame_get_id(frame) : 0;
  self->is_subframe = found->is_subframe;
  GQueue *queue = queue_of(page);
  g_queue_push_tail(queue, self);
  if (g_queue_get_length(queue) > MOST_PENDING)
    free_pending(g_queue_pop_head(queue));
}

// MARK: Marks

static int mark_in(const char *accept) {
  int mark = 0, weight = 1;
  for (const char *at = strstr(accept, ";q=0."); at; at = strstr(at + 1, ";q=0.")) {
    int zeros = (int)strspn(at + strlen(";q=0.") + 1, "0");
    mark += weight * MIN(zeros, SPELLINGS - 1);
    weight *= SPELLINGS;
  }
  return mark;
}

static void set_mark(SoupMessageHeaders *headers, int mark) {
  const char *accept = soup_message_headers_get_one(headers, "Accept");
  g_autoptr(GString) marked = g_string_new(NULL);
  while (accept && *accept) {
    const char *weight = strstr(accept, ";q=0.");
    gssize length = weight ? weight + strlen(";q=0.") + 1 - accept : (gssize)strlen(accept);
    g_string_append_len(marked, accept, length);
    for (int zeros = weight ? mark % SPELLINGS : 0; zeros > 0; zeros--)
      g_string_append_c(marked, '0');
    mark /= weight ? SPELLINGS : 1;
    accept += length;
  }
  soup_message_headers_replace(headers, "Accept", marked->str);
}

static gboolean is_used(GQueue *queue, int mark) {
  for (GList *item = queue->head; item; item = item->next) {
    const Pending *other = item->data;
    if (other->is_sent && other->mark == mark)
      return TRUE;
  }
  return FALSE;
}

static Pending *find_unsent(GQueue *queue, const char *uri) {
  for (GList *item = queue->head; item; item = item->next) {
    Pending *self = item->data;
    if (!self->is_sent && is_same_address(self->uri, uri))
      return self;
  }
  return NULL;
}

void pending_navigations_mark(WebKitWebPage *page, WebKitURIRequest *request) {
  SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
  if (!headers || request_kind(headers) != REQUEST_DOCUMENT)
    return;
  GQueue *queue = queue_of(page);
  Pending *self = find_unsent(queue, webkit_uri_request_get_uri(request));
  if (!self)
    return;
  while (self->is_subframe && is_used(queue, self->mark))
    self->mark++;
  self->is_sent = TRUE;
  if (self->mark)
    set_mark(headers, self->mark);
}

// MARK: Redirects

static gboolean fits(const Pending *self, const Navigation *navigation) {
  gboolean is_subframe = strcmp(navigation->destination, "document") != 0;
  return !*navigation->destination || self->is_subframe == is_subframe;
}

gboolean pending_navigations_find(WebKitWebPage *page, const Navigation *navigation, NavigatedFrame *found) {
  GQueue *queue = queue_of(page);
  int mark = mark_in(navigation->accept);
  Pending *best = NULL;
  for (GList *item = queue->tail; item; item = item->prev) {
    Pending *self = item->data;
    gboolean is_marked = self->is_sent && self->mark == mark;
    if (!fits(self, navigation) || (best && !is_marked))
      continue;
    best = self;
    if (is_marked)
      break;
  }
  if (!best)
    return FALSE;
  g_autoptr(WebKitDOMDocument) source = g_weak_ref_get(&best->source);
  g_autoptr(WebKitDOMDocument) target = g_weak_ref_get(&best->target);
  *found = (NavigatedFrame){source, target, best->is_subframe, NULL, NULL};
  return TRUE;
}

gboolean pending_navigations_replace(WebKitWebPage *page, WebKitDOMDocument *document, const char *uri) {
  for (GList *item = queue_of(page)->head; item; item = item->next) {
    Pending *self = item->data;
    g_autoptr(GObject) target = g_weak_ref_get(&self->target);
    if (target && target == (GObject *)document && is_same_address(self->uri, uri))
      return TRUE;
  }
  return FALSE;
}

// Returns whether a navigation is over when a frame has a new document. With the page's document all others are gone.
static gboolean is_over(Pending *self, WebKitFrame *frame, WebKitDOMDocument *document) {
  g_autoptr(GObject) target = g_weak_ref_get(&self->target), source = g_weak_ref_get(&self->source);
  if (target == (GObject *)document)
    return FALSE;
  return webkit_frame_is_main_frame(frame) ? source != (GObject *)document : self->frame == webkit_frame_get_id(frame);
}

void pending_navigations_end(WebKitWebPage *page, WebKitFrame *frame, WebKitDOMDocument *document) {
  GQueue *queue = queue_of(page);
  for (GList *item = queue->head, *next; item; item = next) {
    next = item->next;
    if (!is_over(item->data, frame, document))
      continue;
    free_pending(item->data);
    g_queue_delete_link(queue, item);
  }
}
