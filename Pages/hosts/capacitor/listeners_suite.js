// Tests of the limit of Capacitor's listeners.

import { calls, command } from "../app/notebook_suite.js";

const { App, Keyboard } = /** @type {any} */ (window).Capacitor.Plugins;
const most = 1000;

promise_test(async () => {
    const handles = [];
    const errors = [];
    let heard = 0;
    const refused = new Promise((resolve) => {
        const listener = (/** @type {any} */ _, /** @type {any} */ error) => {
            if (!error) return void heard++;
            errors.push(error);
            resolve(error);
        };
        // Each listener has an event of its own, or most would be in one list.
        for (let i = 0; i < most + 1; i++) handles.push(App.addListener(`event${i}`, listener));
    });
    const error = /** @type {any} */ (await refused);
    assert_equals(error.code, "TOO_MANY_LISTENERS");
    assert_true(error.message.startsWith("App.addListener: the page has 1000 listeners already."), error.message);
    // The first listener is in its place. Other plugins answer.
    await command({ notify: "App.event0", data: {} });
    assert_equals((await App.getState()).isActive, true);
    assert_equals(heard, 1);
    for (const handle of handles) await handle.remove();
    // Each removed listener makes place for another one.
    for (let i = 0; i < 2 * most; i++) await (await Keyboard.addListener(`event${i}`, listenerOf(errors))).remove();
    await App.getState();
    assert_true(errors.length >= 1 && errors.every(({ code }) => code === "TOO_MANY_LISTENERS"));
    const count = errors.length;
    const last = await Keyboard.addListener("keyboardDidHide", listenerOf(errors));
    await App.getState();
    assert_equals(errors.length, count);
    await last.remove();
    assert_equals((await calls()).at(-1)?.handler, "App.getState");
}, "a page has at most 1000 listeners, and the next one receives an error");

/** @param {any[]} errors */
function listenerOf(errors) {
    return (/** @type {any} */ _, /** @type {any} */ error) => {
        if (error) errors.push(error);
    };
}
