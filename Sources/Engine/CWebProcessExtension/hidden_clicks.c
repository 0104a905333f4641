#include "hidden_clicks.h"
#include "actions.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// Calls `note` with the element of each hidden click. The proxies look like WebKit's own functions.
static const char watching[] =
    "((note) => {\n"
    "  'use strict';\n"
    "  const { apply } = Reflect;\n"
    "  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;\n"
    "  const typeOf = getter(Event.prototype, 'type'), kindOf = getter(Node.prototype, 'nodeType');\n"
    "  const { getRootNode } = Node.prototype, { composedPath } = Event.prototype;\n"
    "  const { addEventListener } = EventTarget.prototype, modeOf = getter(ShadowRoot.prototype, 'mode');\n"
    "  const clicked = (target) => {\n"
    "    try {\n"
    "      if (apply(kindOf, apply(getRootNode, target, []), []) !== 9) note(target);\n"
    "    } catch {}\n"
    "  };\n"
    "  const heard = (event) => clicked(apply(composedPath, event, [])[0]);\n"
    "  const put = (prototype, name, act) => {\n"
    "    const value = new Proxy(prototype[name], { __proto__: null, apply: act });\n"
    "    Object.defineProperty(prototype, name, { value, writable: true, enumerable: prototype.hasOwnProperty(name),\n"
    "      configurable: true });\n"
    "  };\n"
    "  const before = (own, self, list) => {\n"
    "    clicked(self);\n"
    "    return apply(own, self, list);\n"
    "  };\n"
    "  put(HTMLElement.prototype, 'click', before);\n"
    "  put(HTMLInputElement.prototype, 'showPicker', before);\n"
    "  // Other elements are spared the time of a proxy. A page may replace what these inherit.\n"
    "  const events = EventTarget.prototype;\n"
    "  for (const { prototype } of [HTMLAnchorElement, HTMLAreaElement, HTMLInputElement])\n"
    "    put(prototype, 'dispatchEvent', (own, self, list) => {\n"
    "      try {\n"
    "        if (apply(typeOf, list[0], []) === 'click') clicked(self);\n"
    "      } catch {}\n"
    "      return apply(events.dispatchEvent, self, list);\n"
    "    });\n"
    "  // A closed tree hides its elements from the listener of the window.\n"
    "  put(Element.prototype, 'attachShadow', (own, self, list) => {\n"
    "    const root = apply(own, self, list);\n"
    "    if (apply(modeOf, root, []) === 'closed') apply(addEventListener, root, ['click', heard, true]);\n"
    "    return root;\n"
    "  });\n"
    "  addEventListener('click', heard, true);\n"
    "})";

static gboolean free_page(gpointer data) {
  g_weak_ref_clear(data);
  g_free(data);
  return G_SOURCE_REMOVE;
}

// Called while JavaScript's memory is swept, when no object of WebKit's may end.
static void release_page(gpointer data) { g_idle_add(free_page, data); }

static void on_hidden_click(const GPtrArray *arguments, gpointer data) {
  g_autoptr(WebKitWebPage) page = g_weak_ref_get(data);
  WebKitDOMNode *node = page && arguments->len ? webkit_dom_node_for_js_value(arguments->pdata[0]) : NULL;
  if (node)
    actions_note_click(page, node);
}

void hidden_clicks_watch(WebKitWebPage *page, JSCContext *context) {
  GWeakRef *held = g_new0(GWeakRef, 1);
  g_weak_ref_init(held, page);
  g_autoptr(JSCValue) note =
      jsc_value_new_function_variadic(context, NULL, G_CALLBACK(on_hidden_click), held, release_page, G_TYPE_NONE);
  g_autoptr(JSCValue) watch = jsc_context_evaluate(context, watching, sizeof watching - 1);
  if (!jsc_value_is_function(watch))
    return;
  g_autoptr(JSCValue) nothing = jsc_value_function_call(watch, JSC_TYPE_VALUE, note, G_TYPE_NONE);
}
