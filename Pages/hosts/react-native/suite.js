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
    /** @type {any[]} */
    const texts = [];
    const heard = new Promise((resolve) => {
        // An answer to an earlier command may come first.
        addEventListener("message", (event) => {
            texts.push(event.data);
            if (event.data === "pushed") resolve(event);
        });
    });
    // The command has no answer. The event can only be the message of the app.
    const { ReactNativeWebView } = /** @type {any} */ (window);
    ReactNativeWebView.postMessage(JSON.stringify({ command: "push", value: "pushed" }));
    const { data, origin, source } = /** @type {MessageEvent} */ (await heard);
    assert_equals(`${data} ${origin} ${source}`, "pushed  null");
    await ask("events");
    assert_false(texts.some((text) => text.includes("undefined")), "a handler that returns nothing sends nothing");
}, "the app sends messages of its own");

test(() => {
    assert_false("injectedObjectJson" in /** @type {any} */ (window).ReactNativeWebView);
}, "without an injected object there is no function for it");

promise_test(async () => {
    const handler = "ReactNativeWebView.navigationStateChange";
    const start = location.href;
    /** Waits for the next change of the history, and returns the event that the app received. */
    const change = async () => {
        const { body } = await (await command({ wait: handler })).json();
        const { navigation } = await ask("events");
        assert_array_equals(Object.keys(navigation).sort(), ["canGoBack", "canGoForward", "loading", "navigationType", "title", "url"]);
        assert_equals(navigation.navigationType, body.navigationType);
        assert_equals(navigation.title, document.title);
        assert_equals(typeof navigation.loading, "boolean");
        return navigation;
    };
    // The tests before changed the history, too.
    for (const call of await calls()) if (call.handler === handler) await command({ wait: handler });
    history.pushState(1, "", "?pushed");
    let { navigationType, url, canGoBack, canGoForward } = await change();
    assert_equals(`${navigationType} ${url} ${canGoBack} ${canGoForward}`, `other ${new URL("?pushed", start)} true false`);
    history.replaceState(2, "", "?replaced");
    ({ navigationType, url } = await change());
    assert_equals(`${navigationType} ${url}`, `other ${new URL("?replaced", start)}`);
    history.back();
    ({ navigationType, url, canGoForward } = await change());
    assert_equals(`${navigationType} ${url} ${canGoForward}`, `backforward ${start} true`);
    assert_equals(location.href, start);
}, "onNavigationStateChange gets an event for each change of the history");
