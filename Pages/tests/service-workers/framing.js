// Documents whose headers say which others may have them in a frame, and navigations that go through the history.
// Source: https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header

/** Answers navigations with the header that the address names, and notes them. */
const FRAMER = `const seen = [];
    onfetch = event => {
        const { request } = event, { searchParams, search } = new URL(request.url);
        if (request.mode !== 'navigate') return;
        seen.push({ search, isReload: request.isReloadNavigation, isHistory: request.isHistoryNavigation, cache: request.cache });
        const name = searchParams.get('name'), headers = { 'Content-Type': 'text/html' };
        if (name) headers[name] = searchParams.get('value');
        event.respondWith(new Response('<!doctype html><title>made</title>made', { headers }));
    };
    ${answering('seen')}`;

/**
 * @param {HarnessTest} t
 * @param {Record<string, string>} query
 */
const madeFrame = async (t, query) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, FRAMER, { scope });
    return { worker, scope, frame: await addFrame(t, `${scope}&${new URLSearchParams(query)}`) };
};

/** @type {[string, string, boolean][]} */
const policies = [
    ['X-Frame-Options', 'DENY', false], ['X-Frame-Options', 'SAMEORIGIN', true], ['X-Frame-Options', 'sameorigin, deny', false],
    ['Content-Security-Policy', "frame-ancestors 'none'", false], ['Content-Security-Policy', "frame-ancestors 'self'", true],
    ['Content-Security-Policy', `frame-ancestors https://${location.host}`, true],
    ['Content-Security-Policy', 'frame-ancestors https://elsewhere.example', false],
];
for (const [name, value, isAllowed] of policies) {
    promise_test(async (t) => {
        const { frame } = await madeFrame(t, { name, value });
        assert_equals(frame.contentDocument?.title ?? 'no document', isAllowed ? 'made' : 'no document');
        if (!isAllowed) assert_throws_dom('SecurityError', () => frame.contentWindow.document);
    }, `a frame whose document came with ${name}: ${value}`);
}

promise_test(async (t) => {
    const foreign = document.createElement('iframe');
    const { scope } = await madeFrame(t, {});
    const told = nextEvent(window, 'message');
    foreign.srcdoc = `<iframe src="${scope}&${new URLSearchParams({ name: 'X-Frame-Options', value: 'SAMEORIGIN' })}"></iframe><script>
        onload = () => { let title; try { title = frames[0].document.title; } catch { title = 'unreadable'; } parent.postMessage(title, '*'); };<\/script>`;
    foreign.sandbox.add('allow-scripts');
    t.add_cleanup(() => foreign.remove());
    document.body.append(foreign);
    assert_equals((await told).data, 'unreadable');
}, 'a document for frames of its own origin in a sandboxed frame');

promise_test(async (t) => {
    const { worker, scope, frame } = await madeFrame(t, { first: '1' });
    /** @param {(view: any) => void} move */
    const moved = async (move) => {
        const loaded = nextEvent(frame, 'load');
        move(frame.contentWindow);
        await loaded;
        // A navigation within the task of the load event would replace the entry of the history.
        await new Promise((resolve) => setTimeout(resolve, 0));
        return (await askWorker(worker)).at(-1);
    };
    const { isReload, isHistory, cache } = await moved((view) => view.location.reload());
    assert_array_equals([isReload, isHistory, cache], [true, false, 'no-cache'], 'location.reload()');
    const second = await moved((view) => { view.location.href = `${scope}&second=2`; });
    assert_array_equals([second.isReload, second.isHistory, second.cache], [false, false, 'default'], 'another address');
    const back = await moved((view) => view.history.go(-1));
    assert_array_equals([back.isReload, back.isHistory], [false, true], 'history.go(-1)');
    assert_true(back.search.includes('first'));
    const forward = await moved((view) => view.history.forward());
    assert_array_equals([forward.isReload, forward.isHistory], [false, true], 'history.forward()');
    const again = await moved((view) => view.history.go(0));
    assert_array_equals([again.isReload, again.isHistory], [true, false], 'history.go(0)');
    assert_true(again.search.includes('second'));
}, 'a worker learns of reloads and of steps in the history');

promise_test(async (t) => {
    const name = uniqueName('cache');
    const { worker, registration } = await startWorker(t, `const seen = [];
        onfetch = event => event.respondWith((async () => {
            const cache = await caches.open('${name}');
            await cache.put(event.request, new Response());
            const [stored] = await cache.keys();
            await caches.delete('${name}');
            seen.push(\`\${stored.isReloadNavigation} \${stored.isHistoryNavigation}\`);
            return new Response('<!doctype html>made', { headers: { 'Content-Type': 'text/html' } });
        })());
        ${answering('seen')}`);
    const frame = await addFrame(t, registration.scope);
    for (const move of /** @type {((view: any) => void)[]} */ ([
        (view) => { view.location.href += '&second'; }, (view) => view.history.back(), (view) => view.location.reload(),
    ])) {
        const loaded = nextEvent(frame, 'load');
        await new Promise((resolve) => setTimeout(resolve, 0));
        move(frame.contentWindow);
        await loaded;
    }
    assert_array_equals(await askWorker(worker), ['false false', 'false false', 'false true', 'true false']);
}, 'a stored request keeps whether it was a reload or a step in the history');

promise_test(async (t) => {
    const foreign = 'sw://foreign.example/resources/captions.vtt';
    const { registration } = await startWorker(t, `onfetch = event => {
        const { mode, url } = event.request, { searchParams } = new URL(url);
        const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "connect-src 'self'; script-src 'unsafe-inline'" };
        if (mode === 'navigate') event.respondWith(new Response('<!doctype html>', { headers: searchParams.has('policy') ? headers : { 'Content-Type': 'text/html' } }));
        if (searchParams.has('foreign')) event.respondWith(fetch('${foreign}', { mode: 'no-cors' }));
        if (searchParams.has('own')) event.respondWith(fetch('${location.href}'));
    };`);
    const redirect = `${endpoint('redirect?status=302&to=')}${encodeURIComponent(foreign)}`;
    for (const hasPolicy of [true, false]) {
        const { contentWindow: view } = await addFrame(t, `${registration.scope}${hasPolicy ? '&policy' : ''}`);
        const outcome = (/** @type {string} */ url) => view.fetch(url, { mode: 'no-cors' }).then(({ type }) => type, ({ name }) => name);
        assert_equals(await outcome('?own'), 'basic', 'an address of the origin');
        assert_equals(await outcome('?foreign'), hasPolicy ? 'TypeError' : 'opaque', 'the response of a service worker');
        assert_equals(await outcome(redirect), hasPolicy ? 'TypeError' : 'opaque', 'a redirect');
    }
}, 'connect-src governs the addresses of a service worker’s responses, and of redirects');
