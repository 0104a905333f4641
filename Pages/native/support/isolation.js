// Two pages run this script one after the other. Neither finds data of the other, which WebKit itself stores.

/** @param {string} name @returns {Promise<boolean>} whether the database is new */
const makeDatabase = (name) => new Promise((resolve, reject) => {
    let isNew = false;
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => (isNew = true);
    opening.onsuccess = () => resolve(isNew);
    opening.onerror = reject;
});

/** @param {string} text @returns {Promise<Record<string, string>>} the headers that the server sees */
const seenHeaders = async (text) => (await (await fetch(`/___testing___/inspect?${text}`, { cache: 'no-store' })).json()).headers;

/**
 * Fails with what is known when a step of WebKit's own service workers does not end, which happens now and then.
 * @template Result
 * @param {Promise<Result>} step @param {string} what @param {ServiceWorkerRegistration} [registration]
 * @returns {Promise<Result>}
 */
const inTime = (step, what, registration) => new Promise((resolve, reject) => {
    const tell = async () => {
        const found = registration ?? await navigator.serviceWorker.getRegistration();
        const states = [found?.installing, found?.waiting, found?.active].map((one) => one?.state ?? 'none');
        const kept = (await (await caches.open('kept')).keys()).map(({ url }) => url);
        const fetched = await fetch('https://cdn.example/library.mjs', { cache: 'no-store' }).then(({ status }) => status, String);
        const host = await (await fetch('/___testing___/status', { cache: 'no-store' })).text();
        throw new Error(`${what} does not go on. Registration: ${states}; kept: ${kept}; fetched: ${fetched}; host: ${host}`);
    };
    const clock = setTimeout(() => tell().catch(reject), 20000);
    step.then(resolve, reject).finally(() => clearTimeout(clock));
});

promise_test(async () => {
    assert_equals((await seenHeaders('before')).cookie, undefined, 'cookies that the server sees');
}, 'requests have no cookies of another page');

promise_test(async () => {
    assert_equals(document.cookie, '', 'cookies');
    assert_equals(localStorage.length, 0, 'localStorage');
    assert_equals(sessionStorage.length, 0, 'sessionStorage');
    assert_equals(history.length, 1, 'history');
    assert_equals(window.name, '', 'name');
    document.cookie = 'left=left; max-age=10000; secure';
    assert_equals(document.cookie, 'left=left');
    localStorage.left = sessionStorage.left = window.name = 'left';
    history.pushState('left', '', '?left');
}, 'no values and cookies are stored');

promise_test(async () => {
    assert_array_equals(await indexedDB.databases(), []);
    assert_true(await makeDatabase('left'));
    assert_array_equals(await caches.keys(), []);
    await (await caches.open('left')).put('/left', new Response('left'));
    assert_array_equals(await caches.keys(), ['left']);
}, 'there are no databases and caches');

promise_test(async () => {
    const root = await navigator.storage?.getDirectory?.().catch(() => null);
    /** @type {string[]} */
    const names = [];
    if (root) for await (const name of /** @type {any} */ (root).keys()) names.push(name);
    assert_array_equals(names, []);
    if (root) await root.getFileHandle('left', { create: true });
    assert_false((await navigator.storage?.persisted?.()) ?? false, 'persisted');
    await navigator.storage?.persist?.();
}, 'there are no files');

promise_test(async () => {
    const url = '/___testing___/script?id=left';
    assert_equals((await fetch(url)).status, 404);
    assert_equals((await fetch(url, { cache: 'force-cache' })).status, 404);
    await fetch(url, { method: 'PUT', body: 'window.hasLoaded = true' });
    const element = document.createElement('script');
    element.src = url;
    await new Promise((resolve, reject) => {
        [element.onload, element.onerror] = [resolve, reject];
        document.head.append(element);
    });
    assert_equals((await fetch(url, { cache: 'force-cache' })).status, 200);
}, 'the cache has no responses of another page');

promise_test(async () => {
    assert_array_equals(await navigator.serviceWorker.getRegistrations(), []);
    assert_equals(navigator.serviceWorker.controller, null);
    const registration = await inTime(navigator.serviceWorker.register('/support/worker.js'), 'register()');
    const worker = /** @type {ServiceWorker} */ (registration.installing ?? registration.waiting ?? registration.active);
    // The worker may be active already.
    while (worker.state !== 'activated') {
        assert_not_equals(worker.state, 'redundant', 'the state of a worker that could not be installed');
        const change = new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
        await inTime(change, `a worker that is ${worker.state}`, registration);
    }
    assert_equals((await navigator.serviceWorker.getRegistrations()).length, 1);
}, 'there are no service workers');

promise_test(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    assert_array_equals([...held, ...pending], []);
    await new Promise((resolve) => {
        navigator.locks.request('left', () => new Promise(() => resolve(undefined)));
    });
    if ('Notification' in window) {
        assert_not_equals(Notification.permission, 'granted');
        await Notification.requestPermission();
    }
}, 'no locks are held, and no permission is granted');
