// Leaves timers, streams, workers, locks and windows that go on.

/** @param {EventTarget} target @param {string} type */
const firstEvent = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

promise_test(async () => {
    const noise = new BroadcastChannel('left');
    setInterval(() => noise.postMessage('timer'), 1);
    const animate = () => {
        noise.postMessage('animation');
        requestAnimationFrame(animate);
    };
    animate();
    // Goes on from answer to answer.
    const ask = () => {
        noise.postMessage('fetch');
        fetch('/___testing___/inspect').then(ask, () => {});
    };
    ask();
}, 'timers and requests go on');

promise_test(async () => {
    const { body } = await fetch('/___testing___/stall?id=left');
    await body?.getReader().read();
    await firstEvent(new EventSource('/___testing___/stall?id=left-events'), 'error');
    fetch('/___testing___/beacons?id=left', { keepalive: true });
    const request = new XMLHttpRequest();
    request.open('GET', '/___testing___/stall?id=left-request');
    request.send();
}, 'responses are not read to the end');

promise_test(async () => {
    await firstEvent(new Worker('resources/noisy-worker.js'), 'message');
    const shared = new SharedWorker('resources/shared-counter.js', { name: 'left' });
    shared.port.start();
    await firstEvent(shared.port, 'message');
    shared.port.postMessage('make noise');
}, 'workers go on');

promise_test(async () => {
    await new Promise((resolve) => {
        navigator.locks.request('left', () => new Promise(() => resolve(undefined)));
    });
    navigator.locks.request('left', () => {});
}, 'a lock is held, and another is waited for');

promise_test(async () => {
    const other = /** @type {Window} */ (open('resources/noisy.html', 'left'));
    await firstEvent(window, 'message');
    assert_false(other.closed);
}, 'a window stays open');

test(() => {
    for (const type of ['pagehide', 'unload', 'beforeunload', 'visibilitychange']) {
        addEventListener(type, (event) => {
            localStorage.setItem(`left at ${type}`, 'left');
            indexedDB.open(`left at ${type}`);
            navigator.sendBeacon('/___testing___/beacon?id=left', type);
            event.preventDefault();
            return 'Stay?';
        });
    }
}, 'the page writes as it goes');
