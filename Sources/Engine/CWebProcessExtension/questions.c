#include "questions.h"
#include "channel.h"
#include "documents.h"
#include "identity.h"
#include "socket.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

enum {
  // A host that says nothing for so long is stopped, or has gone.
  PATIENCE_MILLISECONDS = 30000,
  // The longest answer: the cookies of an address take less.
  LONGEST_ANSWER = 1 << 24,
};

static char *host_name;
// A connection of its own: what comes is the answer, whatever the documents' channels carry.
static int descriptor = -1;

void questions_set_name(const char *name) {
  if (!host_name)
    host_name = g_strdup(name);
}

static void hang_up(void) {
  close(descriptor);
  descriptor = -1;
}

// MARK: The side that asks

// The lines that DocumentQuestion.swift reads.
static GString *facts_of(guint64 page, WebKitDOMDocument *document) {
  g_autofree char *url = webkit_dom_document_get_url(document);
  g_autofree char *origin = webkit_dom_document_get_origin(document);
  // A document of about:blank or about:srcdoc has the address of the document around it.
  for (WebKitDOMDocument *outer = document;
       url && g_str_has_prefix(url, "about:") && (outer = documents_parent_of(outer));) {
    g_free(url);
    url = webkit_dom_document_get_url(outer);
  }
  GString *facts = g_string_new(NULL);
  g_string_append_printf(facts, "%" G_GUINT64_FORMAT "\n%s\n%s\n%s", page, identity_id(document), url ? url : "",
                         origin ? origin : "");
  for (WebKitDOMDocument *outer = documents_parent_of(document); outer; outer = documents_parent_of(outer)) {
    g_autofree char *around = webkit_dom_document_get_origin(outer);
    g_string_append_printf(facts, "\n%s", around ? around : "");
  }
  return facts;
}

// MARK: Waiting

static gboolean is_ready(short events) {
  struct pollfd asked = {.fd = descriptor, .events = events};
  int count;
  do
    count = poll(&asked, 1, PATIENCE_MILLISECONDS);
  while (count < 0 && errno == EINTR);
  return count > 0;
}

static gboolean send_all(struct iovec *parts, int count) {
  while (count) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
    gssize sent = is_ready(POLLOUT) ? sendmsg(descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT) : -1;
    if (sent < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (sent < 0)
      return FALSE;
    for (; count && (gsize)sent >= parts->iov_len; parts++, count--)
      sent -= (gssize)parts->iov_len;
    if (count)
      *parts = (struct iovec){(char *)parts->iov_base + sent, parts->iov_len - (gsize)sent};
  }
  return TRUE;
}

static gboolean receive_all(void *target, gsize size) {
  for (gsize filled = 0; filled < size;) {
    gssize count = is_ready(POLLIN) ? recv(descriptor, (char *)target + filled, size - filled, MSG_DONTWAIT) : 0;
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (count <= 0)
      return FALSE;
    filled += (gsize)count;
  }
  return TRUE;
}

static char *receive_answer(void) {
  CWKChannelHeader header;
  if (!receive_all(&header, sizeof header) || header.kind != CWK_CHANNEL_QUESTION ||
      header.text_size > LONGEST_ANSWER || header.bytes_size)
    return NULL;
  g_autofree char *answer = g_malloc(header.text_size + 1);
  if (!receive_all(answer, header.text_size))
    return NULL;
  answer[header.text_size] = '\0';
  return g_steal_pointer(&answer);
}

char *questions_ask(guint64 page, WebKitDOMDocument *document, const char *text, gsize size) {
  if (descriptor < 0 && host_name)
    descriptor = socket_open(host_name);
  if (descriptor < 0)
    return NULL;
  g_autoptr(GString) facts = facts_of(page, document);
  CWKChannelHeader header = {
      .kind = CWK_CHANNEL_QUESTION, .text_size = (guint32)size, .bytes_size = (guint32)facts->len};
  struct iovec parts[] = {{&header, sizeof header}, {(void *)text, size}, {facts->str, facts->len}};
  char *answer = size < LONGEST_ANSWER && send_all(parts, G_N_ELEMENTS(parts)) ? receive_answer() : NULL;
  // A late answer would be taken for the next one.
  if (!answer)
    hang_up();
  return answer;
}
