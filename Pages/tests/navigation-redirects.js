// Redirected navigations: the document has the final address, from its first script on, in `location` and in the history.
// Source: HTML, https://html.spec.whatwg.org/multipage/browsing-the-web.html#create-navigation-params-by-fetching

/** @param {any} realm @param {string} address @param {string} [referrer]  Of a frame: WebKit tells that of no window which a page opens. */
const assertPage = (realm, address, referrer = realm.parent === realm ? '' : location.href) => {
    const { href, base, uri } = realm.seen;
    for (const [name, value] of Object.entries({ href, base, uri, now: realm.location.href })) assert_equals(value, address, name);
    assert_equals(realm.seen.referrer, referrer);
    assert_equals(realm.seen.state, null);
    assert_equals(realm.part, 'of inner');
    assert_equals(realm.document.querySelector('a').href, `${innerFolder}next.html`);
    assert_equals(realm.document.querySelector('img').naturalWidth > 0, true);
    const [entry] = realm.performance.getEntriesByType('navigation'), name = address.replace(/#.*/, '');
    for (const shown of [entry.name, entry.toJSON().name, realm.performance.getEntriesByName(name)[0]?.name]) assert_equals(shown, name, 'the entry');
};

/** @param {HTMLIFrameElement} frame @param {() => void} go */
const afterLoad = (frame, go) => new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    go();
});

const finalPage = `${innerFolder}page.html`;
const redirectedPages = [
    ['a redirect', redirectTo(finalPage), finalPage], ['two redirects', redirectTo(redirectTo(finalPage)), finalPage],
    ['a fragment of the request', `${redirectTo(finalPage)}#part`, `${finalPage}#part`],
    ['a fragment of the location', `${redirectTo(`${finalPage}#part`)}#other`, `${finalPage}#part`],
    ['a relative location', endpoint(`redirect?to=${encodeURIComponent(new URL(finalPage).pathname)}&status=308`), finalPage],
];
for (const [what, url, address] of redirectedPages) {
    promise_test(async (t) => {
        const frame = await addFrame(t, url);
        assertPage(frame.contentWindow, address);
    }, `a frame shows the address of ${what}`);

    promise_test(async (t) => {
        assertPage(await openWindow(t, url), address);
    }, `a window shows the address of ${what}`);
}

promise_test(async (t) => {
    const frame = await addFrame(t, `${innerFolder}next.html`);
    // While the page loads, a navigation replaces the entry.
    await untilQuiet();
    const length = history.length;
    const realm = () => /** @type {any} */ (frame.contentWindow);
    await afterLoad(frame, () => realm().location.assign(redirectTo(finalPage)));
    assertPage(realm(), finalPage);
    assert_equals(history.length, length + 1, 'the redirect has no entry of its own');
    await afterLoad(frame, () => realm().document.querySelector('a').click());
    assert_equals(realm().location.href, `${innerFolder}next.html`);
    await afterLoad(frame, () => history.back());
    assert_equals(realm().location.href, finalPage);
    await afterLoad(frame, () => realm().location.reload());
    assert_equals(realm().location.href, finalPage);
    await afterLoad(frame, () => history.back());
    assert_equals(realm().location.href, `${innerFolder}next.html`);
}, 'the history has the final address');

promise_test(async (t) => {
    const frame = await addFrame(t, redirectTo(finalPage));
    const other = await addFrame(t, redirectTo(`${finalPage}?other`));
    const plain = await addFrame(t, `${finalPage}?plain`);
    assertPage(frame.contentWindow, finalPage);
    assertPage(other.contentWindow, `${finalPage}?other`);
    assertPage(plain.contentWindow, `${finalPage}?plain`);
    const inside = /** @type {any} */ (frame.contentWindow);
    const text = inside.document.createElement('iframe');
    const done = new Promise((resolve) => (text.onload = resolve));
    text.srcdoc = '<p>text</p>';
    inside.document.body.append(text);
    await done;
    assert_equals(text.contentWindow.location.href, 'about:srcdoc');
    assert_equals(text.contentDocument.baseURI, finalPage);
}, 'other documents keep their addresses');

promise_test(async (t) => {
    const frame = /** @type {HTMLIFrameElement} */ (document.createElement('iframe'));
    t.add_cleanup(() => frame.remove());
    frame.src = endpoint('redirect?to=');
    const ended = Promise.race([nextEvent(frame, 'load'), nextEvent(frame, 'error'), untilQuiet()]);
    document.body.append(frame);
    await ended;
    assert_not_equals(frame.contentDocument?.title, 'A page that a redirect leads to');
}, 'a navigation that is redirected to itself ends');

promise_test(async (t) => {
    await openWindow(t, finalPage);
    for (let count = 0; count < 20; count++) {
        const frame = await addFrame(t, finalPage);
        assert_equals(/** @type {any} */ (frame.contentWindow).seen.referrer, location.href);
        frame.remove();
    }
}, 'a frame has its own referrer where a window shows the same address');

/** Waits for answers of the host, which come after those to earlier requests. */
const untilQuiet = async () => { for (let answers = 0; answers < 50; answers++) await fetch(endpoint('inspect')); };

if (location.protocol === 'sw:') {
    promise_test(async (t) => {
        const asked = `const asked = [];
            const note = ({ request: { url, mode, redirect }, resultingClientId }) => asked.push([url, mode, redirect, resultingClientId]);`;
        const list = answering(`(async () => ({ asked: asked.splice(0), clients: (await self.clients.matchAll({ includeUncontrolled: true }))
            .map(({ id, url }) => [id, url]) }))()`);
        const { worker: first } = await startWorker(t, `${asked} self.addEventListener('fetch', (event) => {
            note(event);
            const query = new URL(event.request.url).searchParams, to = query.get('to');
            if (query.has('made')) event.respondWith(new Response(null, { status: 302, headers: { Location: to } }));
            if (query.has('fetched')) event.respondWith(fetch(event.request));
            if (query.has('cached')) event.respondWith((async () => {
                const cache = await caches.open('navigation-redirects');
                await cache.put(event.request, await fetch(event.request));
                const kept = await cache.match(event.request);
                await caches.delete('navigation-redirects');
                return kept.clone();
            })());
            if (query.has('other')) event.respondWith(fetch(query.get('other'), { redirect: 'manual' }));
            if (query.has('followed')) event.respondWith(fetch('/___testing___/redirect?to=' + encodeURIComponent(to)));
        }); ${list}`, { scope: endpoint('redirect') });
        const { worker: second } = await startWorker(t, `${asked} self.addEventListener('fetch', note); ${list}`, { scope: `${finalPage}?worker` });
        const target = `${finalPage}?worker`;
        for (const how of ['network', 'made', 'fetched', 'cached']) {
            for (const open of [async () => (await addFrame(t, redirectTo(target, `&${how}`))).contentWindow, () => openWindow(t, redirectTo(target, `&${how}`))]) {
                const realm = /** @type {any} */ (await open());
                assertPage(realm, target);
                assert_equals(realm.navigator.serviceWorker.controller?.scriptURL, second.scriptURL, how);
                const one = await askWorker(first), two = await askWorker(second);
                const documents = (/** @type {any[]} */ list) => list.filter(([, mode]) => mode === 'navigate');
                const [asked, ...rest] = documents(one.asked);
                assert_equals(rest.length, 0, how);
                const [next, ...more] = documents(two.asked);
                assert_equals(more.length, 0, how);
                assert_equals(inPage(next[0]), target, how);
                assert_equals(next[2], 'manual');
                assert_equals(next[3], asked[3], 'the client stays the same within the origin');
                const url = Object.fromEntries(two.clients)[next[3]];
                assert_equals(inPage(url), target, how);
            }
        }
        const frame = await addFrame(t, endpoint(`redirect?other=${encodeURIComponent(endpoint(`redirect?to=../resources/redirects/inner/next.html`))}`));
        assert_equals(frame.contentWindow.location.href, new URL('../resources/redirects/inner/next.html', endpoint('redirect')).href);
        const failed = /** @type {HTMLIFrameElement} */ (document.createElement('iframe'));
        t.add_cleanup(() => failed.remove());
        failed.src = redirectTo(target, '&followed');
        document.body.append(failed);
        await untilQuiet();
        assert_equals(failed.contentDocument?.title ?? '', '', 'a redirected response is no answer to a navigation');
    }, 'each service worker on the way of a navigation is asked, and the last one controls the document');

    promise_test(async (t) => {
        const { registration } = await startWorker(t, `self.addEventListener('fetch', (event) => event.respondWith(
            new Response('<title>No location</title>', { status: 302, headers: { 'Content-Type': 'text/html' } })));`);
        const frame = await addFrame(t, registration.scope);
        assert_equals(frame.contentDocument?.title, 'No location');
        assert_equals(frame.contentWindow.location.href, registration.scope);
    }, 'a redirect without a location is a document');

    promise_test(async (t) => {
        const scope = endpoint('redirect?preloaded');
        const { registration, worker } = await startWorker(t, `let seen;
            self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload.enable()));
            self.addEventListener('fetch', (event) => event.respondWith((async () => {
                const response = await event.preloadResponse;
                if (!response) return fetch(event.request);
                const { type, status, url, redirected, body, headers } = response;
                seen = { type, status, url, redirected, body, headers: [...headers].length, asked: event.request.url };
                return response.clone();
            })())); ${answering('seen')}`, { scope });
        assert_true(Boolean(registration));
        const frame = await addFrame(t, endpoint(`redirect?preloaded&to=${encodeURIComponent(finalPage)}`));
        assertPage(frame.contentWindow, finalPage);
        const { asked, ...seen } = await askWorker(worker);
        assert_equals(JSON.stringify(seen), JSON.stringify({ type: 'opaqueredirect', status: 0, url: asked, redirected: false, body: null, headers: 0 }));
    }, 'navigation preload gives a redirect that the worker may pass on');

    promise_test(async (t) => {
        const scope = `${finalPage}?preload`;
        await startWorker(t, `
            self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload.enable()));
            self.addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') event.respondWith(event.preloadResponse); });`, { scope });
        assertPage((await addFrame(t, redirectTo(scope))).contentWindow, scope);
        assertPage(await openWindow(t, redirectTo(scope)), scope);
    }, 'navigation preload answers a navigation that a redirect has led to its worker');
}
