// Tests of the notebook in Flutter.

import { calls, command, notebookSuite } from "../app/notebook_suite.js";
import { ask, native } from "./native.js";

notebookSuite(native, (answers) => ask("answer", answers));

const { flutter_inappwebview: flutter, Toaster } = /** @type {any} */ (window);

promise_test(async () => {
    Toaster.postMessage("toast");
    assert_array_equals(await flutter.callHandler("Toaster"), ["toast"]);
}, "a channel receives texts");

promise_test(async () => {
    assert_equals(await flutter.callHandler("nobody", 1), null);
}, "a call of a missing handler resolves with null");

promise_test(async () => {
    const error = await flutter.callHandler("notebook", "noCommand").then(() => null, (/** @type {any} */ error) => error);
    assert_true(error instanceof Error);
    assert_true(error.message.startsWith("error, Exception: "), error.message);
}, "an error of a handler has the prefixes of Flutter and Dart");

test(() => {
    const cycle = {};
    Object.assign(cycle, { cycle });
    assert_throws_js(TypeError, () => flutter.callHandler("Toaster", cycle));
}, "a call with values that JSON cannot contain throws immediately");

promise_test(async () => {
    const before = (await calls()).length;
    const values = [5, 0.5, 1e16, null, [1, "a", null], { a: true }];
    for (const value of values) Toaster.postMessage(value);
    for (const _ of values) await command({ wait: "Toaster.postMessage" });
    const texts = (await calls()).slice(before).map(({ body }) => body);
    assert_array_equals(texts, ["5.0", "0.5", "10000000000000000.0", "(null)", "[1.0, a, null]", "{a: true}"]);
}, "a channel receives other values as texts of Dart");

promise_test(async () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = /** @type {any} */ (frame.contentWindow);
    assert_true(Array.isArray(await inner.flutter_inappwebview.callHandler("Toaster")));
    frame.remove();
}, "a frame of the page's origin receives answers");

promise_test(async () => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = `<script>flutter_inappwebview.callHandler("Toaster").then((answer) => parent.postMessage({ answer }, "*"))</${"script"}>`;
    const heard = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
    document.body.append(frame);
    assert_equals(/** @type {any} */ (await heard).answer, undefined);
    frame.remove();
}, "a frame of another origin receives no answer");
