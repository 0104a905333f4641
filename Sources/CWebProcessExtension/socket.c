#include "socket.h"
#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ_SIZE = 256 * 1024 };

static int descriptor = -1;
static SocketReceiver receiver;
static guint reading, writing;
// What has come and is no whole frame yet.
static GByteArray *incoming;
// What the host has not taken yet.
static GByteArray *outgoing;

gboolean socket_is_open(void) { return descriptor >= 0; }

static void hang_up(void) {
  if (descriptor < 0)
    return;
  g_clear_handle_id(&reading, g_source_remove);
  g_clear_handle_id(&writing, g_source_remove);
  close(descriptor);
  descriptor = -1;
}

// MARK: Reading

static gsize frame_size(const SocketHeader *header) {
  return sizeof *header + (gsize)header->fields[2] + header->fields[3];
}

// Gives away every whole frame; returns how many bytes that were.
static gsize take_frames(const guint8 *bytes, gsize size) {
  gsize position = 0;
  while (size - position >= sizeof(SocketHeader)) {
    SocketHeader header;
    memcpy(&header, bytes + position, sizeof header);
    if (size - position < frame_size(&header))
      break;
    const guint8 *text = bytes + position + sizeof header;
    position += frame_size(&header);
    receiver(&header, text, text + header.fields[2]);
  }
  return position;
}

static gboolean on_readable(gint fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  guint kept = incoming->len;
  g_byte_array_set_size(incoming, kept + READ_SIZE);
  gssize count = recv(fd, incoming->data + kept, READ_SIZE, MSG_DONTWAIT);
  g_byte_array_set_size(incoming, kept + (guint)MAX(count, 0));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
    reading = 0;
    hang_up();
    return G_SOURCE_REMOVE;
  }
  // A receiver may run scripts; what they bring about must not find the bytes here.
  GByteArray *taken = incoming;
  incoming = g_byte_array_new();
  gsize used = take_frames(taken->data, taken->len);
  g_byte_array_remove_range(taken, 0, (guint)used);
  g_byte_array_append(taken, incoming->data, incoming->len);
  g_byte_array_unref(incoming);
  incoming = taken;
  return G_SOURCE_CONTINUE;
}

// MARK: Writing

static gboolean on_writable(gint fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  gssize count = send(fd, outgoing->data, outgoing->len, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count > 0)
    g_byte_array_remove_range(outgoing, 0, (guint)count);
  if (outgoing->len && (count >= 0 || errno == EAGAIN || errno == EINTR))
    return G_SOURCE_CONTINUE;
  writing = 0;
  return G_SOURCE_REMOVE;
}

static void keep(const struct iovec *part, gsize *sent) {
  gsize skipped = MIN(*sent, part->iov_len);
  *sent -= skipped;
  g_byte_array_append(outgoing, (const guint8 *)part->iov_base + skipped, (guint)(part->iov_len - skipped));
}

gboolean socket_send(SocketHeader header, const void *text, const void *bytes) {
  if (descriptor < 0)
    return FALSE;
  struct iovec parts[] = {
      {&header, sizeof header}, {(void *)text, header.fields[2]}, {(void *)bytes, header.fields[3]}};
  gsize sent = 0;
  if (!outgoing->len) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = G_N_ELEMENTS(parts)};
    gssize count = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
      return FALSE;
    sent = (gsize)MAX(count, 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    keep(&parts[i], &sent);
  if (outgoing->len && !writing)
    writing = g_unix_fd_add(descriptor, G_IO_OUT, on_writable, NULL);
  return TRUE;
}

void socket_connect(const char *name, SocketReceiver receive) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length + 1 > sizeof address.sun_path)
    return;
  memcpy(address.sun_path + 1, name, length);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0)
    return;
  if (connect(made, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) !=
      0) {
    close(made);
    return;
  }
  descriptor = made;
  receiver = receive;
  incoming = g_byte_array_new();
  outgoing = g_byte_array_new();
  GSource *source = g_unix_fd_source_new(made, G_IO_IN | G_IO_HUP);
  g_source_set_callback(source, (GSourceFunc)(void *)on_readable, NULL, NULL);
  // Of others GLib takes the descriptor away for each call, and wakes the loop twice.
  g_source_set_can_recurse(source, TRUE);
  reading = g_source_attach(source, NULL);
  g_source_unref(source);
}
