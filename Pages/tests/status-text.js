// Responses have the reason phrases that servers send with their status.

/** @param {string} url */
const texts = async (url) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', url);
    await new Promise((resolve) => {
        xhr.onloadend = resolve;
        xhr.send();
    });
    return [(await fetch(url)).statusText, xhr.statusText];
};

const cases = [[200, 'OK'], [201, 'Created'], [404, 'Not Found'], [429, 'Too Many Requests'], [503, 'Service Unavailable'], [599, '']];

for (const [status, phrase] of cases) {
    promise_test(async () => {
        assert_array_equals(await texts(endpoint(`bytes?length=0&status=${status}`)), [phrase, phrase]);
    }, `the phrase of ${status} in a page`);
}

promise_test(async (t) => {
    const url = URL.createObjectURL(
        new Blob([`const texts = ${texts}; Promise.all([texts("${endpoint('bytes?length=0&status=404')}"),
            texts("${endpoint('bytes?length=0')}")]).then(postMessage)`]));
    const worker = new Worker(url);
    t.add_cleanup(() => {
        worker.terminate();
        URL.revokeObjectURL(url);
    });
    const answer = await new Promise((resolve) => (worker.onmessage = (event) => resolve(event.data)));
    assert_equals(JSON.stringify(answer), '[["Not Found","Not Found"],["OK","OK"]]');
}, 'the phrases in a worker');

if (location.protocol !== 'capacitor:') {
    promise_test(async (t) => {
        const { registration } = await startWorker(t, `
            self.addEventListener("fetch", (event) => {
                const mode = new URL(event.request.url).searchParams.get("text");
                if (mode === "network") event.respondWith(fetch("${endpoint('bytes?length=0&status=404')}"));
                else if (mode !== null) event.respondWith(new Response("", { statusText: mode }));
            });`);
        const frame = await addFrame(t, registration.scope);
        const inFrame = /** @type {typeof texts} */ (/** @type {any} */ (frame.contentWindow).eval(`(${texts})`));
        assert_array_equals(await inFrame('?text=Made'), ['Made', 'Made']);
        assert_array_equals(await inFrame('?text='), ['', '']);
        assert_array_equals(await inFrame('?text=network'), ['Not Found', 'Not Found']);
    }, 'the text of a service worker’s response, also an empty one');

    promise_test(async (t) => {
        const name = uniqueName('status-text');
        t.add_cleanup(() => caches.delete(name));
        const cache = await caches.open(name);
        await cache.add(endpoint('bytes?length=1'));
        assert_equals((await cache.match(endpoint('bytes?length=1')))?.statusText, 'OK');
    }, 'a cached response keeps the phrase');
}
