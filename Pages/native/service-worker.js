// WebKit's own service workers: real https addresses, no bridge.

const script = '/support/worker.js';
const scope = '/support/';

/** @type {Promise<{ registration: ServiceWorkerRegistration, frame: Window & typeof globalThis }>} */
const started = (async () => {
    const registration = await navigator.serviceWorker.register(script, { scope });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    while (worker?.state !== 'activated') {
        await new Promise((resolve) => worker?.addEventListener('statechange', resolve, { once: true }));
    }
    const frame = document.createElement('iframe');
    frame.src = '/support/frame.html';
    document.body.append(frame);
    await new Promise((resolve) => {
        frame.onload = resolve;
    });
    const { contentWindow } = frame;
    if (!contentWindow) throw new Error('the frame has no window');
    return { registration, frame: /** @type {Window & typeof globalThis} */ (contentWindow) };
})();

promise_test(async () => {
    const { registration, frame } = await started;
    assert_equals(registration.scope, 'https://native.example/support/');
    assert_equals(registration.active?.scriptURL, 'https://native.example/support/worker.js');
    assert_equals(frame.navigator.serviceWorker.controller?.scriptURL, registration.active?.scriptURL);
}, 'a worker is registered, and controls a page of its scope');

promise_test(async () => {
    const { frame } = await started;
    const text = await (await frame.fetch('/made-up?x#y')).text();
    assert_equals(
        text,
        'https://native.example/support/worker.js https://native.example/made-up?x#y https://native.example');
}, 'the worker sees https addresses');

promise_test(async () => {
    const { frame } = await started;
    const names = await caches.keys();
    assert_true(names.includes('kept'));
    const cache = await caches.open('kept');
    const keys = (await cache.keys()).map((request) => request.url).sort();
    assert_array_equals(keys, ['https://cdn.example/library.mjs', 'https://native.example/support/frame.html']);
    const response = await frame.fetch('/___testing___/inspect');
    assert_equals((await response.json()).method, 'GET');
}, 'caches hold entries of both origins, and the network is reached through the worker');

promise_test(async () => {
    const { frame, registration } = await started;
    const heard = new Promise((resolve) => {
        frame.navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
    });
    registration.active && frame.navigator.serviceWorker.controller?.postMessage('hello');
    const { heard: text, from } = await heard;
    assert_equals(text, 'hello');
    assert_equals(from, 'https://native.example/support/frame.html');
}, 'the worker and its clients send messages');

promise_test(async () => {
    const { registration } = await started;
    assert_true(await registration.unregister());
}, 'a registration goes');
