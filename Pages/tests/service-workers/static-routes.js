// Static routes: the rules that a worker gives with addRoutes, and where the requests go that they match.
// Source: https://w3c.github.io/ServiceWorker/#register-router-method

/**
 * A worker that adds rules, notes the requests that it receives, and answers each with "worker".
 * @param {string} rules  Lists of rules, one for each call of addRoutes. @param {string} [listener]
 */
const routingWorker = (rules, listener = "event.respondWith(new Response('worker'))") => `const seen = [], added = [];
    addEventListener('install', (event) => {
        event.waitUntil((async () => {
            await (await caches.open('first')).put('cached.txt', new Response('first'));
            await (await caches.open('second')).put('cached.txt', new Response('second'));
            await (await caches.open('second')).put('only.txt', new Response('only'));
        })());
        const calls = [${rules}];
        for (let index = 0; index < calls.length; index++) event.addRoutes(calls[index]).then(() => added.push('added'), (error) => added.push(error.name));
    });
    ${listener && `addEventListener('fetch', (event) => {
        seen.push(new URL(event.request.url).pathname.split('/').pop());
        ${listener};
    });`}
    ${answering('event.data ? self.work?.(event.data) : { seen, added }')}`;

/** @param {HarnessTest} t @param {string} rules @param {string} [listener] @param {RegistrationOptions} [options] */
const routedFrame = async (t, rules, listener = undefined, options = {}) => {
    const scope = uniqueScope();
    const { worker, registration } = await startWorker(t, routingWorker(rules, listener), { scope, ...options });
    t.add_cleanup(() => Promise.all(['first', 'second'].map((name) => caches.delete(name))));
    return { worker, registration, scope, frame: await addFrame(t, scope) };
};

/**
 * Where the answer to a frame's fetch comes from: "worker", the text of a cached one, or "network".
 * @param {{ contentWindow: Window & typeof globalThis }} frame @param {string} url @param {RequestInit} [init]
 */
const sourceOf = async ({ contentWindow }, url, init) => {
    const response = await contentWindow.fetch(url, init);
    return response.ok ? response.text() : 'network';
};

for (const type of /** @type {WorkerType[]} */ (['classic', 'module'])) {
    promise_test(async (t) => {
        const rules = `[{ condition: { urlPattern: '/**/direct.txt' }, source: 'network' },
            { condition: { urlPattern: { pathname: '/**/by-:name{.png}?' } }, source: 'network' },
            { condition: { urlPattern: new URLPattern({ pathname: '/**/object.txt', search: 'a=*' }) }, source: 'network' },
            { condition: { urlPattern: new URLPattern({ pathname: '/**/Upper.txt' }, { ignoreCase: true }) }, source: 'network' },
            { condition: { urlPattern: new URLPattern('/**/lower.txt', location.href, { ignoreCase: false }) }, source: 'network' }]`;
        const { worker, frame } = await routedFrame(t, rules, undefined, { type });
        assert_array_equals((await askWorker(worker)).added, ['added']);
        for (const [url, expected] of Object.entries({
            'direct.txt': 'network', 'direct.txt?query': 'network', 'direct.txt#fragment': 'network', 'indirect.txt': 'worker',
            'by-name': 'network', 'by-name.png': 'network', 'by-name/x': 'worker', 'object.txt': 'worker', 'object.txt?a=1': 'network',
            'upper.TXT': 'network', 'LOWER.txt': 'worker', 'lower.txt': 'network',
        })) assert_equals(await sourceOf(frame, url), expected, url);
    }, `${type}: patterns of addresses, as text, members and objects`);
}

promise_test(async (t) => {
    const { frame, worker } = await routedFrame(t, `[
        { condition: { requestMethod: 'put', requestMode: 'cors' }, source: 'network' },
        { condition: { requestDestination: 'style' }, source: 'network' },
        { condition: { requestMode: 'same-origin' }, source: 'network' },
        { condition: { or: [{ urlPattern: '/**/one.txt' }, { or: [{ urlPattern: '/**/two.txt' }] }] }, source: 'network' },
        { condition: { not: { not: { requestMethod: 'DELETE' } } }, source: 'network' },
        { condition: { or: [] }, source: 'network' }]`);
    assert_equals(await sourceOf(frame, 'x', { method: 'PUT', body: 'x' }), 'network', 'the method is normalized');
    assert_equals(await sourceOf(frame, 'x', { method: 'PUT', mode: 'no-cors' }).catch(() => 'refused'), 'refused');
    assert_equals(await sourceOf(frame, 'x', { mode: 'same-origin' }), 'network');
    assert_equals(await sourceOf(frame, 'one.txt'), 'network');
    assert_equals(await sourceOf(frame, 'two.txt'), 'network');
    assert_equals(await sourceOf(frame, 'three.txt'), 'worker');
    assert_equals(await sourceOf(frame, 'x', { method: 'DELETE' }), 'network');
    const style = frame.contentDocument?.createElement('link');
    if (style) {
        [style.rel, style.href] = ['stylesheet', 'style.css'];
        const failed = nextEvent(style, 'error');
        frame.contentDocument?.head.append(style);
        await failed;
    }
    assert_array_equals((await askWorker(worker)).seen, ['frame.html', 'three.txt']);
}, 'conditions of methods, modes and destinations, alternatives and negations');

promise_test(async (t) => {
    const { frame, worker, scope } = await routedFrame(t, `{ condition: { requestMode: 'navigate' }, source: 'network' }`);
    assert_equals(frame.contentWindow.location.href, scope);
    assert_not_equals(frame.contentDocument?.body.textContent, 'worker');
    assert_equals(frame.contentWindow.navigator.serviceWorker.controller?.scriptURL, worker.scriptURL, 'the frame is controlled');
    assert_equals(await sourceOf(frame, 'x'), 'worker');
    assert_array_equals((await askWorker(worker)).seen, ['x']);
}, 'a navigation goes to the network, and its document is controlled');

promise_test(async (t) => {
    const { frame, worker } = await routedFrame(t, `[
        { condition: { urlPattern: '/**/cached.txt' }, source: { cacheName: 'second' } },
        { condition: { urlPattern: '/**/*.txt' }, source: 'cache' }]`);
    const base = new URL('.', worker.scriptURL).pathname;
    assert_equals(await sourceOf(frame, `${base}cached.txt`), 'second', 'the named cache');
    assert_equals(await sourceOf(frame, `${base}only.txt`), 'only', 'any cache');
    assert_equals(await sourceOf(frame, `${base}missing.txt`), 'network');
    assert_equals(await sourceOf(frame, `${base}only.txt`, { method: 'POST' }), 'network');
    assert_array_equals((await askWorker(worker)).seen, ['frame.html']);
}, 'caches answer, and without a match the network');

promise_test(async (t) => {
    const { frame, worker } = await routedFrame(t, `{ condition: { urlPattern: '/**/*.txt' }, source: 'cache' }`, '');
    assert_equals(await sourceOf(frame, new URL('only.txt', worker.scriptURL).pathname), 'only');
    assert_array_equals((await askWorker(worker)).added, ['added']);
    for (const source of ['fetch-event', 'race-network-and-fetch-handler']) {
        const { worker } = await routedFrame(t, `{ condition: { requestMethod: 'GET' }, source: '${source}' }`, '');
        assert_array_equals((await askWorker(worker)).added, ['TypeError'], source);
    }
}, 'routes need no fetch listener, unless the source is one');

promise_test(async (t) => {
    const rules = "{ condition: { urlPattern: { pathname: '/___testing___/*' } }, source: 'race-network-and-fetch-handler' }";
    const { frame, worker } = await routedFrame(t, rules, `if (!event.request.url.includes('inspect')) return event.respondWith(new Response('worker'));
        event.respondWith(new Promise((resolve) => { self.work = () => resolve(new Response('late')); }))`);
    const id = uniqueName('race');
    assert_equals(await sourceOf(frame, endpoint(`beacons?id=${id}`)), 'worker', 'the worker is faster');
    const { method } = JSON.parse(await sourceOf(frame, endpoint('inspect')));
    assert_equals(method, 'GET', 'the network is faster');
    assert_equals(await sourceOf(frame, endpoint('bytes?status=500')), 'worker', 'only a good answer of the network wins');
    assert_equals(await sourceOf(frame, endpoint('bytes?length=1'), { method: 'POST' }), 'worker', 'only GET races');
    await askWorker(worker, 'answer');
    assert_array_equals((await askWorker(worker)).seen, ['frame.html', 'beacons', 'inspect', 'bytes', 'bytes'], 'the listeners run all the same');
}, 'the network and the worker race');

promise_test(async (t) => {
    const rules = "{ condition: { urlPattern: { pathname: '/___testing___/*' } }, source: 'race-network-and-fetch-handler' }";
    const { frame } = await routedFrame(t, rules, 'return');
    const response = await frame.contentWindow.fetch(endpoint('bytes?status=500&length=3'));
    assert_equals(response.status, 500);
    assert_equals((await response.arrayBuffer()).byteLength, 3);
}, 'a worker that declines leaves the race to the network');

promise_test(async (t) => {
    const conditions = `{}, { urlPattern: '(' }, { urlPattern: '/(a|b)' }, { urlPattern: '/:a/:a' }, { urlPattern: 'https://[' },
        { urlPattern: { pathname: '/' + '*'.repeat(20000) } },
        { requestMethod: '' }, { requestMethod: 'a b' }, { requestMethod: 'trace' }, { requestMethod: '\\u0100' }, { requestMode: 'x' },
        { requestDestination: 'x' }, { requestDestination: 'serviceworker' }, { runningStatus: 'x' }, { or: {} }, { or: 1 }, { or: [{}] }, { not: {} },
        { not: { requestMethod: 'GET' }, requestMethod: 'GET' }, { or: [], requestMethod: 'GET' }, { or: [], not: { requestMethod: 'GET' } }`;
    const rules = `...[${conditions}].map((condition) => ({ condition, source: 'network' })),
        ...['', 'x', {}, null, 1].map((source) => ({ condition: { requestMethod: 'GET' }, source })),
        { condition: { requestMethod: 'GET' } }, { source: 'network' }, undefined, null, 1, 'x', [1], [{}],
        [{ condition: { requestMethod: 'GET' }, source: 'network' }, { condition: {}, source: 'network' }]`;
    const { frame, worker } = await routedFrame(t, rules);
    const { added } = await askWorker(worker);
    assert_equals(added.length, 35);
    for (const name of added) assert_equals(name, 'TypeError');
    assert_equals(await sourceOf(frame, 'x'), 'worker', 'none of them counts, and none fails the installation');
}, 'rules that are none are refused');

promise_test(async (t) => {
    const nested = "const nest = (depth) => depth ? { not: nest(depth - 1) } : { urlPattern: '/**/nested.txt' };";
    const many = (/** @type {number} */ count) => `{ condition: { or: Array.from({ length: ${count} }, (_, index) => ({ requestMethod: 'm' + index })) }, source: 'network' }`;
    const { frame, worker } = await routedFrame(t, `...(() => { ${nested}
        return [${many(1023)}, ${many(1000)}, { condition: nest(10), source: 'network' }, { condition: nest(8), source: 'network' },
            ${many(20)}]; })()`);
    assert_array_equals((await askWorker(worker)).added, ['TypeError', 'added', 'TypeError', 'added', 'TypeError']);
    assert_equals(await sourceOf(frame, 'x', { method: 'm999' }), 'network', 'rules of several calls');
    assert_equals(await sourceOf(frame, 'nested.txt'), 'network');
    assert_equals(await sourceOf(frame, 'x', { method: 'm1000' }), 'worker');
}, 'rules of several calls add up, within limits');

promise_test(async (t) => {
    const { worker } = await routedFrame(t, `...(self.work = async (what) => {
        const event = what === 'made' ? new InstallEvent('install') : self.installEvent;
        return event.addRoutes({ condition: { requestMethod: 'GET' }, source: 'network' }).then(() => 'added', (error) => error.name);
    }, self.installEvent = event, [])`);
    assert_equals(await askWorker(worker, 'late'), 'InvalidStateError');
    assert_equals(await askWorker(worker, 'made'), 'InvalidStateError');
    assert_equals(await askWorker(worker, 'late'), 'InvalidStateError');
}, 'routes are added only while the event is active');

promise_test(async (t) => {
    const { frame, worker } = await routedFrame(t, `{ condition: { runningStatus: 'not-running' }, source: 'network' },
        { condition: { runningStatus: 'running', urlPattern: '/**/running.txt' }, source: 'network' }`);
    await askWorker(worker);
    assert_equals(await sourceOf(frame, 'running.txt'), 'network');
    assert_equals(await sourceOf(frame, 'x'), 'worker');
}, 'a worker that runs');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, `let added;
        const rules = { 0: { condition: { urlPattern: '/**/network.txt' }, source: 'network' }, [Symbol.iterator]() {
            let isOver = false;
            return { next: () => ({ done: isOver, value: isOver ? undefined : (isOver = true, this[0]) }) };
        } };
        oninstall = (event) => {
            for (const name of ['pathname', 'hasRegExpGroups']) Object.defineProperty(URLPattern.prototype, name, { get() { throw new Error(name); } });
            const { [Symbol.iterator]: native } = Array.prototype;
            Array.prototype[Symbol.iterator] = () => { throw new Error('iterated'); };
            Object.prototype.toJSON = () => 0;
            added = event.addRoutes(rules).then(() => 'added', (error) => error.message);
            Array.prototype[Symbol.iterator] = native;
            delete Object.prototype.toJSON;
        };
        onfetch = (event) => event.respondWith(new Response('worker'));
        ${answering('added')}`, { scope });
    assert_equals(await askWorker(worker), 'added');
    const frame = await addFrame(t, scope);
    assert_equals(await sourceOf(frame, 'network.txt'), 'network');
    assert_equals(await sourceOf(frame, 'x'), 'worker');
}, 'a worker that replaces built-ins');
