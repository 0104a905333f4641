// fetch of a page that knows its controller goes another way than WebKit's: the host answers it over a channel of the frame's.
// With a signal it takes the long way. Nothing may look different.

/** @param {HarnessTest} t @param {string} text  The worker's. */
const frameOfBothWays = async (t, text) => {
    const scope = uniqueScope();
    await startWorker(t, text, { scope });
    const { contentWindow } = await addFrame(t, scope);
    assert_true(contentWindow.navigator.serviceWorker.controller !== null, 'the frame is controlled');
    const shortly = (/** @type {string} */ url, /** @type {RequestInit | undefined} */ init = undefined) => contentWindow.fetch(url, init);
    const { signal } = new AbortController();
    const atLength = (/** @type {string} */ url, /** @type {RequestInit | undefined} */ init = undefined) => contentWindow.fetch(url, { ...init, signal });
    return { contentWindow, shortly, atLength };
};

/** @type {[string, RequestInit | undefined][]} */
const requests = [
    ['plain', undefined], ['empty', {}], ['path?query#fragment', undefined], ['headers', { headers: { 'X-One': 'a, b', accept: 'text/x' } }],
    ['list', { headers: [['x-a', '1'], ['x-a', '2']] }], ['no-cors', { mode: 'no-cors', headers: { 'x-lost': '1' } }],
    ['same-origin', { mode: 'same-origin' }], ['omit', { credentials: 'omit' }], ['include', { credentials: 'include' }],
    ['reload', { cache: 'reload' }], ['no-store', { cache: 'no-store' }], ['force-cache', { cache: 'force-cache' }],
    ['manual', { redirect: 'manual' }], ['error', { redirect: 'error' }], ['no-referrer', { referrer: '' }],
    ['referrer', { referrer: 'other.html?a' }], ['policy', { referrerPolicy: 'no-referrer' }], ['origin', { referrerPolicy: 'origin' }],
    ['get', { method: 'get' }], ['head', { method: 'HEAD' }],
];

promise_test(async (t) => {
    const { shortly, atLength } = await frameOfBothWays(t, `onfetch = (event) => {
        const { request, clientId, resultingClientId } = event;
        if (request.mode === 'navigate') return;
        const { url, method, mode, credentials, cache, redirect, referrer, referrerPolicy, destination, integrity, keepalive } = request;
        const seen = { url, method, mode, credentials, cache, redirect, referrer, referrerPolicy, destination, integrity, keepalive };
        const headers = { 'X-Seen': encodeURIComponent(JSON.stringify({ ...seen, resultingClientId, hasClient: !!clientId, headers: [...request.headers] })) };
        event.respondWith(new Response(null, { headers }));
    };`);
    for (const [url, init] of requests) {
        const seen = async (/** @type {typeof shortly} */ fetch) =>
            decodeURIComponent((await fetch(url, init)).headers.get('X-Seen') ?? '');
        assert_equals(await seen(shortly), await seen(atLength), url);
    }
}, 'the worker sees the same request');

promise_test(async (t) => {
    const { shortly, atLength } = await frameOfBothWays(t, 'onfetch = () => {};');
    for (const [name, init] of requests) {
        if (init?.method === 'HEAD') continue; // The answer is in the body.
        const seen = async (/** @type {typeof shortly} */ fetch) => {
            const { method, headers } = await (await fetch(endpoint(`inspect?${name}`), init)).json();
            return JSON.stringify([method, Object.entries(headers).sort()]);
        };
        assert_equals(await seen(shortly), await seen(atLength), name);
    }
}, 'the network sees the same request');

promise_test(async (t) => {
    const { contentWindow, shortly, atLength } = await frameOfBothWays(t, `
        const made = {
            text: () => new Response('héllo', { status: 201, statusText: 'Made', headers: { 'X-A': '1' } }),
            nothing: () => new Response(null, { status: 204 }), empty: () => new Response(''), missing: () => new Response('no', { status: 404 }),
            json: () => Response.json({ a: [1] }), bytes: () => new Response(new Uint8Array([0, 255, 128])),
            blob: () => new Response(new Blob(['blob'], { type: 'text/x' })), form: () => new Response(new URLSearchParams('a=1&b=2')),
            large: () => new Response('x'.repeat(3000000)), stream: () => new Response(new Blob(['stream']).stream()),
            fetched: () => fetch('frame.html'), redirected: () => Response.redirect('json'), error: () => Response.error(),
            away: () => Response.redirect('frame.html'), opaque: () => fetch('https://harness.example/testharness.js', { mode: 'no-cors' }),
            rejected: () => Promise.reject(new Error('on purpose')),
            cached: async () => {
                const cache = await caches.open('short-fetch');
                await cache.put('cached', new Response('from the cache', { headers: { 'X-B': '2' } }));
                return cache.match('cached');
            },
        };
        onfetch = (event) => {
            const make = made[event.request.url.split('/').pop()];
            if (make) event.respondWith(make());
        };`);
    const names = [
        'text', 'nothing', 'empty', 'missing', 'json', 'bytes', 'blob', 'form', 'large', 'stream', 'fetched', 'redirected', 'error',
        'rejected', 'cached', 'away', 'opaque', 'frame.html', 'there-is-none', endpoint('bytes?length=3000000'),
        endpoint(`redirect?to=${encodeURIComponent(endpoint('bytes?length=3'))}`), endpoint('redirect?to=text'),
    ];
    /** @type {[string, RequestInit | undefined][]} */
    const calls = [
        ...names.map((name) => /** @type {[string, undefined]} */ ([name, undefined])), ['opaque', { mode: 'no-cors' }],
        ['redirected', { redirect: 'manual' }], ['redirected', { redirect: 'error' }],
        [endpoint('redirect?to=text'), { redirect: 'manual' }], [endpoint('redirect?to=text'), { redirect: 'error' }],
    ];
    for (const [name, init] of calls) {
        const seen = async (/** @type {typeof shortly} */ fetch) => {
            try {
                const response = await fetch(name, init);
                const { type, url, status, statusText, ok, redirected, bodyUsed } = response;
                const isOwn = response instanceof contentWindow.Response;
                const copy = response.clone();
                const text = await response.text();
                const same = text === await copy.text();
                return { type, url, status, statusText, ok, redirected, bodyUsed, isOwn, headers: [...response.headers], text, same };
            } catch (error) {
                return { error: `${error}`, isOwn: error instanceof contentWindow.TypeError };
            }
        };
        assert_equals(JSON.stringify(await seen(shortly)), JSON.stringify(await seen(atLength)), `${name} ${JSON.stringify(init)}`);
    }
    // WebKit's own answer has an empty stream there.
    if ((await hostStatus()).channels > 0) assert_equals((await shortly('nothing')).body, null);
}, 'the page sees the same response');

promise_test(async (t) => {
    const { contentWindow } = await frameOfBothWays(t, `onfetch = (event) => {
        if (event.request.mode !== 'navigate') event.respondWith(new Response('from the worker'));
    };`);
    const aborted = new AbortController();
    aborted.abort();
    await contentWindow.fetch('a', { signal: aborted.signal }).then(() => assert_unreached('it was aborted'), (error) =>
        assert_equals(error.name, 'AbortError'));
    assert_equals(await (await contentWindow.fetch('a')).text(), 'from the worker');
    const meta = contentWindow.document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = "connect-src 'none'";
    contentWindow.document.head.append(meta);
    await contentWindow.fetch('a').then(() => assert_unreached('the policy forbids it'), (error) =>
        assert_true(error instanceof contentWindow.TypeError));
}, 'signals and policies count');
