// Content security policies of documents: worker-src governs what they may register, and no other directive does.
// Source: https://www.w3.org/TR/CSP3/#directive-worker-src

/**
 * Registers a worker from a frame whose document has a policy.
 * @param {HarnessTest} t @param {string} name
 */
const registerFrom = async (t, name) => {
    const { contentWindow: inner } = await addFrame(t, `resources/${name}.html`);
    const url = await putScript(uniqueName('worker'), answering("'here'"));
    const scope = uniqueScope();
    t.add_cleanup(async () => (await navigator.serviceWorker.getRegistration(scope))?.unregister());
    return { inner, registering: inner.navigator.serviceWorker.register(url, { scope }) };
};

for (const name of ['no-workers', 'other-workers', 'no-scripts-but-inline']) {
    promise_test(async (t) => {
        const { inner, registering } = await registerFrom(t, name);
        const violated = nextEvent(inner.document, 'securitypolicyviolation');
        const error = await registering.then(() => null, (/** @type {any} */ reason) => reason);
        assert_true(error instanceof inner.DOMException, String(error));
        assert_equals(error.name, 'SecurityError');
        const { violatedDirective, disposition, blockedURI } = /** @type {SecurityPolicyViolationEvent} */ (await violated);
        assert_equals(violatedDirective, 'worker-src');
        assert_equals(disposition, 'enforce');
        assert_true(blockedURI.startsWith(`${location.origin}/`), blockedURI);
    }, `a policy that allows no worker: ${name}`);
}

/**
 * Has a frame make a shared worker. Returns what the worker computes, or "error".
 * @param {Window & typeof globalThis} inner
 */
const sharedWorkerOutcome = (inner) => {
    const worker = new inner.SharedWorker(new URL('../shared-workers/resources/echo.js', location.href), uniqueName('shared'));
    const { port1, port2 } = new MessageChannel();
    const outcome = new Promise((resolve) => {
        worker.onerror = () => resolve('error');
        port1.onmessage = ({ data }) => resolve(data.value);
    });
    worker.port.postMessage('1 + 1', [port2]);
    worker.port.postMessage('close()', [new MessageChannel().port2]);
    return outcome;
};

/**
 * A frame in a frame, with an inherited policy.
 * @param {Window} outer @param {string} [text]
 * @returns {Promise<Window & typeof globalThis>}
 */
const addInheriting = async (outer, text) => {
    const frame = outer.document.createElement('iframe');
    if (text !== undefined) frame.srcdoc = text;
    const loaded = nextEvent(frame, 'load');
    outer.document.body.append(frame);
    await loaded;
    return /** @type {any} */ (frame.contentWindow);
};

for (const name of ['no-workers', 'other-workers', 'own-workers', 'no-connections']) {
    const expected = name === 'no-workers' || name === 'other-workers' ? 'error' : 2;
    promise_test(async (t) => {
        const { contentWindow: inner } = await addFrame(t, `resources/${name}.html`);
        const violated = expected === 'error' && nextEvent(inner.document, 'securitypolicyviolation');
        assert_equals(await sharedWorkerOutcome(inner), expected);
        if (violated) assert_equals(/** @type {SecurityPolicyViolationEvent} */ (await violated).violatedDirective, 'worker-src');
    }, `a shared worker under the policy of ${name}`);

    promise_test(async (t) => {
        const { contentWindow: outer } = await addFrame(t, `resources/${name}.html`);
        assert_equals(await sharedWorkerOutcome(await addInheriting(outer)), expected, 'about:blank');
        const inner = await addInheriting(outer, 'A frame whose own text sets no policy.');
        assert_equals(await sharedWorkerOutcome(inner), expected, 'srcdoc');
        assert_equals(await sharedWorkerOutcome(await addInheriting(inner, 'Another one.')), expected, 'srcdoc in srcdoc');
    }, `a shared worker of frames that inherit the policy of ${name}`);
}

promise_test(async (t) => {
    const { contentWindow: outer } = await addFrame(t, 'resources/plain.html');
    const own = await addInheriting(outer, `<meta http-equiv="Content-Security-Policy" content="worker-src 'none'">`);
    assert_equals(await sharedWorkerOutcome(own), 'error', 'its own policy');
    assert_equals(await sharedWorkerOutcome(await addInheriting(outer)), 2, 'a frame beside it');
}, 'a policy of a srcdoc frame counts for that frame alone');

for (const name of ['no-connections', 'own-workers']) {
    promise_test(async (t) => {
        const { inner, registering } = await registerFrom(t, name);
        const registration = await registering;
        await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
        const { port1, port2 } = new inner.MessageChannel();
        const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
        registration.active?.postMessage(null, [port2]);
        assert_equals(await answer, 'here');
        assert_equals((await inner.navigator.serviceWorker.getRegistrations()).length > 0, true);
        const cache = await inner.caches.open(uniqueName('cache'));
        await cache.put('/x', new inner.Response('kept'));
        assert_equals(await (await cache.match('/x'))?.text(), 'kept');
    }, `a policy that allows workers: ${name}`);
}

promise_test(async (t) => {
    const imported = await putScript(uniqueName('imported'), 'export default 1;');
    const { worker } = await startWorker(t, `onmessage = (event) => event.waitUntil(
        import('${imported}').then(() => 'imported', (error) => error.name).then((text) => event.source.postMessage(text)));`);
    navigator.serviceWorker.startMessages();
    const answer = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage(null);
    assert_equals((await answer).data, 'TypeError');
}, 'import() in a classic service worker');
