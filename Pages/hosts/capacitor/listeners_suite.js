// Tests of the limit of Capacitor's listeners.

import { calls, command } from "../app/notebook_suite.js";

const { App, Keyboard } = /** @type {any} */ (window).Capacitor.Plugins;
const most = 1000;

/** Registers the test. It takes a moment, so it is the last one. */
export function listenersSuite() {
    promise_test(async () => {
        /** @type {any[]} */
        const errors = [];
        let heard = 0;
        /** @type {(error: any) => void} */
        let refuse;
        const refused = new Promise((resolve) => (refuse = resolve));
        const listener = (/** @type {any} */ _, /** @type {any} */ error) => {
            if (!error) return void heard++;
            errors.push(error);
            refuse(error);
        };
        // Each listener has an event of its own, or most would be in one list.
        const handles = Array.from({ length: most + 1 }, (_, i) => App.addListener(`event${i}`, listener));
        const error = /** @type {any} */ (await refused);
        assert_equals(error.code, "TOO_MANY_LISTENERS");
        assert_true(error.message.startsWith("App.addListener: the page has 1000 listeners already."), error.message);
        // The first listener is in its place. Other plugins answer.
        await command({ notify: "App.event0", data: {} });
        assert_equals((await App.getState()).isActive, true);
        assert_equals(heard, 1);
        await Promise.all(handles.map((handle) => handle.remove()));
        await App.getState();
        // Each removed listener has made place for another one.
        const count = errors.length;
        const others = await Promise.all(
            Array.from({ length: most / 2 }, (_, i) => Keyboard.addListener(`event${i}`, listenerOf(errors))),
        );
        await App.getState();
        assert_equals(errors.length, count);
        await Promise.all(others.map((handle) => handle.remove()));
        await App.getState();
        assert_equals((await calls()).at(-1)?.handler, "App.getState");
    }, "a page has at most 1000 listeners, and the next one receives an error");
}

/** @param {any[]} errors */
function listenerOf(errors) {
    return (/** @type {any} */ _, /** @type {any} */ error) => {
        if (error) errors.push(error);
    };
}
