#include "http_client.h"
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The most connections to one server, as browsers have it.
enum { MOST_CONNECTIONS = 6 };

struct CHCTransfer {
  CHCClient *client;
  CURL *easy;
  struct curl_slist *headers;
  CHCEvents events;
  bool keeps_cookies;
  // The caller and the client's thread, until the end.
  atomic_int owners;
  // Guarded by the client's lock.
  CHCTransfer *next;
  bool is_cancelled;
  // The client's thread only.
  bool is_running;
  char message[CURL_ERROR_SIZE];
};

struct CHCClient {
  CURLM *multi;
  CURLSH *cookies;
  pthread_mutex_t lock;
  // Guarded by the lock: requests that begin, requests to stop, and the number of requests that have not ended.
  CHCTransfer *first, *last;
  CHCTransfer **stopped;
  size_t stopped_count, stopped_room;
  size_t count;
  bool is_closing;
};

void chc_release(CHCTransfer *transfer) {
  if (atomic_fetch_sub(&transfer->owners, 1) > 1)
    return;
  free(transfer);
}

// MARK: The client's thread

static size_t receive_line(char *bytes, size_t size, size_t count, void *context) {
  CHCTransfer *transfer = context;
  size_t length = size * count;
  size_t end = length;
  while (end > 0 && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r'))
    end--;
  // A server that has answered may wait as long as it likes.
  curl_easy_setopt(transfer->easy, CURLOPT_LOW_SPEED_TIME, 0L);
  transfer->events.line(transfer->events.context, bytes, end);
  return length;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  CHCTransfer *transfer = context;
  transfer->events.body(transfer->events.context, bytes, size * count);
  return size * count;
}

static void end(CHCTransfer *transfer, CURLcode code) {
  CHCClient *client = transfer->client;
  if (transfer->is_running)
    curl_multi_remove_handle(client->multi, transfer->easy);
  transfer->is_running = false;
  const char *message = transfer->message[0] ? transfer->message : curl_easy_strerror(code);
  transfer->events.ended(transfer->events.context, (int)code, message);
  curl_easy_cleanup(transfer->easy);
  curl_slist_free_all(transfer->headers);
  pthread_mutex_lock(&client->lock);
  client->count--;
  pthread_mutex_unlock(&client->lock);
  chc_release(transfer);
}

// Begins and stops what other threads have asked for. Returns false once the client is over.
static bool take_orders(CHCClient *client) {
  pthread_mutex_lock(&client->lock);
  CHCTransfer *first = client->first;
  CHCTransfer **stopped = client->stopped;
  size_t stopped_count = client->stopped_count;
  client->first = client->last = NULL;
  client->stopped = NULL;
  client->stopped_count = client->stopped_room = 0;
  bool goes_on = !client->is_closing || client->count > 0 || stopped_count > 0;
  pthread_mutex_unlock(&client->lock);
  for (CHCTransfer *transfer = first, *next; transfer; transfer = next) {
    next = transfer->next;
    if (transfer->keeps_cookies) {
      curl_easy_setopt(transfer->easy, CURLOPT_SHARE, client->cookies);
      curl_easy_setopt(transfer->easy, CURLOPT_COOKIEFILE, "");
    }
    CURLMcode failed = curl_multi_add_handle(client->multi, transfer->easy);
    transfer->is_running = failed == CURLM_OK;
    if (failed != CURLM_OK)
      end(transfer, CURLE_OUT_OF_MEMORY);
  }
  for (size_t i = 0; i < stopped_count; i++) {
    if (stopped[i]->is_running)
      end(stopped[i], CURLE_ABORTED_BY_CALLBACK);
    chc_release(stopped[i]);
  }
  free(stopped);
  return goes_on;
}

static void *run(void *context) {
  CHCClient *client = context;
  while (take_orders(client)) {
    int running = 0;
    curl_multi_perform(client->multi, &running);
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(client->multi, &left));) {
      if (message->msg != CURLMSG_DONE)
        continue;
      char *transfer = NULL;
      CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      end((CHCTransfer *)(void *)transfer, code);
    }
    // A wake-up that comes before the wait ends it.
    curl_multi_poll(client->multi, NULL, 0, running > 0 ? 1000 : 1 << 30, NULL);
  }
  curl_multi_cleanup(client->multi);
  curl_share_cleanup(client->cookies);
  pthread_mutex_destroy(&client->lock);
  free(client);
  return NULL;
}

// MARK: Any thread

static void begin_library(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

CHCClient *chc_client_new(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin_library);
  CHCClient *client = calloc(1, sizeof *client);
  if (!client)
    return NULL;
  pthread_mutex_init(&client->lock, NULL);
  client->multi = curl_multi_init();
  curl_multi_setopt(client->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)MOST_CONNECTIONS);
  client->cookies = curl_share_init();
  curl_share_setopt(client->cookies, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int failed = pthread_create(&thread, &attributes, run, client);
  pthread_attr_destroy(&attributes);
  if (failed == 0)
    return client;
  curl_multi_cleanup(client->multi);
  curl_share_cleanup(client->cookies);
  free(client);
  return NULL;
}

void chc_client_release(CHCClient *client) {
  pthread_mutex_lock(&client->lock);
  client->is_closing = true;
  // Under the lock: without requests the thread ends, and the client with it.
  curl_multi_wakeup(client->multi);
  pthread_mutex_unlock(&client->lock);
}

CHCTransfer *chc_start(CHCClient *client, const CHCRequest *request, CHCEvents events) {
  CHCTransfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer)
    abort();
  transfer->client = client;
  transfer->events = events;
  transfer->keeps_cookies = request->keeps_cookies;
  atomic_init(&transfer->owners, 2);
  for (size_t i = 0; i < request->header_count; i++)
    transfer->headers = curl_slist_append(transfer->headers, request->headers[i]);
  CURL *easy = transfer->easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->message);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_URL, request->url);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, request->patience);
  if (request->has_body) {
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body_length ? request->body : "");
  }
  if (!request->has_body && strcmp(request->method, "HEAD") == 0)
    curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
  curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_line);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  pthread_mutex_lock(&client->lock);
  if (client->last)
    client->last->next = transfer;
  else
    client->first = transfer;
  client->last = transfer;
  client->count++;
  curl_multi_wakeup(client->multi);
  pthread_mutex_unlock(&client->lock);
  return transfer;
}

void chc_cancel(CHCTransfer *transfer) {
  CHCClient *client = transfer->client;
  pthread_mutex_lock(&client->lock);
  if (!transfer->is_cancelled) {
    transfer->is_cancelled = true;
    if (client->stopped_count == client->stopped_room) {
      client->stopped_room = client->stopped_room * 2 + 8;
      client->stopped = realloc(client->stopped, client->stopped_room * sizeof *client->stopped);
      if (!client->stopped)
        abort();
    }
    atomic_fetch_add(&transfer->owners, 1);
    client->stopped[client->stopped_count++] = transfer;
    curl_multi_wakeup(client->multi);
  }
  pthread_mutex_unlock(&client->lock);
}
