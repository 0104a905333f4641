// The arrays that promises of the Service Worker API resolve to. WebKit does not freeze them, and scripts sort and splice them.

/** The same checks in a page and in a worker. */
const CHECKS = `async (name) => {
    const cache = await caches.open(name);
    await cache.put('/b', new Response('b'));
    await cache.put('/a', new Response('a'));
    const post = new Request('/a', { method: 'POST', body: 'x' });
    const found = {
        'caches.keys': await caches.keys(),
        'cache.keys': await cache.keys(),
        'cache.keys of a POST request': await cache.keys(post),
        'cache.matchAll': await cache.matchAll(),
        'cache.matchAll of a POST request': await cache.matchAll(post),
    };
    if (self.clients) found['clients.matchAll'] = await clients.matchAll({ includeUncontrolled: true });
    else found.getRegistrations = await navigator.serviceWorker.getRegistrations();
    const results = {};
    for (const [name, array] of Object.entries(found)) {
        const length = array.push(null);
        array.reverse();
        results[name] = array.splice(0, 1)[0] === null && array.length === length - 1 && !Object.isFrozen(array);
    }
    await caches.delete(name);
    return results;
}`;

/** @param {Record<string, boolean>} results @param {string} last */
const checkAll = (results, last) => {
    assert_array_equals(Object.keys(results), [
        'caches.keys', 'cache.keys', 'cache.keys of a POST request', 'cache.matchAll', 'cache.matchAll of a POST request', last,
    ]);
    for (const [name, isOrdinary] of Object.entries(results)) assert_true(isOrdinary, name);
};

promise_test(async () => {
    checkAll(await (0, eval)(CHECKS)(uniqueName('arrays')), 'getRegistrations');
}, 'a page may change the arrays it is given');

promise_test(async (t) => {
    const { worker } = await startWorker(t, answering(`(${CHECKS})(event.data)`));
    checkAll(await askWorker(worker, uniqueName('arrays')), 'clients.matchAll');
}, 'a worker may change the arrays it is given');
