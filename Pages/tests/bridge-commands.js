// Every command settles, whatever its body is.

const paths = `
    /ping /Navigator/sendBeacon /Navigator/sendBeacon/end /Worker/create /Worker/gone /Cache/stopUpload /OpaqueResponse/release /OpaqueResponse/clone
    /SharedWorker/connect /SharedWorker/running /SharedWorker/closing /Client/ready /Client/update /Client/asks /Client/gone /CookieStore/settle /CookieStore/getAll /CookieStore/set
    /PerformanceObserver/observe /CookieStoreManager/getSubscriptions /CookieStoreManager/subscribe /CookieStoreManager/unsubscribe
    /fetch /Fetch/abort /Body/pull /Body/drop /Body/push /Body/fail /EventStream/taken /Channel/listen
    /CacheStorage/open /CacheStorage/has /CacheStorage/delete /CacheStorage/keys /CacheStorage/match
    /Cache/match /Cache/matchAll /Cache/keys /Cache/delete /Cache/put /Cache/upload
    /ServiceWorkerContainer/register /ServiceWorkerContainer/getregistration /ServiceWorkerContainer/getregistrations
    /ServiceWorkerRegistration/update /ServiceWorkerRegistration/unregister /ServiceWorker/postMessage
    /NavigationPreloadManager/getState /NavigationPreloadManager/setState /MessagePort/proxyMessage
    /InstallEvent/addRoutes /ServiceWorkerGlobalScope/skipWaiting /Clients/claim /Clients/get /Clients/matchAll /Clients/openWindow
    /WindowClient/focus /WindowClient/navigate /Permissions/query /PushManager/subscribe /PushManager/getSubscription
    /PushSubscription/unsubscribe /Notification/requestPermission /Notification/show /Notification/close
    /ServiceWorkerRegistration/showNotification /ServiceWorkerRegistration/getNotifications /SyncManager/register /SyncManager/getTags
    /PeriodicSyncManager/register /PeriodicSyncManager/unregister /PeriodicSyncManager/getTags`.trim().split(/\s+/);

const names = ['id', 'url', 'name', 'cache', 'request', 'options', 'head', 'body', 'scope', 'script', 'to', 'message', 'data', 'number', 'document', 'mark', 'x'];
const scalars = [
    null, true, false, 0, -1, 1, 1e308, 2 ** 53, -(2 ** 63), 1.5, '', 'x', '/', 'sw://x/', 'http://[', '\u0000', '\ud800',
    '\u2028', 'x'.repeat(5000), '__proto__', '999999999999999999999', 'data:,x', location.href,
];

/** @param {ReturnType<typeof randomFrom>} random @param {number} [depth] @returns {any} */
const anyValue = (random, depth = 0) => {
    const kind = random();
    if (depth > 4 || kind < 0.4) return scalars[random(scalars.length)];
    const count = random(5);
    if (kind < 0.6) return Array.from({ length: count }, () => anyValue(random, depth + 1));
    return Object.fromEntries(Array.from({ length: count }, () =>
        [names[random(names.length)], anyValue(random, depth + 1)]));
};

/** @param {number} depth */
const deep = (depth) => {
    /** @type {any} */
    let value = null;
    for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { x: value };
    return value;
};

/**
 * Sends each body to each path, and waits for every answer.
 * @param {any[]} bodies
 */
const settleAll = (bodies) => Promise.all(paths.flatMap((path) => bodies.map((body) =>
    SWWebView.send(path, body).then(() => path, () => path))));

promise_test(async () => {
    await settleAll([undefined, ...scalars, [], {}, [[]], { id: {} }]);
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'commands with odd bodies settle');

promise_test(async () => {
    await settleAll([deep(50), deep(127), deep(128), deep(129), deep(600), deep(5000)]);
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'commands with deep bodies settle');

promise_test(async () => {
    const random = randomFrom(20261122);
    for (let round = 0; round < 20; round++) await settleAll(Array.from({ length: 4 }, () => anyValue(random)));
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'commands with random bodies settle');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const texts = ['1-2', '01', '+1', '.5', '1.', '1e', '-', '"\\x"', '"\\u12"', '"\\ud8"', 'nul', '[1,]', '{"a":1,}', '{a:1}', "'x'", '1 2', 'NaN'];
    const { refusedMessages } = await hostStatus();
    for (const [index, text] of texts.entries()) {
        stream.post(`{"streamID":"${stream.id}","promiseIndex":${index},"path":"/ping","body":${text}}`);
    }
    await untilHost(t, 'refusedMessages', refusedMessages + texts.length);
    assert_equals((await stream.ask(100, { path: '/ping', body: 'fine' })).response, 'fine');
}, 'text that is not JSON is refused, and breaks no reply');
