// Tests of Turbo's visits in Hotwire Native: the app hears of each visit and starts it.

import { calls, command, until } from "../app/notebook_suite.js";
import { Turbo } from "./drive.js";

const start = location.href;
const visited = () => document.documentElement.dataset.visited;
/** @returns {Promise<any[]>} */
const turboCalls = async () => (await calls()).filter(({ handler }) => handler.startsWith("Turbo."));

/** The number of the latest call that does not count. */
let last = 0;
const begin = async () => void (last = /** @type {any} */ ((await calls()).at(-1))?.number ?? 0);

/**
 * Waits for the next message of Turbo with a name after `begin`.
 * @param {string} name
 * @returns {Promise<any>}
 */
const message = async (name) => {
    const call = await (await command({ wait: `Turbo.${name}` })).json();
    return call.number > last ? call : message(name);
};

/** @param {Record<string, any>} notify */
const app = async (notify) => assert_equals((await command(notify)).status, 200);

promise_test(async () => {
    assert_true(navigator.userAgent.includes("Turbo Native iOS"));
    const { body, frame } = await message("pageLoaded");
    assert_equals(body.restorationIdentifier, Turbo.navigator.restorationIdentifier);
    assert_equals(frame.url, start);
    assert_true((await message("turboIsReady")).body.isReady);
}, "the app loads the page and becomes Turbo's adapter");

promise_test(async () => {
    await begin();
    Turbo.visit("index.html");
    const proposed = await message("visitProposed");
    assert_equals(proposed.body.location, new URL("index.html", start).href);
    const { body: { identifier, restorationIdentifier } } = await message("visitCompleted");
    await message("visitRendered");
    assert_equals(visited(), "Notebook");
    assert_equals(location.href, new URL("index.html", start).href);
    const names = (await turboCalls()).filter(({ body }) => body.identifier === identifier).map(({ handler }) => handler.slice("Turbo.".length));
    assert_array_equals(names, ["visitStarted", "visitRequestStarted", "visitRequestCompleted", "visitCompleted", "visitRequestFinished", "visitRendered"]);
    assert_equals(restorationIdentifier, Turbo.navigator.restorationIdentifier);
}, "the app starts a proposed visit");

promise_test(async () => {
    await begin();
    Turbo.visit(location.href);
    assert_equals((await message("visitProposalRefreshingPage")).body.location, location.href);
    await message("visitCompleted");
    Turbo.visit(`${location.href}#part`);
    assert_true((await message("visitProposalScrollingToAnchor")).body.location.endsWith("#part"));
    assert_equals(document.documentElement.dataset.anchor, "#part");
}, "visits of the same page and of its anchors are not proposed");

promise_test(async () => {
    await begin();
    Turbo.visit("suite.html?second", { action: "advance" });
    await message("visitCompleted");
    assert_equals(visited(), "Tests of the notebook in a framework");
    await begin();
    await app({ notify: "Turbo.back" });
    const { body: { hasCachedSnapshot } } = await message("visitStarted");
    assert_true(hasCachedSnapshot);
    await until(() => visited() === "Notebook");
    await message("visitCompleted");
}, "the app's back button restores the page before");

promise_test(async () => {
    await begin();
    Turbo.visit("https://other.example/page");
    const { body: { location: proposed } } = await message("visitProposed");
    assert_equals(proposed, "https://other.example/page");
    await command({ handler: "Turbo.visitProposed", answer: false });
    Turbo.visit("index.html?native");
    await message("visitProposed");
    Turbo.visit("none.html");
    const { body } = await message("visitRequestFailed");
    assert_equals(`${body.statusCode} ${new URL(body.location).pathname}`, "404 /hosts/none.html");
    assert_false(location.href.includes("native"));
}, "the app refuses visits, and hears of failed ones");

promise_test(async () => {
    const link = document.createElement("a");
    document.body.append(link);
    for (const [address, leave] of /** @type {[string, () => void][]} */ ([
        ["index.html?script", () => { location.href = "index.html?script"; }],
        ["index.html?link", () => { link.href = "index.html?link"; link.click(); }],
        ["index.html?window", () => { open("index.html?window"); }],
    ])) {
        await begin();
        leave();
        assert_equals((await message("visitProposed")).body.location, new URL(address, start).href);
        await message("visitCompleted");
        assert_equals(location.href, new URL(address, start).href);
    }
    link.href = "#link";
    for (const [hash, leave] of /** @type {[string, () => void][]} */ ([
        ["#link", () => link.click()], ["#script", () => { location.hash = "script"; }],
    ])) {
        await begin();
        leave();
        assert_equals((await message("visitProposed")).body.location, location.href.split("#")[0] + hash);
        await message("visitCompleted");
    }
    link.remove();
}, "links, scripts and windows that Turbo does not handle become visits, also those to a place on the page");

promise_test(async () => {
    const screen = location.href;
    await begin();
    Turbo.visit("index.html?form");
    await message("visitCompleted");
    await begin();
    Turbo.visit(screen);
    assert_true((await message("visitStarted")).body.hasCachedSnapshot);
    await message("visitCompleted");
    assert_equals(location.href, screen);
}, "a visit of the page below goes back to it");

promise_test(async () => {
    const screen = location.href;
    for (const [name, isRedirected, isRestored] of /** @type {const} */ ([
        ["recede", false, true], ["resume", true, true], ["refresh", true, false],
    ])) {
        await begin();
        Turbo.visit(`index.html?${name}`);
        await message("visitCompleted");
        await begin();
        Turbo.visit(`${name}_historical_location`, { action: "advance", ...isRedirected && { response: { redirected: true } } });
        const { body } = await message("visitStarted");
        assert_equals(body.hasCachedSnapshot, isRestored, name);
        await message("visitCompleted");
        assert_equals(location.href, screen, name);
    }
}, "a historical location goes back, and is not loaded");

promise_test(async () => {
    const { webkit } = /** @type {any} */ (window);
    for (const text of [null, 1, "x", [], {}, { name: 1, data: {} }, { name: "visitProposed", data: 1 }, { name: "visitProposed", data: {} },
        { name: "visitProposed", data: { location: "');alert(1);('", options: [] } }, { name: "visitProposed", data: { location: {} } },
        { name: "pageLoaded", data: { restorationIdentifier: [1] } }, { name: "visitCompleted", data: { restorationIdentifier: "x".repeat(1e5) } },
        { name: "__proto__", data: {} }, { name: "x".repeat(1e5), data: {} }]) {
        webkit.messageHandlers.turbo.postMessage(text);
    }
    for (const notify of ["Turbo.none", "Turbo.visit", "Turbo.clearSnapshotCache"]) await app({ notify, data: { location: 1 } });
    Turbo.visit("index.html?last", { action: "replace" });
    await until(() => location.search === "?last");
    history.replaceState(null, "", start);
}, "malformed messages have no effect on later visits");
