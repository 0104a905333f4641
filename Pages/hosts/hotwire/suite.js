// Tests of the notebook in Hotwire Native, and of its bridge components.

import { calls, notebookSuite } from "../app/notebook_suite.js";
import { ask, native } from "./native.js";
import { web } from "./web_bridge.js";
import "./turbo_suite.js";

notebookSuite(native, (answers) => ask("answer", answers));

promise_test(async () => {
    assert_equals(document.documentElement.dataset.bridgeComponents, "form menu notebook overflow-menu");
    assert_equals(navigator.userAgent.match(/bridge-components: \[(.*?)\]/)?.[1], "form menu notebook overflow-menu");
    assert_true(navigator.userAgent.includes("Hotwire Native iOS"));
}, "the user agent and the adapter name the app's components");

promise_test(async () => {
    const reply = await web.send("form", "connect", { submitTitle: "Save" });
    assert_equals(`${reply.component} ${reply.event}`, "form connect");
    const { body: data } = /** @type {any} */ ((await calls()).at(-1));
    assert_equals(data.submitTitle, "Save");
    assert_equals(data.metadata.url, location.href);
}, "a component replies to a message");

promise_test(async () => {
    const error = await web.send("nothing", "connect").then(() => null, (error) => error);
    assert_equals(error.message, "no component nothing");
}, "a message to a missing component rejects");

promise_test(async () => {
    const { webkit } = /** @type {any} */ (window);
    for (const message of [null, 1, "x", [], {}, { id: 1 }, { id: "');alert(1);('", component: "form", event: "e", data: [1] }]) {
        webkit.messageHandlers.bridge.postMessage(message);
    }
    assert_equals((await web.send("menu", "connect")).component, "menu");
}, "malformed messages have no effect on later messages");
