#include "socket.h"
#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum {
  READ_SIZE = 256 * 1024,
  // A frame that is larger is read into a block of its own.
  LARGE_FRAME = 64 * 1024,
};

static int descriptor = -1;
static SocketReceiver receiver;
static guint reading, writing;

// Received bytes. An incomplete frame is at the start.
static guint8 incoming[READ_SIZE];
static gsize filled;
// The large frame that is being read.
static guint8 *block;
static gsize block_size, block_filled;

// Parts of frames that the socket has not taken yet, GBytes; and the number of bytes that it has taken of the first.
static GQueue outgoing = G_QUEUE_INIT;
static gsize taken_of_first;

gboolean socket_is_open(void) { return descriptor >= 0; }

static void hang_up(void) {
  g_clear_handle_id(&reading, g_source_remove);
  g_clear_handle_id(&writing, g_source_remove);
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
}

// MARK: Reading

static gsize frame_size(const SocketHeader *header) {
  return sizeof *header + (gsize)header->text_size + header->bytes_size;
}

static SocketHeader header_at(const guint8 *bytes) {
  SocketHeader header;
  memcpy(&header, bytes, sizeof header);
  return header;
}

// Passes on every whole frame, and begins the block of a large frame that is not whole.
static void take_frames(void) {
  gsize position = 0;
  while (filled - position >= sizeof(SocketHeader)) {
    const guint8 *start = incoming + position;
    SocketHeader header = header_at(start);
    gsize size = frame_size(&header), rest = filled - position;
    if (size > LARGE_FRAME) {
      block = g_malloc(size);
      block_size = size;
      block_filled = MIN(rest, size);
      memcpy(block, start, block_filled);
      position += block_filled;
      break;
    }
    if (rest < size)
      break;
    position += size;
    receiver(&header, start + sizeof header, start + sizeof header + header.text_size);
  }
  filled -= position;
  memmove(incoming, incoming + position, filled);
}

static void take_block(void) {
  g_autofree guint8 *whole = g_steal_pointer(&block);
  SocketHeader header = header_at(whole);
  const guint8 *text = whole + sizeof header;
  receiver(&header, text, text + header.text_size);
}

static gboolean on_readable(gint fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  guint8 *target = block ? block + block_filled : incoming + filled;
  gssize count = recv(fd, target, block ? block_size - block_filled : READ_SIZE - filled, MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
    reading = 0;
    hang_up();
    return G_SOURCE_REMOVE;
  }
  if (count < 0)
    return G_SOURCE_CONTINUE;
  *(block ? &block_filled : &filled) += (gsize)count;
  if (!block)
    take_frames();
  // A whole large frame may follow a large frame.
  while (block && block_filled == block_size) {
    take_block();
    take_frames();
  }
  return G_SOURCE_CONTINUE;
}

// MARK: Writing

static gboolean on_writable(gint fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  while (!g_queue_is_empty(&outgoing)) {
    gsize size = 0;
    const guint8 *bytes = g_bytes_get_data(g_queue_peek_head(&outgoing), &size);
    gssize count = send(fd, bytes + taken_of_first, size - taken_of_first, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
      return G_SOURCE_CONTINUE;
    if (count < 0) {
      // A frame that was sent in part cannot be ended.
      writing = 0;
      hang_up();
      return G_SOURCE_REMOVE;
    }
    taken_of_first += (gsize)count;
    if (taken_of_first < size)
      return G_SOURCE_CONTINUE;
    g_bytes_unref(g_queue_pop_head(&outgoing));
    taken_of_first = 0;
  }
  writing = 0;
  return G_SOURCE_REMOVE;
}

// Keeps the rest of a part after `sent` bytes of the frame. The bytes of a `holder` are not copied.
static void keep(const void *start, gsize size, gsize *sent, GObject *holder) {
  gsize skipped = MIN(*sent, size);
  *sent -= skipped;
  if (skipped == size)
    return;
  const guint8 *rest = (const guint8 *)start + skipped;
  g_queue_push_tail(&outgoing,
                    holder ? g_bytes_new_with_free_func(rest, size - skipped, g_object_unref, g_object_ref(holder))
                           : g_bytes_new(rest, size - skipped));
}

gboolean socket_send(SocketHeader header, const void *text, const void *bytes, GObject *holder) {
  if (descriptor < 0)
    return FALSE;
  struct iovec parts[] = {
      {&header, sizeof header}, {(void *)text, header.text_size}, {(void *)bytes, header.bytes_size}};
  gsize sent = 0;
  if (g_queue_is_empty(&outgoing)) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = G_N_ELEMENTS(parts)};
    gssize count = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
      return FALSE;
    sent = (gsize)MAX(count, 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    keep(parts[i].iov_base, parts[i].iov_len, &sent, i == 2 ? holder : NULL);
  if (!g_queue_is_empty(&outgoing) && !writing)
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
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  if (connect(made, (struct sockaddr *)&address, size) != 0) {
    close(made);
    return;
  }
  descriptor = made;
  receiver = receive;
  GSource *source = g_unix_fd_source_new(made, G_IO_IN | G_IO_HUP);
  g_source_set_callback(source, (GSourceFunc)(void *)on_readable, NULL, NULL);
  // For other sources, GLib removes the descriptor from the poll during each call, and wakes the loop twice.
  g_source_set_can_recurse(source, TRUE);
  reading = g_source_attach(source, NULL);
  g_source_unref(source);
}
