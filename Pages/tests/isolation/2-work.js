// Leaves running timers, streams and workers, locks and open windows.

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
    // Each response starts the next request.
    const ask = () => {
        noise.postMessage('fetch');
        fetch('/___testing___/inspect').then(ask, () => {});
    };
    ask();
}, 'the page leaves running timers and requests');

promise_test(async () => {
    const { body } = await fetch('/___testing___/stall?id=left');
    await body?.getReader().read();
    await firstEvent(new EventSource('/___testing___/stall?id=left-events'), 'error');
    fetch('/___testing___/beacons?id=left', { keepalive: true });
    const request = new XMLHttpRequest();
    request.open('GET', '/___testing___/stall?id=left-request');
    request.send();
}, 'the page leaves unread responses');

promise_test(async () => {
    await firstEvent(new Worker('resources/noisy-worker.js'), 'message');
    const shared = new SharedWorker('resources/shared-counter.js', { name: 'left' });
    shared.port.start();
    await firstEvent(shared.port, 'message');
    shared.port.postMessage('make noise');
}, 'the page leaves running workers');

promise_test(async () => {
    await new Promise((resolve) => {
        navigator.locks.request('left', () => new Promise(() => resolve(undefined)));
    });
    navigator.locks.request('left', () => {});
}, 'the page leaves a held lock and a pending request for a lock');

promise_test(async () => {
    const other = /** @type {Window} */ (open('resources/noisy.html', 'left'));
    await firstEvent(window, 'message');
    assert_false(other.closed);
}, 'the page leaves an open window');

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
}, 'the page writes data while it closes');
