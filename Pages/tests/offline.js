// The switch /___testing___/offline: pages and workers notice, and what needs the network fails.

/** @param {"network" | "strict" | "no"} mode */
const setOffline = async (mode) => assert_equals((await changeHost(`offline?mode=${mode}`)).status, 200);

/** @param {HarnessTest} t @param {() => Promise<void>} work */
const whileOffline = async (t, work, mode = /** @type {"network" | "strict"} */ ('network')) => {
    t.add_cleanup(() => setOffline('no'));
    await setOffline(mode);
    await work();
    await setOffline('no');
};

promise_test(async (t) => {
    const { contentWindow: frame } = await addFrame(t, 'resources/frame.html');
    /** @type {string[]} */
    const events = [];
    for (const target of [window, frame]) for (const type of ['online', 'offline']) {
        const listener = (/** @type {Event} */ event) =>
            events.push(`${target === window ? 'page' : 'frame'} ${event.type} ${target.navigator.onLine}`);
        target.addEventListener(type, listener);
        t.add_cleanup(() => target.removeEventListener(type, listener));
    }
    assert_true(navigator.onLine);
    const offline = nextEvent(frame, 'offline'), online = nextEvent(frame, 'online');
    await whileOffline(t, async () => {
        await offline;
        assert_false(navigator.onLine);
        assert_false((await addFrame(t, 'resources/frame.html?later')).contentWindow.navigator.onLine, 'a frame that is loaded later');
        await setOffline('network');
    });
    await online;
    assert_array_equals(events, ['page offline false', 'frame offline false', 'page online true', 'frame online true']);
}, 'pages and their frames notice');

promise_test(async (t) => {
    /** @param {string} url */
    const result = async (url) => (await fetch(url, { cache: 'no-store' }).then(({ ok }) => ok, () => 'failed'));
    await whileOffline(t, async () => {
        assert_equals(await result('resources/frame.html'), true, 'the folder');
    });
    await whileOffline(t, async () => {
        assert_equals(await result('resources/frame.html'), 'failed', 'the folder, strictly');
    }, 'strict');
    assert_equals(await result('resources/frame.html'), true, 'the folder afterwards');
    assert_equals((await changeHost('offline?mode=perhaps')).status, 400);
}, 'what is within reach');

/** Tells of its state, and of each event. */
const WATCHER = `const watch = (tell) => {
    addEventListener('offline', () => tell(['listener', navigator.onLine].join(' ')));
    ononline = () => tell(['handler', navigator.onLine].join(' '));
    tell(['start', navigator.onLine].join(' '));
};`;

/**
 * Turns the network off when the worker has started, and on again.
 * @param {HarnessTest} t @param {MessagePort | Worker} port
 */
const hearWorker = async (t, port) => {
    t.add_cleanup(() => setOffline('no'));
    /** @type {string[]} */
    const heard = [];
    await new Promise((resolve) => {
        port.onmessage = async (/** @type {MessageEvent} */ { data }) => {
            heard.push(data);
            if (heard.length === 1) await setOffline('network');
            if (heard.length === 2) await setOffline('no');
            if (heard.length === 3) resolve(undefined);
        };
    });
    assert_array_equals(heard, ['start true', 'listener false', 'handler true']);
};

promise_test(async (t) => {
    const url = URL.createObjectURL(new Blob([`${WATCHER} watch(postMessage);`], { type: 'text/javascript' }));
    const worker = new Worker(url);
    t.add_cleanup(() => worker.terminate());
    await hearWorker(t, worker);
}, 'a dedicated worker notices');

promise_test(async (t) => {
    const script = `${WATCHER} onconnect = ({ ports: [port] }) => watch((text) => port.postMessage(text));`;
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    await hearWorker(t, new SharedWorker(url).port);
}, 'a shared worker notices');

promise_test(async (t) => {
    const { worker } = await startWorker(t, `const events = [];
        addEventListener('offline', () => events.push('offline'));
        ononline = () => events.push('online');
        ${answering('({ events, isOnline: navigator.onLine })')}`);
    await addFrame(t, uniqueScope());
    assert_true((await askWorker(worker)).isOnline);
    await whileOffline(t, async () => assert_false((await askWorker(worker)).isOnline));
    const { events, isOnline } = await askWorker(worker);
    assert_array_equals(events, ['offline', 'online']);
    assert_true(isOnline);
}, 'a service worker notices');
