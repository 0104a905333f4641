// Lets connections in: SOCKS 5 (RFC 1928) with a user and a password (RFC 1929), which the network process sends before
// anything else. An HTTP proxy would ask for them with a 407, after which WebKit loses the address of a plain request.
#include "proxy_private.h"
#include <sys/socket.h>

static const char user[] = "swwebview";

enum { VERSION = 5, PASSWORDS = 2, PASSWORDS_VERSION = 1, CONNECT = 1, TLS_HANDSHAKE = 0x16 };
enum { IPV4 = 1, HOST_NAME = 3, IPV6 = 4 };

// WebKit sends the password with its first bytes, so a short limit hits strangers only.
enum { PASSWORD_SECONDS = 10, MOST_STRANGERS = 64 };

typedef struct Guest Guest;

struct Guest {
  // NULL once `stop` is cancelled.
  InterceptionProxy *proxy;
  GCancellable *stop;
  // The place in the proxy's list.
  GList place;
  // Ends the time for the password; 0 once it is known.
  guint deadline;
  GSocketConnection *connection;
  // As long as the longest part of the protocol: a host's name and a port.
  guint8 bytes[255 + 2];
  size_t expected;
  char *name;
  void (*next)(Guest *self);
};

static void end_deadline(Guest *self) {
  if (self->deadline)
    g_source_remove(self->deadline);
  self->deadline = 0;
}

static void free_guest(Guest *self) {
  end_deadline(self);
  if (self->proxy)
    g_queue_unlink(&self->proxy->guests, &self->place);
  g_object_unref(self->connection);
  g_object_unref(self->stop);
  g_free(self->name);
  g_free(self);
}

static void turn_away(Guest *self) {
  g_io_stream_close(G_IO_STREAM(self->connection), NULL, NULL);
  free_guest(self);
}

// Ends what a guest waits for, which turns it away.
static void dismiss(Guest *self) {
  end_deadline(self);
  g_queue_unlink(&self->proxy->guests, &self->place);
  self->proxy = NULL;
  g_cancellable_cancel(self->stop);
}

void interception_proxy_close_guests(InterceptionProxy *proxy) {
  while (proxy->guests.head)
    dismiss(proxy->guests.head->data);
}

static gboolean on_deadline(gpointer data) {
  Guest *self = data;
  self->deadline = 0;
  dismiss(self);
  return G_SOURCE_REMOVE;
}

// Dismisses the oldest guest that has not told the password, where there are too many. The newest may be WebKit.
static void limit_strangers(InterceptionProxy *proxy) {
  Guest *oldest = NULL;
  unsigned count = 0;
  for (GList *item = proxy->guests.head; item; item = item->next) {
    Guest *guest = item->data;
    count += guest->deadline != 0;
    if (guest->deadline && !oldest)
      oldest = guest;
  }
  if (count > MOST_STRANGERS)
    dismiss(oldest);
}

// MARK: Reading and writing

static void on_read(GObject *source, GAsyncResult *result, gpointer data) {
  Guest *self = data;
  gsize count = 0;
  bool is_read = g_input_stream_read_all_finish(G_INPUT_STREAM(source), result, &count, NULL);
  if (!is_read || count != self->expected || g_cancellable_is_cancelled(self->stop))
    turn_away(self);
  else
    self->next(self);
}

static void expect(Guest *self, size_t count, void (*next)(Guest *self)) {
  self->expected = count;
  self->next = next;
  g_input_stream_read_all_async(g_io_stream_get_input_stream(G_IO_STREAM(self->connection)), self->bytes, count,
                                G_PRIORITY_DEFAULT, self->stop, on_read, self);
}

// A few bytes on a fresh connection, which the kernel takes at once.
static bool answer(Guest *self, const guint8 *bytes, size_t count) {
  GOutputStream *stream = g_io_stream_get_output_stream(G_IO_STREAM(self->connection));
  return g_output_stream_write_all(stream, bytes, count, NULL, self->stop, NULL);
}

// MARK: Inside

static GQuark socket_quark(void) { return g_quark_from_static_string("cwk-proxy-socket"); }

GSocket *interception_proxy_socket_of(SoupServerMessage *message) {
  // A server knows no more of a stream than the addresses that it was given.
  GSocketAddress *remote = soup_server_message_get_remote_address(message);
  return remote ? g_object_get_qdata(G_OBJECT(remote), socket_quark()) : NULL;
}

// The port says nothing of what is spoken: an https server may have any.
static gboolean on_first_byte(GSocket *socket, GIOCondition condition, gpointer data) {
  (void)condition;
  Guest *self = data;
  guint8 first = 0;
  bool is_readable = recv(g_socket_get_fd(socket), &first, 1, MSG_PEEK) == 1;
  g_autoptr(GSocketAddress) local = g_socket_connection_get_local_address(self->connection, NULL);
  g_autoptr(GSocketAddress) remote = g_socket_connection_get_remote_address(self->connection, NULL);
  if (!is_readable || !local || !remote || g_cancellable_is_cancelled(self->stop)) {
    turn_away(self);
    return G_SOURCE_REMOVE;
  }
  bool is_secure = first == TLS_HANDSHAKE;
  g_autoptr(GIOStream) stream = g_object_ref(G_IO_STREAM(self->connection));
  if (is_secure) {
    GIOStream *tls = g_tls_server_connection_new(stream, self->proxy->certificate, NULL);
    g_object_unref(stream);
    stream = tls;
  }
  g_object_set_qdata_full(G_OBJECT(remote), socket_quark(), g_object_ref(socket), g_object_unref);
  SoupServer *server = is_secure ? self->proxy->secure : self->proxy->plain;
  if (!stream || !soup_server_accept_iostream(server, stream, local, remote, NULL)) {
    turn_away(self);
    return G_SOURCE_REMOVE;
  }
  free_guest(self);
  return G_SOURCE_REMOVE;
}

static void await_first_byte(Guest *self) {
  static const guint8 granted[] = {VERSION, 0, 0, IPV4, 0, 0, 0, 0, 0, 0};
  if (!answer(self, granted, sizeof granted)) {
    turn_away(self);
    return;
  }
  g_autoptr(GSource) source =
      g_socket_create_source(g_socket_connection_get_socket(self->connection), G_IO_IN, self->stop);
  g_source_set_callback(source, G_SOURCE_FUNC(on_first_byte), self, NULL);
  g_source_attach(source, NULL);
}

// MARK: The address, which the requests name again

static void on_host_length(Guest *self) { expect(self, self->bytes[0] + 2u, await_first_byte); }

static void on_command(Guest *self) {
  const guint8 *bytes = self->bytes;
  if (bytes[0] != VERSION || bytes[1] != CONNECT)
    turn_away(self);
  else if (bytes[3] == HOST_NAME)
    expect(self, 1, on_host_length);
  else if (bytes[3] == IPV4 || bytes[3] == IPV6)
    expect(self, bytes[3] == IPV4 ? 4 + 2 : 16 + 2, await_first_byte);
  else
    turn_away(self);
}

// MARK: The password

static void on_password(Guest *self) {
  g_autofree char *password = g_strndup((const char *)self->bytes, self->expected);
  bool is_known = strcmp(self->name, user) == 0 && strcmp(password, self->proxy->password) == 0;
  const guint8 verdict[] = {PASSWORDS_VERSION, is_known ? 0 : 1};
  if (is_known)
    end_deadline(self);
  if (answer(self, verdict, sizeof verdict) && is_known)
    expect(self, 4, on_command);
  else
    turn_away(self);
}

static void on_user(Guest *self) {
  size_t length = self->expected - 1;
  self->name = g_strndup((const char *)self->bytes, length);
  expect(self, self->bytes[length], on_password);
}

static void on_user_length(Guest *self) {
  if (self->bytes[0] != PASSWORDS_VERSION)
    turn_away(self);
  else
    expect(self, self->bytes[1] + 1u, on_user);
}

static void on_methods(Guest *self) {
  static const guint8 chosen[] = {VERSION, PASSWORDS}, none[] = {VERSION, 0xff};
  bool is_possible = memchr(self->bytes, PASSWORDS, self->expected) != NULL;
  if (answer(self, is_possible ? chosen : none, sizeof chosen) && is_possible)
    expect(self, 2, on_user_length);
  else
    turn_away(self);
}

static void on_greeting(Guest *self) {
  if (self->bytes[0] != VERSION)
    turn_away(self);
  else
    expect(self, self->bytes[1], on_methods);
}

// MARK: The door

gboolean interception_proxy_on_connection(GSocketService *service, GSocketConnection *connection, GObject *source,
                                          gpointer data) {
  (void)service, (void)source;
  InterceptionProxy *proxy = data;
  proxy->connection_count++;
  Guest *self = g_new0(Guest, 1);
  self->proxy = proxy;
  self->stop = g_cancellable_new();
  self->connection = g_object_ref(connection);
  self->place.data = self;
  g_queue_push_tail_link(&proxy->guests, &self->place);
  // The low priority lets this thread read bytes that WebKit has sent before the deadline ends the connection.
  self->deadline = g_timeout_add_seconds_full(G_PRIORITY_LOW, PASSWORD_SECONDS, on_deadline, self, NULL);
  limit_strangers(proxy);
  expect(self, 2, on_greeting);
  return TRUE;
}

char *interception_proxy_uri(InterceptionProxy *self) {
  return g_strdup_printf("socks5://%s:%s@127.0.0.1:%u", user, self->password, self->port);
}
