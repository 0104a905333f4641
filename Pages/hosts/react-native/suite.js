// Tests of the notebook in React Native.

import { calls, notebookSuite } from "../app/notebook_suite.js";
import { ask, native } from "./native.js";

notebookSuite(native, (answers) => ask("answer", answers));

promise_test(async () => {
    const { body: event } = /** @type {any} */ ((await calls()).at(-1));
    assert_equals(event.url, location.href);
    assert_equals(event.title, document.title);
    assert_equals(typeof event.data, "string");
}, "onMessage gets the members that react-native-webview documents");
