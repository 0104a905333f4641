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
  // A frame that is larger is read into a block of its own, and waits as its parts.
  LARGE_FRAME = 64 * 1024,
  // The header, the text and the bytes.
  FRAME_PARTS = 3,
  // The most parts that are sent in one call.
  MOST_PARTS = 64,
};

static int descriptor = -1;
static SocketReceiver receiver;
static guint reading, writing;

// Received bytes, and one more. An incomplete frame is at the start.
static guint8 incoming[READ_SIZE + 1];
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

static gsize frame_size(const CWKChannelHeader *header) {
  return sizeof *header + (gsize)header->text_size + header->bytes_size;
}

static CWKChannelHeader header_at(const guint8 *bytes) {
  CWKChannelHeader header;
  memcpy(&header, bytes, sizeof header);
  return header;
}

static void give(const CWKChannelHeader *header, guint8 *frame) {
  guint8 *text = frame + sizeof *header;
  receiver(header, (char *)text, text + header->text_size);
}

// Passes on every whole frame, and begins the block of a large frame that is not whole.
static void take_frames(void) {
  gsize position = 0;
  while (filled - position >= sizeof(CWKChannelHeader)) {
    guint8 *start = incoming + position;
    CWKChannelHeader header = header_at(start);
    gsize size = frame_size(&header), rest = filled - position;
    if (size > LARGE_FRAME) {
      block = g_malloc(size + 1);
      block_size = size;
      block_filled = MIN(rest, size);
      memcpy(block, start, block_filled);
      position += block_filled;
      break;
    }
    if (rest < size)
      break;
    position += size;
    give(&header, start);
  }
  filled -= position;
  memmove(incoming, incoming + position, filled);
}

static void take_block(void) {
  g_autofree guint8 *whole = g_steal_pointer(&block);
  CWKChannelHeader header = header_at(whole);
  give(&header, whole);
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

// Sends as many parts as the socket takes in one call. Returns the number of bytes, or -1 as sendmsg does.
static gssize send_parts(int fd) {
  struct iovec parts[MOST_PARTS];
  gsize count = 0;
  for (GList *link = outgoing.head; link && count < MOST_PARTS; link = link->next, count++) {
    gsize size = 0, taken = count == 0 ? taken_of_first : 0;
    const guint8 *bytes = g_bytes_get_data(link->data, &size);
    parts[count] = (struct iovec){(void *)(bytes + taken), size - taken};
  }
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
  return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// Drops what the socket has taken.
static void drop_taken(gsize count) {
  taken_of_first += count;
  while (!g_queue_is_empty(&outgoing) && taken_of_first >= g_bytes_get_size(g_queue_peek_head(&outgoing))) {
    GBytes *part = g_queue_pop_head(&outgoing);
    taken_of_first -= g_bytes_get_size(part);
    g_bytes_unref(part);
  }
}

static gboolean on_writable(gint fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  while (!g_queue_is_empty(&outgoing)) {
    gssize count = send_parts(fd);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
      return G_SOURCE_CONTINUE;
    if (count < 0) {
      // A frame that was sent in part cannot be ended.
      writing = 0;
      hang_up();
      return G_SOURCE_REMOVE;
    }
    drop_taken((gsize)count);
  }
  writing = 0;
  return G_SOURCE_REMOVE;
}

// Keeps the rest of a frame after `sent` bytes of it: the header and the text in one part, and the bytes where they
// are.
static void keep(const struct iovec *parts, gsize sent, GBytes *bytes) {
  gsize head = parts[0].iov_len + parts[1].iov_len;
  if (sent < head) {
    guint8 *joined = g_malloc(head);
    memcpy(joined, parts[0].iov_base, parts[0].iov_len);
    if (parts[1].iov_len)
      memcpy(joined + parts[0].iov_len, parts[1].iov_base, parts[1].iov_len);
    g_autoptr(GBytes) whole = g_bytes_new_take(joined, head);
    g_queue_push_tail(&outgoing, g_bytes_new_from_bytes(whole, sent, head - sent));
  }
  gsize skipped = sent > head ? sent - head : 0;
  if (parts[2].iov_len > skipped)
    g_queue_push_tail(&outgoing, g_bytes_new_from_bytes(bytes, skipped, parts[2].iov_len - skipped));
}

gboolean socket_send(CWKChannelHeader header, const void *text, GBytes *bytes) {
  if (descriptor < 0)
    return FALSE;
  void *further = bytes ? (void *)g_bytes_get_data(bytes, NULL) : NULL;
  struct iovec parts[FRAME_PARTS] = {
      {&header, sizeof header}, {(void *)text, header.text_size}, {further, header.bytes_size}};
  gsize sent = 0;
  if (g_queue_is_empty(&outgoing)) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = FRAME_PARTS};
    gssize count = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
      return FALSE;
    sent = (gsize)MAX(count, 0);
  }
  keep(parts, sent, bytes);
  if (!g_queue_is_empty(&outgoing) && !writing)
    writing = g_unix_fd_add(descriptor, G_IO_OUT, on_writable, NULL);
  return TRUE;
}

int socket_open(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length + 1 > sizeof address.sun_path)
    return -1;
  memcpy(address.sun_path + 1, name, length);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  if (made >= 0 && connect(made, (struct sockaddr *)&address, size) != 0) {
    close(made);
    return -1;
  }
  return made;
}

void socket_connect(const char *name, SocketReceiver receive) {
  int made = socket_open(name);
  if (made < 0)
    return;
  descriptor = made;
  receiver = receive;
  GSource *source = g_unix_fd_source_new(made, G_IO_IN | G_IO_HUP);
  g_source_set_callback(source, (GSourceFunc)(void *)on_readable, NULL, NULL);
  // For other sources, GLib removes the descriptor from the poll during each call, and wakes the loop twice.
  g_source_set_can_recurse(source, TRUE);
  reading = g_source_attach(source, NULL);
  g_source_unref(source);
}
