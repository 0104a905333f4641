// The notebook in React Native.

import { startNotebook } from "../app/app.js";
import { calls, notebookSuite } from "../app/suite.js";
import { ask, native } from "./native.js";

setup({ explicit_done: true });
await startNotebook(native);
notebookSuite(native, (answers) => ask("answer", answers));

promise_test(async () => {
    const { arguments: event } = /** @type {any} */ ((await calls()).at(-1));
    assert_equals(event.url, location.href);
    assert_equals(event.title, document.title);
    assert_equals(typeof event.data, "string");
}, "the app gets what react-native-webview's onMessage has");

done();
