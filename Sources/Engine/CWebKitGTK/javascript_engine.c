#define _DEFAULT_SOURCE
#include "javascript_engine.h"

#include <JavaScriptCore/JavaScript.h>
#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Functions that JavaScriptCore exports, and declares in its private headers JSContextRefPrivate.h and
// JSHeapFinalizerPrivate.h. A backtrace has a line for each call, such as `#0 name() at file:///native.js:4`.
typedef bool (*ShouldTerminate)(JSContextRef context, void *data);
typedef void (*HeapFinalizer)(JSContextGroupRef group, void *data);
void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double seconds, ShouldTerminate callback, void *data);
void JSGlobalContextSetUnhandledRejectionCallback(JSGlobalContextRef context, JSObjectRef function,
                                                  JSValueRef *exception);
void JSContextGroupAddHeapFinalizer(JSContextGroupRef group, HeapFinalizer finalizer, void *data);
JSStringRef JSContextCreateBacktrace(JSContextRef context, unsigned most);

struct CJSEngine {
  JSContextGroupRef group;
  JSGlobalContextRef context;
  // The run loop of the thread, as JavaScriptCore takes it.
  GMainContext *loop;
  CJSAsk ask;
  void *ask_context;
  pthread_t thread;
  double limit;
  double turn_start;
  int depth;
  bool is_stopped;
  // The calls of the script when it was stopped; NULL where they are not known.
  JSStringRef stopped_calls;
  atomic_bool stops;
};

// The interval between two checks of the limit, in seconds of processor time. A short interval makes cjs_engine_stop()
// effective soon.
static const double slice = 0.1;
// A limit that stops the script at its next loop or call, once the timer of the limit has fired.
static const double at_once = 1e-9;
// The time that the timer has to fire in, on a thread of JavaScriptCore's.
static const struct timespec firing = {.tv_nsec = 100000000};

// Returns the thread's processor time, so that a busy machine does not stop a script.
static double thread_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool is_over(CJSEngine *engine) {
  return atomic_load(&engine->stops) || thread_time() - engine->turn_start >= engine->limit;
}

static bool should_terminate(JSContextRef context, void *data);

static void set_limit(CJSEngine *engine, double seconds) {
  JSContextGroupSetExecutionTimeLimit(engine->group, seconds, should_terminate, engine);
}

static void forget_calls(CJSEngine *engine) {
  if (engine->stopped_calls)
    JSStringRelease(engine->stopped_calls);
  engine->stopped_calls = NULL;
}

static bool should_terminate(JSContextRef context, void *data) {
  CJSEngine *engine = data;
  engine->is_stopped = is_over(engine);
  if (engine->is_stopped) {
    forget_calls(engine);
    engine->stopped_calls = JSContextCreateBacktrace(context, 100);
    return true;
  }
  set_limit(engine, slice < engine->limit ? slice : engine->limit);
  return false;
}

// Checks the limit after a garbage collection. Each promise reaction begins a new time limit, so that an endless chain
// of reactions never reaches it. Such a chain makes garbage.
static void collected(JSContextGroupRef group, void *data) {
  (void)group;
  CJSEngine *engine = data;
  // The collector's thread runs no script, and must not wait for the lock.
  if (!pthread_equal(pthread_self(), engine->thread) || engine->depth == 0 || !is_over(engine))
    return;
  set_limit(engine, at_once);
  // Each reaction that begins before the timer has fired adds a timer. Without a pause, timers are added faster than
  // JavaScriptCore removes them.
  nanosleep(&firing, NULL);
}

static char *copy_string(JSStringRef string) {
  size_t size = JSStringGetMaximumUTF8CStringSize(string);
  char *text = malloc(size);
  if (text)
    JSStringGetUTF8CString(string, text, size);
  return text;
}

static char *copy_text(JSContextRef context, JSValueRef value) {
  JSStringRef string = value ? JSValueToStringCopy(context, value, NULL) : NULL;
  if (!string)
    return NULL;
  char *text = copy_string(string);
  JSStringRelease(string);
  return text;
}

static JSStringRef make_string(const char *text) { return JSStringCreateWithUTF8CString(text ? text : ""); }

static JSValueRef property(JSContextRef context, JSValueRef value, const char *name) {
  if (!value || !JSValueIsObject(context, value))
    return NULL;
  JSStringRef key = make_string(name);
  JSValueRef found = JSObjectGetProperty(context, JSValueToObject(context, value, NULL), key, NULL);
  JSStringRelease(key);
  return found;
}

static void fill(CJSEngine *engine, JSValueRef exception, CJSFailure *failure) {
  JSContextRef context = engine->context;
  failure->message = copy_text(context, exception);
  JSValueRef file = property(context, exception, "sourceURL"), line = property(context, exception, "line");
  if (file && JSValueIsString(context, file))
    failure->file = copy_text(context, file);
  if (line && JSValueIsNumber(context, line))
    failure->line = (int)JSValueToNumber(context, line, NULL);
}

// Fills in the file and line of the innermost stopped call that belongs to a file.
static void fill_place(CJSEngine *engine, CJSFailure *failure) {
  char *calls = engine->stopped_calls ? copy_string(engine->stopped_calls) : NULL;
  forget_calls(engine);
  for (char *rest = calls, *line; rest && (line = strsep(&rest, "\n"));) {
    char *file = strstr(line, " at file:///"), *end = file ? strrchr(file, ':') : NULL;
    int number = end ? atoi(end + 1) : 0;
    if (number <= 0)
      continue;
    *end = '\0';
    failure->file = strdup(file + strlen(" at "));
    failure->line = number;
    break;
  }
  free(calls);
}

static JSValueRef throw_text(JSContextRef context, const char *text, JSValueRef *exception) {
  JSStringRef message = make_string(text);
  JSValueRef argument = JSValueMakeString(context, message);
  JSStringRelease(message);
  *exception = JSObjectMakeError(context, 1, &argument, NULL);
  return JSValueMakeUndefined(context);
}

static JSValueRef host(JSContextRef context, JSObjectRef function, JSObjectRef this, size_t count,
                       const JSValueRef arguments[], JSValueRef *exception) {
  (void)this;
  CJSEngine *engine = JSObjectGetPrivate(function);
  if (!engine || count < 2)
    return throw_text(context, "host needs a kind and a text", exception);
  char *kind = copy_text(context, arguments[0]), *text = copy_text(context, arguments[1]);
  char *answer = kind && text ? engine->ask(kind, text, engine->ask_context) : NULL;
  free(kind);
  free(text);
  if (!answer)
    return JSValueMakeUndefined(context);
  JSStringRef string = make_string(answer);
  free(answer);
  JSValueRef value = JSValueMakeString(context, string);
  JSStringRelease(string);
  return value;
}

static JSValueRef evaluate(JSContextRef context, JSObjectRef function, JSObjectRef this, size_t count,
                           const JSValueRef arguments[], JSValueRef *exception) {
  (void)function;
  (void)this;
  if (count < 2)
    return throw_text(context, "evaluate needs a source and a file", exception);
  JSStringRef source = JSValueToStringCopy(context, arguments[0], exception);
  JSStringRef file = source ? JSValueToStringCopy(context, arguments[1], exception) : NULL;
  JSValueRef value = file ? JSEvaluateScript(context, source, NULL, file, 1, exception) : NULL;
  if (file)
    JSStringRelease(file);
  if (source)
    JSStringRelease(source);
  return value ? value : JSValueMakeUndefined(context);
}

static void define(CJSEngine *engine, const char *name, JSObjectCallAsFunctionCallback callback) {
  JSClassDefinition definition = kJSClassDefinitionEmpty;
  definition.className = name;
  definition.callAsFunction = callback;
  JSClassRef class = JSClassCreate(&definition);
  JSObjectRef function = JSObjectMake(engine->context, class, engine);
  JSClassRelease(class);
  JSStringRef key = make_string(name);
  JSObjectSetProperty(engine->context, JSContextGetGlobalObject(engine->context), key, function, 0, NULL);
  JSStringRelease(key);
}

// Lets JavaScriptCore announce a context that has come or gone to the debugger of the process. The work for that waits
// on the thread, and while it waits WebKit announces no page either.
static void announce(CJSEngine *engine) {
  while (g_main_context_iteration(engine->loop, FALSE)) {
  }
}

CJSEngine *cjs_engine_create(double limit, CJSAsk ask, void *context) {
  CJSEngine *engine = calloc(1, sizeof *engine);
  if (!engine)
    return NULL;
  engine->thread = pthread_self();
  engine->limit = limit;
  engine->ask = ask;
  engine->ask_context = context;
  engine->loop = g_main_context_new();
  g_main_context_push_thread_default(engine->loop);
  engine->group = JSContextGroupCreate();
  // Set the limit before any compilation: JavaScriptCore checks limits only in code that it compiled with a limit.
  set_limit(engine, slice < limit ? slice : limit);
  JSContextGroupAddHeapFinalizer(engine->group, collected, engine);
  engine->context = JSGlobalContextCreateInGroup(engine->group, NULL);
  define(engine, "host", host);
  define(engine, "evaluate", evaluate);
  announce(engine);
  return engine;
}

void cjs_engine_destroy(CJSEngine *engine) {
  if (!engine)
    return;
  forget_calls(engine);
  JSGlobalContextRelease(engine->context);
  JSContextGroupRelease(engine->group);
  announce(engine);
  g_main_context_pop_thread_default(engine->loop);
  g_main_context_unref(engine->loop);
  free(engine);
}

void cjs_engine_report_rejections(CJSEngine *engine, const char *function) {
  JSValueRef found = property(engine->context, JSContextGetGlobalObject(engine->context), function);
  if (found && JSValueIsObject(engine->context, found))
    JSGlobalContextSetUnhandledRejectionCallback(engine->context, JSValueToObject(engine->context, found, NULL), NULL);
}

void cjs_engine_stop(CJSEngine *engine) { atomic_store(&engine->stops, true); }

static void begin(CJSEngine *engine) {
  if (engine->depth++ > 0)
    return;
  engine->turn_start = thread_time();
  engine->is_stopped = false;
  set_limit(engine, slice < engine->limit ? slice : engine->limit);
}

// Runs an empty turn. After a stopped promise reaction, JavaScriptCore discards the promise reactions of the next turn.
static void drop_reactions(CJSEngine *engine) {
  JSStringRef source = make_string("Promise.resolve().then(() => {}); 0");
  JSEvaluateScript(engine->context, source, NULL, NULL, 1, NULL);
  JSStringRelease(source);
}

static bool end(CJSEngine *engine, JSValueRef exception, CJSFailure *failure) {
  engine->depth--;
  // Promise reactions may have reached the limit. The reactions end without an exception here.
  bool is_stopped = engine->is_stopped;
  failure->is_stopped = is_stopped;
  if (is_stopped)
    fill_place(engine, failure);
  else if (exception)
    fill(engine, exception, failure);
  if (is_stopped && !atomic_load(&engine->stops)) {
    begin(engine);
    drop_reactions(engine);
    engine->depth--;
  }
  return !exception && !is_stopped;
}

bool cjs_engine_evaluate(CJSEngine *engine, const char *source, const char *file, CJSFailure *failure) {
  memset(failure, 0, sizeof *failure);
  begin(engine);
  JSStringRef text = make_string(source), url = make_string(file);
  JSValueRef exception = NULL;
  JSEvaluateScript(engine->context, text, NULL, url, 1, &exception);
  JSStringRelease(text);
  JSStringRelease(url);
  return end(engine, exception, failure);
}

bool cjs_engine_call(CJSEngine *engine, const char *function, const char *text, CJSFailure *failure) {
  memset(failure, 0, sizeof *failure);
  begin(engine);
  JSContextRef context = engine->context;
  JSValueRef exception = NULL;
  JSValueRef found = property(context, JSContextGetGlobalObject(context), function);
  if (found && JSValueIsObject(context, found)) {
    JSStringRef string = make_string(text);
    JSValueRef argument = JSValueMakeString(context, string);
    JSStringRelease(string);
    JSObjectCallAsFunction(context, JSValueToObject(context, found, NULL), NULL, 1, &argument, &exception);
  }
  return end(engine, exception, failure);
}

void cjs_failure_clear(CJSFailure *failure) {
  free(failure->message);
  free(failure->file);
  memset(failure, 0, sizeof *failure);
}
