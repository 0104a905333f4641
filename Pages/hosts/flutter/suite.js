// Tests of the notebook in Flutter.

import { notebookSuite } from "../app/notebook_suite.js";
import { ask, native } from "./native.js";

notebookSuite(native, (answers) => ask("answer", answers));

const { flutter_inappwebview: flutter, Toaster } = /** @type {any} */ (window);

promise_test(async () => {
    Toaster.postMessage("toast");
    assert_array_equals(await flutter.callHandler("Toaster"), ["toast"]);
}, "a channel receives texts");

promise_test(async () => {
    const error = await flutter.callHandler("nobody", 1).then(() => null, (/** @type {any} */ error) => error);
    assert_equals(error.message, "not implemented");
}, "a call of a missing handler rejects");
