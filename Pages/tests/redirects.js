// Redirects of fetch and XMLHttpRequest: the host follows them, and their responses keep the identity that they have on https.

const sampleText = new URL('resources/types/sample.txt', location.href).href;

/** Returns what a realm sees of redirected responses. It runs in pages and workers of all kinds. */
const lookAt = async (/** @type {string} */ url) => {
    const seen = ({ /** @type {string} */ url: address = '', redirected = false, type = '', status = 0 }) => [address, redirected, type, status];
    const followed = await fetch(`${url}#part`), copy = followed.clone();
    const name = `redirects ${Math.random()}`;
    const cache = await caches.open(name);
    await cache.put(url, copy.clone());
    const kept = /** @type {Response} */ (await cache.match(url));
    const manual = await fetch(url, { redirect: 'manual' });
    await cache.put(`${url}&manual`, manual.clone());
    const keptManual = /** @type {Response} */ (await cache.match(`${url}&manual`));
    await caches.delete(name);
    const error = await fetch(url, { redirect: 'error' }).then(() => 'followed', ({ name }) => name);
    const result = {
        followed: [followed, copy, kept].map(seen), manual: [manual, keptManual].map(seen), error,
        text: await kept.text(), headers: [...manual.headers].length,
    };
    if (!('XMLHttpRequest' in self)) return result;
    const xhr = new XMLHttpRequest();
    xhr.open('GET', `${url}#part`, false);
    xhr.send();
    return { ...result, xhr: xhr.responseURL };
};

/** @param {any} seen @param {string} url */
const assertSeen = (seen, url) => {
    for (const response of seen.followed) assert_equals(JSON.stringify(response), JSON.stringify([sampleText, true, 'basic', 200]));
    for (const response of seen.manual) assert_equals(JSON.stringify(response), JSON.stringify([url, false, 'opaqueredirect', 0]));
    assert_equals(seen.error, 'TypeError');
    assert_equals(seen.text, 'abcdefghijklmnopqrstuvwxyz');
    assert_equals(seen.headers, 0);
    if ('xhr' in seen) assert_equals(seen.xhr, sampleText);
};

promise_test(async () => {
    const url = redirectTo(sampleText);
    assertSeen(await lookAt(url), url);
}, 'a page sees where a redirect has led');

promise_test(async (t) => {
    const url = redirectTo(sampleText);
    const worker = new Worker('dedicated-workers/echo.js');
    t.add_cleanup(() => worker.terminate());
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => (port1.onmessage = resolve));
    worker.postMessage(`(${lookAt})(${JSON.stringify(url)})`, [port2]);
    assertSeen(/** @type {MessageEvent} */ (await heard).data.value, url);
}, 'a dedicated worker sees where a redirect has led');

promise_test(async (t) => {
    const url = redirectTo(sampleText);
    assertSeen(await askShared(shared(t), `(${lookAt})(${JSON.stringify(url)})`), url);
}, 'a shared worker sees where a redirect has led');

promise_test(async (t) => {
    const url = redirectTo(sampleText);
    const { worker } = await startWorker(t, answering(`(${lookAt})(${JSON.stringify(url)})`));
    const seen = await askWorker(worker);
    for (const response of [...seen.followed, ...seen.manual]) response[0] = inPage(response[0]);
    assertSeen(seen, url);
}, 'a service worker sees where a redirect has led');

promise_test(async (t) => {
    const url = redirectTo(sampleText), { worker, registration } = await startWorker(t, `
        self.addEventListener('fetch', (event) => {
            const how = new URL(event.request.url).searchParams.get('how');
            if (how === 'follow') event.respondWith(fetch(${JSON.stringify(url)}));
            if (how === 'manual') event.respondWith(fetch(${JSON.stringify(url)}, { redirect: 'manual' }));
            if (how === 'cached') event.respondWith(caches.open(${JSON.stringify(url)}).then(async (cache) => {
                await cache.put('/x', await fetch(${JSON.stringify(url)}));
                return cache.match('/x');
            }).finally(() => caches.delete(${JSON.stringify(url)})));
            if (how === 'made') event.respondWith(new Response(null, { status: 307, headers: { Location: ${JSON.stringify(sampleText)} } }));
        });`);
    assert_true(Boolean(worker));
    const frame = await addFrame(t, registration.scope);
    const inFrame = /** @type {any} */ (frame.contentWindow);
    /** @param {string} how @param {RequestRedirect} redirect */
    const seen = async (how, redirect) => {
        const response = await inFrame.fetch(`?how=${how}&${Math.random()}`, { redirect });
        return [response.url.replace(/&0\..*/, ''), response.redirected, response.type, response.status].join();
    };
    for (const how of ['follow', 'cached', 'made']) {
        assert_equals(await seen(how, 'follow'), [sampleText, true, 'basic', 200].join(), how);
    }
    assert_equals(await seen('manual', 'manual'), [url, false, 'opaqueredirect', 0].join());
    for (const [how, redirect] of /** @type {[string, RequestRedirect][]} */ ([
        ['follow', 'manual'], ['follow', 'error'], ['cached', 'manual'], ['cached', 'error'], ['manual', 'follow'], ['manual', 'error'], ['made', 'error'],
    ])) await promise_rejects_js(t, inFrame.TypeError, seen(how, redirect), `${how} ${redirect}`);
}, 'a page sees where the response of its service worker comes from');

promise_test(async (t) => {
    const { registration } = await startWorker(t, `self.addEventListener('fetch', (event) => {
        const to = new URL(event.request.url).searchParams.get('to');
        if (to) event.respondWith(new Response(null, { status: 302, headers: { Location: to } }));
    });`);
    const inFrame = /** @type {any} */ ((await addFrame(t, registration.scope)).contentWindow);
    assert_equals((await inFrame.fetch('?to=frame.html', { redirect: 'manual' })).type, 'opaqueredirect');
    await promise_rejects_js(t, inFrame.TypeError, inFrame.fetch('?to=frame.html'));
    assert_equals((await inFrame.fetch(`?to=${encodeURIComponent(sampleText)}`)).url, sampleText);
}, 'a redirect that a worker makes has no address that a relative location could start from');

promise_test(async (t) => {
    assert_equals((await fetch(endpoint('redirect?status=302&to='), { redirect: 'manual' })).type, 'opaqueredirect');
    await promise_rejects_js(t, TypeError, fetch(endpoint('redirect?status=302&to=')));
}, 'an empty location leads to the same address, which ends after twenty redirects');

promise_test(async (t) => {
    for (const to of ['data:text/plain,x', 'about:blank', 'own:x', 'http://[']) {
        await promise_rejects_js(t, TypeError, fetch(redirectTo(to)), to);
        assert_equals((await fetch(redirectTo(to), { redirect: 'manual' })).type, 'opaqueredirect', to);
    }
}, 'a redirect leads to no other kind of address');

promise_test(async () => {
    const headers = { Authorization: 'Basic dGVzdDp0ZXN0', 'X-Own': 'kept', 'Content-Type': 'text/own' };
    for (const [status, method, sent, length] of /** @type {[number, string, string, number][]} */ ([
        [301, 'POST', 'GET', 0], [302, 'POST', 'GET', 0], [303, 'POST', 'GET', 0], [303, 'PUT', 'GET', 0], [301, 'PUT', 'PUT', 5], [302, 'DELETE', 'DELETE', 5],
        [307, 'POST', 'POST', 5], [308, 'PUT', 'PUT', 5],
    ])) {
        for (const body of ['12345', new Blob(['123', '45'])]) {
            const response = await fetch(redirectTo(endpoint('inspect'), `&status=${status}`), { method, headers, body });
            const what = `${status} ${method}`, facts = await response.json();
            assert_equals(facts.method, sent, what);
            assert_equals(facts.length, length, what);
            assert_equals(facts.headers['content-type'], length ? 'text/own' : undefined, what);
            assert_equals(facts.headers.authorization, headers.Authorization, what);
            assert_equals(facts.headers['x-own'], 'kept', what);
        }
    }
}, 'a redirect within the origin keeps the method, the body and the headers that it must');
