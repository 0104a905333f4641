// Tests of the notebook in Hotwire Native, and of its bridge components.

import { calls, command, notebookSuite } from "../app/notebook_suite.js";
import { navigationSuite } from "../app/navigation_suite.js";
import { ask, native } from "./native.js";
import { web } from "./web_bridge.js";
import "./turbo_suite.js";

notebookSuite(native, (answers) => ask("answer", answers));
navigationSuite(true);

promise_test(async () => {
    assert_equals(document.documentElement.dataset.bridgeComponents, "form menu notebook overflow-menu");
    assert_equals(navigator.userAgent.match(/bridge-components: \[(.*?)\]/)?.[1], "form menu notebook overflow-menu");
    assert_true(navigator.userAgent.includes("Hotwire Native iOS"));
}, "the user agent and the adapter name the app's components");

promise_test(async () => {
    const answer = web.send("form", "connect", { submitTitle: "Save" });
    const { body: data } = await (await command({ wait: "form.connect" })).json();
    assert_equals(data.submitTitle, "Save");
    assert_equals(data.metadata.url, location.href);
    assert_equals((await command({ notify: "form.tap" })).status, 200);
    const reply = await answer;
    assert_equals(`${reply.component} ${reply.event}`, "form connect");
    const { value } = /** @type {any} */ ((await calls()).filter(({ handler }) => handler === "form.connect").at(-1));
    assert_equals(JSON.stringify(value), "{}");
}, "a component replies when the user taps its control");

promise_test(async () => {
    const answer = web.send("menu", "display", { title: "Sort", items: [{ title: "Name", index: 0 }, { title: "Date", index: 1 }] });
    await command({ wait: "menu.display" });
    for (const data of [undefined, {}, { selectedIndex: "1" }]) {
        const refusal = await command({ notify: "menu.tap", data });
        assert_equals(refusal.status, 400);
        assert_true((await refusal.text()).includes("selectedIndex"));
    }
    await command({ notify: "menu.tap", data: { selectedIndex: 1 } });
    assert_equals((await answer).data.selectedIndex, 1);
}, "a menu replies with the item that the user taps");

promise_test(async () => {
    const refusal = await command({ notify: "overflow-menu.tap" });
    assert_equals(refusal.status, 400);
    assert_true((await refusal.text()).includes("overflow-menu.connect"));
}, "a tap without a control is an error that names the missing call");

promise_test(async () => {
    const error = await web.send("nothing", "connect").then(() => null, (error) => error);
    assert_equals(error.message, "no component nothing");
}, "a message to a missing component rejects");

promise_test(async () => {
    const { webkit } = /** @type {any} */ (window);
    for (const message of [null, 1, "x", [], {}, { id: 1 }, { id: "');alert(1);('", component: "form", event: "e", data: [1] }]) {
        webkit.messageHandlers.bridge.postMessage(message);
    }
    assert_true(Array.isArray(await ask("load")));
}, "malformed messages have no effect on later messages");
