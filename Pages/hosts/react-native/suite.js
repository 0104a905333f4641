// Tests of the notebook in React Native.

import { calls, command, notebookSuite } from "../app/notebook_suite.js";
import { ask, native } from "./native.js";

notebookSuite(native, (answers) => ask("answer", answers));

promise_test(async () => {
    const { message } = await ask("events");
    assert_array_equals(Object.keys(message).sort(), ["canGoBack", "canGoForward", "data", "loading", "title", "url"]);
    assert_equals(message.url, location.href);
    assert_equals(message.title, document.title);
    assert_equals(JSON.parse(message.data).command, "events");
    const call = (await calls()).find((/** @type {any} */ { body }) => body?.data === message.data);
    assert_array_equals(Object.keys(/** @type {any} */ (call).body).sort(), ["data", "url"]);
}, "onMessage gets the members that react-native-webview documents");

promise_test(async () => {
    const heard = new Promise((resolve) => {
        // An answer to an earlier command may come first.
        addEventListener("message", (event) => event.data === "pushed" && resolve(event));
    });
    // The command has no answer. The event can only be the message of the app.
    const { ReactNativeWebView } = /** @type {any} */ (window);
    ReactNativeWebView.postMessage(JSON.stringify({ command: "push", value: "pushed" }));
    const { data, origin, source } = /** @type {MessageEvent} */ (await heard);
    assert_equals(`${data} ${origin} ${source}`, "pushed  null");
}, "the app sends messages of its own");

test(() => {
    assert_false("injectedObjectJson" in /** @type {any} */ (window).ReactNativeWebView);
}, "without an injected object there is no function for it");
