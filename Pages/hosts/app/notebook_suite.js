// Tests of the notebook for all frameworks. Load testharness.js first.

/** @param {Record<string, any>} command @returns {Promise<Response>} */
export const command = (command) =>
    fetch("/___testing___/native", { method: "POST", headers: { "X-SWWebView-Request": "1" }, body: JSON.stringify(command) });

/** @param {Record<string, any>} orders */
export const phone = async (orders) => {
    assert_equals((await command({ phone: orders })).status, 200, JSON.stringify(orders));
};

/** @returns {Promise<{ handler: string, body: any, frame: { origin: string }, value?: any, error?: string, code?: string }[]>} */
export const calls = async () => (await (await fetch("/___testing___/native")).json()).calls;

/**
 * Waits until a condition is true. Checks the condition after each change of the document.
 * @param {() => unknown} isTrue
 */
export const until = (isTrue) => new Promise((resolve) => {
    const look = () => {
        if (!isTrue()) return;
        observer.disconnect();
        resolve(undefined);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    look();
});

/** @param {string} name @returns {any} */
const element = (name) => document.getElementById(name);
const rows = () => [...document.querySelectorAll("li")];

/** @param {string} text */
const addNote = async (text) => {
    element("text").value = text;
    element("form").requestSubmit();
    await until(() => rows().at(-1)?.textContent === text);
};

/**
 * @param {import("./app.js").Native} native
 * @param {(answers: any[]) => Promise<void>} answerDialogs answers the next dialogs of the native half
 */
export const notebookSuite = (native, answerDialogs = (dialogs) => phone({ dialogs })) => {
    promise_test(async () => {
        await addNote("Milk");
        await addNote("Bread");
        assert_array_equals((await native.load()).map(({ text }) => text), ["Milk", "Bread"]);
    }, "the native half stores notes");

    promise_test(async () => {
        rows()[0].click();
        await until(() => !element("note").hidden);
        assert_equals(element("full").textContent, "Milk");
        element("back").click();
        await until(() => element("note").hidden);
        assert_equals(rows().length, 2);
    }, "the back button leads from a note to the list");

    promise_test(async () => {
        element("camera").click();
        await until(() => rows().at(-1)?.textContent === "A picture");
        const image = /** @type {HTMLImageElement} */ (rows().at(-1)?.querySelector("img"));
        await image.decode();
        assert_equals(image.naturalWidth / image.naturalHeight, 4 / 3);
    }, "a picture of the camera is shown in the list");

    promise_test(async () => {
        await answerDialogs(["cancel"]);
        element("camera").click();
        await until(() => !element("offline").hidden);
        assert_equals(rows().length, 3);
        element("offline").hidden = true;
    }, "the app continues when the user cancels the camera");

    promise_test(async (t) => {
        t.add_cleanup(() => phone({ isConnected: true }));
        await phone({ isConnected: false });
        await until(() => !element("offline").hidden);
        assert_false(navigator.onLine);
        await phone({ isConnected: true });
        await until(() => element("offline").hidden);
        assert_true(navigator.onLine);
    }, "the app receives changes of the network");

    promise_test(async () => {
        rows()[2].click();
        await until(() => !element("note").hidden);
        await answerDialogs(["cancel", "accept"]);
        element("remove").click();
        element("remove").click();
        await until(() => element("note").hidden);
        assert_equals(rows().length, 2);
        assert_equals((await native.load()).length, 2);
    }, "a note is deleted when the user accepts the dialog");

    if (native.onPause) promise_test(async (t) => {
        t.add_cleanup(() => phone({ isActive: true }));
        await phone({ isActive: false });
        await until(() => document.body.classList.contains("paused"));
    }, "the app receives the move to the background");
};
