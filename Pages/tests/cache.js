// Cache: entries that are put in come out again, and only the matching ones.

/** @param {(cache: Cache, t: any) => Promise<void>} work @param {string} name */
const cacheTest = (work, name) =>
    promise_test(async (t) => {
        const cacheName = uniqueName('cache');
        try {
            await work(await caches.open(cacheName), t);
        } finally {
            await caches.delete(cacheName);
        }
    }, name);

/** @param {string} text @param {ResponseInit} [init] */
const answer = (text, init) => new Response(text, init);

/** @param {Response | undefined} response */
const textOf = async (response) => {
    assert_true(response instanceof Response, 'there is a response');
    return /** @type {Response} */ (response).text();
};

cacheTest(async (cache) => {
    assert_equals(await cache.put('/a', answer('hello', { status: 201, statusText: 'Made', headers: { 'X-Mine': 'yes' } })), undefined);
    const response = /** @type {Response} */ (await cache.match('/a'));
    assert_equals(response.status, 201);
    assert_equals(response.statusText, 'Made');
    assert_equals(response.headers.get('x-mine'), 'yes');
    assert_equals(response.headers.get('content-type'), 'text/plain;charset=UTF-8');
    assert_equals(response.type, 'default');
    assert_equals(response.url, '');
    assert_false(response.redirected);
    assert_equals(await response.text(), 'hello');
    assert_equals(await textOf(await cache.match(new Request('/a'))), 'hello', 'a new response each time');
    assert_equals(await cache.match('/b'), undefined);
}, 'what a script made comes out as it went in');

cacheTest(async (cache) => {
    const bytes = new Uint8Array(300_000).map((_, index) => index * 7 + (index >> 8));
    for (const size of [0, 1, 65_535, 65_536, 65_537, 300_000]) {
        await cache.put(`/${size}`, new Response(bytes.subarray(0, size)));
        const response = /** @type {Response} */ (await cache.match(`/${size}`));
        const back = new Uint8Array(await response.arrayBuffer());
        assert_equals(back.length, size);
        assert_true(back.every((byte, index) => byte === bytes[index]), `${size} bytes`);
    }
    await cache.put('/none', new Response(null, { status: 204 }));
    const none = /** @type {Response} */ (await cache.match('/none'));
    assert_equals(none.status, 204);
    assert_equals(none.body, null);
}, 'bodies of every size');

cacheTest(async (cache) => {
    const address = new URL(endpoint('bytes?length=1000'), location.href).href;
    const fetched = await fetch(address);
    await cache.put(address, fetched.clone());
    const response = /** @type {Response} */ (await cache.match(address));
    assert_equals(response.url, address);
    assert_equals(response.type, fetched.type);
    assert_equals(response.status, 200);
    assert_equals(JSON.stringify([...response.headers]), JSON.stringify([...fetched.headers]));
    assert_equals((await response.arrayBuffer()).byteLength, 1000);
    assert_throws_js(TypeError, () => response.headers.set('x', 'y'));
}, 'what was fetched keeps its address, type and headers');

cacheTest(async (cache, t) => {
    for (const [request, response] of /** @type {[RequestInfo, Response][]} */ ([
        [new Request('/a', { method: 'POST', body: 'x' }), answer('')],
        [new Request('/a', { method: 'HEAD' }), answer('')],
        ['file:///etc/passwd', answer('')],
        ['data:text/plain,a', answer('')],
        ['/a', answer('', { status: 206 })],
        ['/a', answer('', { headers: { Vary: '*' } })],
        ['/a', answer('', { headers: { Vary: 'Accept , *' } })],
        ['http://user:pass@example.com/', answer('')],
    ])) await promise_rejects_js(t, TypeError, cache.put(request, response));
    await promise_rejects_js(t, TypeError, cache.put('/a', /** @type {any} */ ('text')));
    await promise_rejects_js(t, TypeError, /** @type {any} */ (cache).put('/a'));
    await promise_rejects_js(t, TypeError, Cache.prototype.match.call({}, '/a'));
    const used = answer('used');
    await used.text();
    await promise_rejects_js(t, TypeError, cache.put('/a', used));
    const locked = answer('locked');
    locked.body?.getReader();
    await promise_rejects_js(t, TypeError, cache.put('/a', locked));
    const broken = new Response(new ReadableStream({ pull() { throw new RangeError('broken'); } }));
    await promise_rejects_js(t, RangeError, cache.put('/a', broken));
    const odd = new Response(new ReadableStream({ start(controller) { controller.enqueue('text'); controller.close(); } }));
    await promise_rejects_js(t, TypeError, cache.put('/a', odd));
    assert_equals((await cache.keys()).length, 0);
}, 'what a cache refuses');

cacheTest(async (cache) => {
    const response = answer('body');
    const put = cache.put('/a', response);
    assert_true(response.bodyUsed);
    await put;
    assert_throws_js(TypeError, () => response.body?.getReader());
    for (const path of ['/b', '/c', '/a#again']) await cache.put(path, answer(path));
    const keys = await cache.keys();
    assert_array_equals(keys.map(({ url }) => new URL(url).pathname + new URL(url).hash), ['/b', '/c', '/a#again']);
    assert_true(keys.every((key) => key instanceof Request && key.method === 'GET'));
    assert_equals(await textOf((await cache.matchAll())[2]), '/a#again');
    assert_true(await cache.delete('/b#x'));
    assert_false(await cache.delete('/b'));
    assert_equals((await cache.keys('/b')).length, 0);
    assert_equals((await cache.keys('/c')).length, 1);
}, 'a put uses the body up and replaces, at the end; fragments are kept and do not count');

cacheTest(async (cache) => {
    for (const search of ['', '?a', '?b']) await cache.put(`/page${search}`, answer(search));
    assert_equals((await cache.matchAll('/page', { ignoreSearch: true })).length, 3);
    assert_equals((await cache.matchAll('/page?c')).length, 0);
    assert_equals(await cache.match(new Request('/page', { method: 'HEAD' })), undefined);
    assert_equals(await textOf(await cache.match(new Request('/page?a', { method: 'HEAD' }), { ignoreMethod: true })), '?a');
    for (const language of ['en', 'de']) {
        await cache.put(new Request('/vary', { headers: { 'Accept-Language': language } }), answer(language, { headers: { Vary: 'accept-language' } }));
    }
    assert_equals(await textOf(await cache.match(new Request('/vary', { headers: { 'Accept-Language': 'de' } }))), 'de');
    assert_equals(await cache.match('/vary'), undefined);
    assert_equals((await cache.matchAll('/vary', { ignoreVary: true })).length, 2);
    const [key] = await cache.keys('/vary', { ignoreVary: true });
    assert_equals(key?.headers.get('accept-language'), 'en');
    assert_equals((await cache.matchAll(undefined)).length, 5);
    assert_true(await cache.delete('/page', { ignoreSearch: true }));
    assert_equals((await cache.keys()).length, 2);
}, 'query options');

cacheTest(async (cache, t) => {
    await cache.addAll([endpoint('bytes?length=3'), endpoint('bytes?length=200000')]);
    assert_equals((await (await cache.match(endpoint('bytes?length=200000')))?.arrayBuffer())?.byteLength, 200_000);
    assert_equals(await cache.add(endpoint('bytes?length=4')), undefined);
    assert_equals((await cache.keys()).length, 3);
    await promise_rejects_dom(t, 'InvalidStateError', cache.addAll([endpoint('bytes?length=5'), endpoint('bytes?length=5')]));
    await promise_rejects_js(t, TypeError, cache.addAll([endpoint('bytes?length=6'), endpoint('missing')]));
    await promise_rejects_js(t, TypeError, cache.add('data:text/plain,a'));
    await promise_rejects_js(t, TypeError, cache.add(new Request('/a', { method: 'POST', body: 'x' })));
    await promise_rejects_js(t, TypeError, cache.addAll(/** @type {any} */ ('ab'.length)));
    const stopped = new AbortController();
    stopped.abort();
    await promise_rejects_dom(t, 'AbortError', cache.add(new Request(endpoint('slow?chunks=3'), { signal: stopped.signal })));
    assert_equals(await cache.addAll([]), undefined);
    assert_equals((await cache.keys()).length, 3);
}, 'add and addAll fetch, and store all or nothing');

cacheTest(async (cache) => {
    await cache.put('/large', new Response(new Uint8Array(3 << 20).fill(5)));
    const response = /** @type {Response} */ (await cache.match('/large'));
    const unread = /** @type {Response} */ (await cache.match('/large'));
    await cache.delete('/large');
    const copy = response.clone();
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert_equals(bytes.length, 3 << 20);
    assert_true(bytes.every((byte) => byte === 5));
    assert_equals((await copy.blob()).size, 3 << 20);
    await unread.body?.cancel();
}, 'a large body can be read after its entry has gone, and be cloned');

cacheTest(async (cache) => {
    for (const url of ['http://fonts.example/css?family=a|b^c`', 'https://example.com/%7C|', 'sw://other.example/?[x]']) {
        await cache.put(url, answer(url));
        assert_equals(await textOf(await cache.match(url)), url);
        assert_true((await cache.keys()).some((key) => key.url === new URL(url).href), url);
    }
}, 'addresses with characters that other parsers escape');

cacheTest(async (cache) => {
    const shared = new Uint8Array(4);
    let count = 0;
    const body = new ReadableStream({
        pull(controller) {
            shared.fill(++count);
            controller.enqueue(shared);
            if (count === 3) controller.close();
        },
    }, { highWaterMark: 0 });
    await cache.put('/stream', new Response(body));
    const stored = new Uint8Array(await (/** @type {Response} */ (await cache.match('/stream'))).arrayBuffer());
    assert_equals([...stored].join(''), '111122223333');
}, 'a stream that fills the same buffer again');

cacheTest(async (cache, t) => {
    const { contentWindow: view } = await addFrame(t, 'resources/frame.html');
    const redirect = endpoint(`redirect?status=302&to=${encodeURIComponent(location.href)}`), foreign = 'sw://foreign.example/resources/captions.vtt';
    for (const [url, init, type] of /** @type {[string, RequestInit, string][]} */ ([[redirect, { redirect: 'manual' }, 'opaqueredirect'], [foreign, { mode: 'no-cors' }, 'opaque']])) {
        const response = await view.fetch(url, init), copy = response.clone();
        for (const each of [response, copy]) {
            assert_equals(each.type, type);
            assert_array_equals([...each.headers], [], `${type}: headers`);
            await cache.put('/kept', each);
            assert_equals((await cache.match('/kept'))?.type, type);
        }
        const again = /** @type {Response} */ (await cache.match('/kept'));
        await (await view.caches.open(uniqueName('cache'))).put('/again', again.clone());
        await cache.put('/kept', again);
        assert_equals((await cache.match('/kept'))?.type, type, 'a response of a cache');
    }
}, 'an opaque response of a frame stays opaque');
