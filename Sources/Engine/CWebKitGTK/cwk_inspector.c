#define _GNU_SOURCE
#include "cwk_private.h"
#include "cwk_inspector.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// A message is its length without this head, 4 bytes with the first the highest; a byte of flags, 1 where the
// parameters are in the order of bytes of little-endian machines; a name that ends with 0; and a GVariant.
// Source: WebKit, Source/WTF/wtf/glib/SocketConnection.cpp
enum { HEAD = 5, LITTLE_ENDIAN_FLAG = 1, PIECE = 1 << 16, MOST_REFUSED = 32 };

typedef struct {
  CWKInspectorCallbacks callbacks;
  uint16_t port;
  int socket;
  GByteArray *incoming, *outgoing;
  // The watches; 0 for none.
  unsigned reading, writing;
  GArray *targets;
} Inspector;

static Inspector inspector = {.socket = -1};

// MARK: Other processes

static bool has_port(const struct sockaddr_in *address, uint16_t port) {
  return address->sin_family == AF_INET && ntohs(address->sin_port) == port;
}

// Returns the descriptor of this process's own end of a connection from `peer` to the server; -1 where another process
// has it.
static int own_end(uint16_t peer) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder)
    return -1;
  int found = -1;
  for (struct dirent *entry = readdir(folder); entry && found < 0; entry = readdir(folder)) {
    char *end;
    int descriptor = (int)strtol(entry->d_name, &end, 10);
    if (end == entry->d_name)
      continue;
    struct sockaddr_in here = {0}, there = {0};
    socklen_t size = sizeof here, other_size = sizeof there;
    if (getsockname(descriptor, (struct sockaddr *)&here, &size) == 0 && has_port(&here, peer) &&
        getpeername(descriptor, (struct sockaddr *)&there, &other_size) == 0 && has_port(&there, inspector.port))
      found = descriptor;
  }
  closedir(folder);
  return found;
}

// Puts a closed socket in the place of a connection's. The server then sees the end of the connection, and nothing that
// the other process has sent.
static void refuse(int descriptor) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    shutdown(descriptor, SHUT_RDWR);
    return;
  }
  close(ends[1]);
  // WebKit's own web processes connect as well. One whose message cannot be sent hangs in a lock of WebKit's. So the
  // latest sockets stay open for messages, and nobody reads from them.
  static int refused[MOST_REFUSED];
  static unsigned count;
  int *kept = &refused[count++ % MOST_REFUSED];
  if (count > MOST_REFUSED)
    close(*kept);
  *kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  shutdown(descriptor, SHUT_WR);
  dup3(ends[0], descriptor, O_CLOEXEC);
  close(ends[0]);
}

static void set_no_delay(int descriptor) {
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// Runs before WebKit's handler of `incoming` on any service of the process.
static gboolean on_incoming(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  (void)hint, (void)data;
  if (count < 2 || !G_VALUE_HOLDS(&values[1], G_TYPE_SOCKET_CONNECTION))
    return TRUE;
  GSocket *accepted = g_socket_connection_get_socket(g_value_get_object(&values[1]));
  int descriptor = g_socket_get_fd(accepted);
  struct sockaddr_in here = {0}, there = {0};
  socklen_t size = sizeof here, other_size = sizeof there;
  if (getsockname(descriptor, (struct sockaddr *)&here, &size) || !has_port(&here, inspector.port))
    return TRUE;
  int own = -1;
  if (getpeername(descriptor, (struct sockaddr *)&there, &other_size) == 0)
    own = own_end(ntohs(there.sin_port));
  if (own < 0) {
    refuse(descriptor);
    return TRUE;
  }
  // Small messages would wait for each other's acknowledgement, 40 ms each.
  set_no_delay(descriptor);
  set_no_delay(own);
  return TRUE;
}

// MARK: Targets

static bool is_same(CWKInspectorTarget a, CWKInspectorTarget b) {
  return a.connection == b.connection && a.target == b.target;
}

static bool contains(GArray *targets, CWKInspectorTarget target) {
  for (guint i = 0; i < targets->len; i++)
    if (is_same(g_array_index(targets, CWKInspectorTarget, i), target))
      return true;
  return false;
}

static void send_message(const char *name, GVariant *parameters);

// Takes the whole list of a connection's targets.
static void take_list(GVariant *parameters) {
  guint64 connection, number;
  g_autoptr(GVariantIter) list = NULL;
  g_variant_get(parameters, "(ta(tsssb))", &connection, &list);
  g_autoptr(GArray) now = g_array_new(FALSE, FALSE, sizeof(CWKInspectorTarget));
  const char *type, *name, *url;
  gboolean has_debugger;
  while (g_variant_iter_next(list, "(t&s&s&sb)", &number, &type, &name, &url, &has_debugger)) {
    CWKInspectorTarget target = {connection, number};
    if (strcmp(type, "WebPage") == 0)
      g_array_append_val(now, target);
  }
  // The callbacks may change nothing here, but targets are removed before they are reported.
  for (guint i = inspector.targets->len; i-- > 0;) {
    CWKInspectorTarget target = g_array_index(inspector.targets, CWKInspectorTarget, i);
    if (target.connection != connection || contains(now, target))
      continue;
    g_array_remove_index(inspector.targets, i);
    inspector.callbacks.ended(target, inspector.callbacks.context);
  }
  for (guint i = 0; i < now->len; i++) {
    CWKInspectorTarget target = g_array_index(now, CWKInspectorTarget, i);
    if (contains(inspector.targets, target))
      continue;
    g_array_append_val(inspector.targets, target);
    send_message("Setup", g_variant_new("(tt)", target.connection, target.target));
    inspector.callbacks.began(target, inspector.callbacks.context);
  }
}

static void take_text(GVariant *parameters) {
  CWKInspectorTarget target;
  GVariant *text;
  g_variant_get(parameters, "(tt@s)", &target.connection, &target.target, &text);
  gsize length;
  const char *message = g_variant_get_string(text, &length);
  inspector.callbacks.received(target, message, length, inspector.callbacks.context);
  g_variant_unref(text);
}

static void take(const char *body, size_t length) {
  size_t name = strnlen(body, length);
  if (name == length)
    return;
  const char *types[] = {"SetTargetList", "(ta(tsssb))", "SendMessageToFrontend", "(tts)"};
  void (*const takers[])(GVariant *) = {take_list, take_text};
  for (int i = 0; i < 2; i++) {
    if (strcmp(body, types[2 * i]) != 0)
      continue;
    g_autoptr(GBytes) bytes = g_bytes_new(body + name + 1, length - name - 1);
    g_autoptr(GVariant) parameters = g_variant_new_from_bytes(G_VARIANT_TYPE(types[2 * i + 1]), bytes, FALSE);
    g_variant_ref_sink(parameters);
    takers[i](parameters);
  }
}

// MARK: The socket

static void read_socket(void *context) {
  (void)context;
  guint8 piece[PIECE];
  while (true) {
    ssize_t count = recv(inspector.socket, piece, sizeof piece, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR)
      continue;
    if (count == 0 && inspector.reading) {
      // The server has gone.
      cwk_descriptor_unwatch(inspector.reading);
      inspector.reading = 0;
    }
    if (count <= 0)
      break;
    g_byte_array_append(inspector.incoming, piece, (guint)count);
  }
  size_t taken = 0;
  while (inspector.incoming->len - taken >= HEAD) {
    uint32_t length;
    memcpy(&length, inspector.incoming->data + taken, sizeof length);
    length = ntohl(length);
    if (inspector.incoming->len - taken - HEAD < length)
      break;
    g_autofree char *body = g_memdup2(inspector.incoming->data + taken + HEAD, length);
    taken += HEAD + length;
    take(body, length);
  }
  if (taken > 0)
    g_byte_array_remove_range(inspector.incoming, 0, (guint)taken);
}

static void write_socket(void *context) {
  (void)context;
  GByteArray *waiting = inspector.outgoing;
  while (waiting->len > 0) {
    ssize_t count = send(inspector.socket, waiting->data, waiting->len, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0 && errno == EAGAIN) {
      if (!inspector.writing)
        inspector.writing = cwk_descriptor_watch(inspector.socket, true, write_socket, NULL);
      return;
    }
    if (count < 0)
      g_byte_array_set_size(waiting, 0);
    else
      g_byte_array_remove_range(waiting, 0, (guint)count);
  }
  if (inspector.writing) {
    cwk_descriptor_unwatch(inspector.writing);
    inspector.writing = 0;
  }
}

static void send_message(const char *name, GVariant *parameters) {
  g_variant_ref_sink(parameters);
  gsize size = g_variant_get_size(parameters), name_size = strlen(name) + 1;
  uint32_t length = htonl((uint32_t)(name_size + size));
  guint8 flags = G_BYTE_ORDER == G_LITTLE_ENDIAN ? LITTLE_ENDIAN_FLAG : 0;
  g_byte_array_append(inspector.outgoing, (const guint8 *)&length, sizeof length);
  g_byte_array_append(inspector.outgoing, &flags, 1);
  g_byte_array_append(inspector.outgoing, (const guint8 *)name, (guint)name_size);
  g_byte_array_append(inspector.outgoing, g_variant_get_data(parameters), (guint)size);
  g_variant_unref(parameters);
  write_socket(NULL);
}

void cwk_inspector_send(CWKInspectorTarget target, const char *message) {
  if (contains(inspector.targets, target))
    send_message("SendMessageToBackend", g_variant_new("(tts)", target.connection, target.target, message));
}

// MARK: Start

// Returns a port of 127.0.0.1 that nothing listens on; 0 where there is none.
static uint16_t free_port(void) {
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  bool is_bound = made >= 0 && bind(made, (struct sockaddr *)&address, size) == 0 &&
                  getsockname(made, (struct sockaddr *)&address, &size) == 0;
  if (made >= 0)
    close(made);
  return is_bound ? ntohs(address.sin_port) : 0;
}

CWKInspectorStart cwk_inspector_start(const CWKInspectorCallbacks *callbacks) {
  inspector.callbacks = *callbacks;
  inspector.port = free_port();
  if (!inspector.port)
    return CWK_INSPECTOR_NO_SOCKET;
  // A class has its signals once it exists.
  GTypeClass *services = g_type_class_ref(G_TYPE_SOCKET_SERVICE);
  guint incoming = g_signal_lookup("incoming", G_TYPE_SOCKET_SERVICE);
  gulong hook = incoming ? g_signal_add_emission_hook(incoming, 0, on_incoming, NULL, NULL) : 0;
  g_type_class_unref(services);
  if (!hook)
    return CWK_INSPECTOR_NOT_LISTENING;
  // WebKit reads the variable once. No other program is to have it.
  static const char variable[] = "WEBKIT_INSPECTOR_SERVER";
  g_autofree char *value = g_strdup_printf("127.0.0.1:%u", inspector.port);
  g_setenv(variable, value, TRUE);
  cwk_engine_init();
  g_unsetenv(variable);

  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0)
    return CWK_INSPECTOR_NO_SOCKET;
  struct sockaddr_in server = {
      .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(inspector.port)};
  if (connect(made, (struct sockaddr *)&server, sizeof server)) {
    close(made);
    return CWK_INSPECTOR_NOT_LISTENING;
  }
  inspector.socket = made;
  inspector.incoming = g_byte_array_new();
  inspector.outgoing = g_byte_array_new();
  inspector.targets = g_array_new(FALSE, FALSE, sizeof(CWKInspectorTarget));
  inspector.reading = cwk_descriptor_watch(made, false, read_socket, NULL);
  // The hash of the protocol that a client knows. WebKit's answer, the protocol, is not needed.
  send_message("SetupInspectorClient", g_variant_new("(@ay)", g_variant_new_bytestring("")));
  return CWK_INSPECTOR_STARTED;
}

uint64_t cwk_view_page_number(CWKView *view) { return webkit_web_view_get_page_id(view->web_view); }
