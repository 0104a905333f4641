// The APIs and addresses of a page on sw://: the same as on a host of its own.

test(() => {
    assert_equals(location.protocol, 'sw:');
    assert_equals(location.host, 'app.localhost');
    assert_equals(location.origin, 'sw://app.localhost');
    assert_equals(self.origin, 'sw://app.localhost');
    assert_equals(document.URL, location.href);
}, 'the origin is sw://app.localhost');

test(() => assert_true(isSecureContext), 'it is a secure context');

promise_test(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    assert_equals(firstMoment.visibility, 'visible');
    assert_true(firstMoment.hasFocus);
    assert_equals(`${firstMoment.width} ${firstMoment.height}`, `${innerWidth} ${innerHeight}`);
    assert_array_equals(changesSince, []);
}, 'the page is visible, has the focus and its size from its first script on');

promise_test(async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc')));
    assert_array_equals(digest.slice(0, 4), [0xba, 0x78, 0x16, 0xbf]);
    assert_equals(crypto.getRandomValues(new Uint8Array(8)).length, 8);
}, 'crypto.subtle works');

test(() => {
    localStorage.setItem('key', 'Wert ü');
    assert_equals(localStorage.getItem('key'), 'Wert ü');
    localStorage.removeItem('key');
    assert_equals(localStorage.getItem('key'), null);
    sessionStorage.setItem('key', 'session');
    assert_equals(sessionStorage.getItem('key'), 'session');
}, 'localStorage and sessionStorage keep values');

promise_test(async () => {
    const response = await fetch(location.href, { integrity: '\ud800' });
    assert_equals(response.status, 200);
}, 'fetch ignores an integrity that names no hash, also one that cannot be encoded');

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

promise_test(async (t) => {
    const name = `environment-${crypto.randomUUID()}`;
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('notes', { keyPath: 'id' });
    const database = await result(opening);
    t.add_cleanup(async () => {
        database.close();
        await result(indexedDB.deleteDatabase(name));
    });
    const note = { id: 1, text: 'a note', date: new Date(0), bytes: Uint8Array.of(1, 2, 3), tags: new Set(['a']) };
    await result(database.transaction('notes', 'readwrite').objectStore('notes').put(note));
    const kept = await result(database.transaction('notes').objectStore('notes').get(1));
    assert_equals(kept.text, 'a note');
    assert_equals(kept.date.getTime(), 0);
    assert_array_equals(kept.bytes, [1, 2, 3]);
    assert_true(kept.tags.has('a'));
}, 'IndexedDB keeps structured values');

promise_test(async (t) => {
    const name = `environment-${crypto.randomUUID()}`;
    const [sender, receiver] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    t.add_cleanup(() => [sender, receiver].forEach((channel) => channel.close()));
    const received = new Promise((resolve) => (receiver.onmessage = (event) => resolve(event.data)));
    sender.postMessage({ text: 'hello' });
    assert_equals((await received).text, 'hello');
}, 'BroadcastChannel carries messages');

promise_test(async () => {
    const { port1, port2 } = new MessageChannel();
    const received = new Promise((resolve) => (port2.onmessage = (event) => resolve(event.data)));
    port1.postMessage(new Map([['key', 1n]]));
    assert_equals((await received).get('key'), 1n);
}, 'MessageChannel carries messages');

test(() => {
    assert_equals(document.visibilityState, 'visible');
    assert_false(document.hidden);
}, 'the page is visible');

promise_test(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const first = await frame();
    const second = await frame();
    assert_greater_than_equal(second, first);
}, 'requestAnimationFrame runs');

promise_test(async () => {
    const worker = new Worker('resources/echo-worker.js');
    const answer = new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
    });
    worker.postMessage('ping');
    const { echo, origin, isSecureContext } = await answer;
    worker.terminate();
    assert_equals(echo, 'ping');
    assert_equals(origin, 'sw://app.localhost');
    assert_true(isSecureContext);
}, 'a dedicated Worker runs');

promise_test(async () => {
    assert_equals(await navigator.locks.request('a lock', async (lock) => lock?.name), 'a lock');
}, 'Web Locks work');

test(() => {
    history.pushState({ page: 1 }, '', '?pushed');
    assert_equals(location.search, '?pushed');
    assert_equals(history.state.page, 1);
    history.replaceState(null, '', location.pathname);
    assert_equals(location.search, '');
}, 'history.pushState and replaceState work');
