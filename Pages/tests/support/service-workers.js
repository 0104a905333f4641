// Functions that the service worker suites share: workers from texts, scopes of their own, questions to workers.

/**
 * Has the test host serve a script under an address that any scope may be registered with; again to change it.
 * @param {string} id
 * @param {string} text
 */
const putScript = async (id, text) => {
    const response = await fetch(endpoint(`script?id=${id}`), { method: 'PUT', body: text });
    assert_equals(response.status, 200, 'the test host keeps the script');
    return endpoint(`script?id=${id}&allowed=/`);
};

/** A scope with one page, which no other test uses. */
const uniqueScope = () => new URL(`resources/frame.html?${crypto.randomUUID()}`, location.href).href;

/** Answers every message on the port that came with it; for tests that look at a worker from outside. */
const answering = (/** @type {string} */ expression) =>
    `self.addEventListener('message', event => event.waitUntil((async () => {
        event.ports[0]?.postMessage(await (${expression}));
    })()));`;

/**
 * Waits for a state; fails when it can't come any more.
 * @param {ServiceWorker | null} worker
 * @param {ServiceWorkerState} state
 */
const untilState = async (worker, state) => {
    if (!worker) throw new Error(`there is no worker that could become ${state}`);
    while (worker.state !== state) {
        assert_not_equals(worker.state, 'redundant', `the worker never was ${state}`);
        await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    }
};

/**
 * Registers a script until the test is over.
 * @param {HarnessTest} t
 * @param {string} url
 * @param {RegistrationOptions} [options]
 */
const registerScript = async (t, url, options = { scope: uniqueScope() }) => {
    const registration = await navigator.serviceWorker.register(url, options);
    t.add_cleanup(() => registration.unregister());
    return registration;
};

/**
 * Registers a worker with this text and waits until it is active.
 * @param {HarnessTest} t
 * @param {string} text
 * @param {RegistrationOptions} [options]
 */
const startWorker = async (t, text, options = {}) => {
    const url = await putScript(uniqueName('worker'), text);
    const registration = await registerScript(t, url, { scope: uniqueScope(), ...options });
    await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
    return { registration, url, worker: /** @type {ServiceWorker} */ (registration.active) };
};

/**
 * An address of this host as the page spells it: workers see https:// where the page has sw://.
 * @param {string} address
 */
const inPage = (address) => address.replace(/^https?:\/\/[^/]+/, (origin) => origin.endsWith(`//${location.host}`) ? location.origin : origin);

/**
 * The answer on a port that goes along with the message.
 * @param {ServiceWorker | null | undefined} worker
 * @param {any} message
 * @returns {Promise<any>}
 */
const askWorker = (worker, message = null) =>
    new Promise((resolve, reject) => {
        if (!worker) return reject(new Error('there is no worker to ask'));
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        worker.postMessage(message, [port2]);
    });

/**
 * The next event of a type.
 * @param {EventTarget} target
 * @param {string} type
 * @returns {Promise<any>}
 */
const nextEvent = (target, type) =>
    new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

/**
 * Returns the text that a fetch in a frame reads.
 * @param {{ contentWindow: Window & typeof globalThis }} frame
 * @param {string} url
 * @returns {Promise<string>}
 */
const textThrough = async ({ contentWindow }, url) => (await contentWindow.fetch(url)).text();
