// Functions that the suites of an app on the home screen share.

/**
 * Gives the phone an order, and waits until it is carried out.
 * @param {Record<string, any>} orders
 * @returns {Promise<string | null>}  The complaint, if there is one.
 */
const order = async (orders) => {
    const response = await fetch("/___testing___/native", {
        method: "POST", headers: { "X-SWWebView-Request": "1" }, body: JSON.stringify({ phone: orders }),
    });
    return (await response.json())?.error ?? null;
};

/** @returns {Promise<any>}  The notifications and subscriptions that the phone has. */
const phone = async () => (await (await fetch("/___testing___/native")).json()).phone;

/** A key pair's public key, as servers make them. */
const serverKey = async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
    return new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
};

/** @param {Uint8Array} bytes */
const base64URL = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * Registers the worker for a scope of the test's own.
 * @param {HarnessTest} t
 * @returns {Promise<any>}
 */
const app = async (t) => {
    const scope = new URL(`scope/${crypto.randomUUID()}/`, location.href).href;
    const registration = await navigator.serviceWorker.register("worker.js", { scope });
    t.add_cleanup(() => registration.unregister());
    const worker = /** @type {ServiceWorker} */ (registration.installing ?? registration.active);
    while (worker.state !== "activated") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    return registration;
};

/** @param {any} registration @param {any[]} question @returns {Promise<any>} */
const ask = (registration, ...question) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    registration.active.postMessage(question, [port2]);
});

/**
 * Waits for the worker's message about its next event of a type.
 * @param {string} type @returns {Promise<any>}
 */
const told = (type) => new Promise((resolve) => {
    const hear = (/** @type {MessageEvent} */ { data }) => {
        if (data.type !== type) return;
        navigator.serviceWorker.removeEventListener("message", hear);
        resolve(data);
    };
    navigator.serviceWorker.addEventListener("message", hear);
    navigator.serviceWorker.startMessages();
});

/**
 * @param {EventTarget} target @param {string} type
 * @returns {Promise<any>}
 */
const next = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

/** @param {any} name @returns {Promise<any>} */
const permissionStatus = (name) => navigator.permissions.query({ name });

/** @param {Promise<any>} promise @returns {Promise<string>}  The name of its error. */
const failure = (promise) => promise.then(() => "no error", (error) => error.name);

/**
 * Sets the state of the permission until the test is over.
 * @param {HarnessTest} t @param {string} state
 */
const permit = async (t, state) => {
    t.add_cleanup(() => order({ permissions: { notifications: "granted" } }));
    assert_equals(await order({ permissions: { notifications: state } }), null);
};

const { Notification: WebNotification } = /** @type {any} */ (window);
