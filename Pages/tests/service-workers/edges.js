// Edges of the specification: bodies that end before their time, event.handled, import(), jobs that race.

/** A worker that answers from a stream, and notes what becomes of it. */
const STREAM_WORKER = `let told = 'nothing'; let controller;
    const text = (value) => new TextEncoder().encode(value);
    onfetch = (event) => {
        const name = event.request.url.split('/').pop();
        const stream = (more = {}) => new ReadableStream({ start(made) { controller = made; controller.enqueue(text('first')); }, cancel(reason) { told = 'cancelled'; }, ...more });
        if (name === 'stream') event.respondWith(new Response(stream()));
        if (name === 'fails') event.respondWith(new Response(stream({ pull() { controller.error(new Error('on purpose')); } })));
        if (name === 'empty') event.respondWith(new Response(new ReadableStream({ cancel() { told = 'cancelled'; } }), { status: 404, statusText: 'Nowhere', headers: { 'X-Mark': 'one', 'Content-Type': 'text/x' } }));
        if (name === 'invalid') event.respondWith(new Response(new ReadableStream({ start(made) { made.enqueue('text'); } })));
        if (name === 'strings') event.respondWith(new Response(stream({ pull() { controller.enqueue('text'); } })));
        if (name === 'longer') event.respondWith(new Response('four', { headers: { 'Content-Length': '2', 'Content-Type': 'text/html' } }));
        if (name === 'shorter') event.respondWith(new Response('four', { headers: { 'Content-Length': '100', 'Content-Type': 'text/html' } }));
    };
    ${answering('event.data ? self.controller?.[event.data]?.() : new Promise((resolve) => { const look = () => told === "nothing" ? setTimeout(look, 10) : resolve(told); look(); })')}`;

/** @param {HarnessTest} t @param {string} text */
const controlledBy = async (t, text) => {
    const scope = uniqueScope();
    const { worker, registration } = await startWorker(t, text, { scope });
    return { worker, registration, scope, frame: await addFrame(t, scope) };
};

promise_test(async (t) => {
    const { worker, frame } = await controlledBy(t, STREAM_WORKER);
    const response = await frame.contentWindow.fetch('stream');
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    assert_equals(new TextDecoder().decode((await reader.read()).value), 'first');
    await reader.cancel('enough');
    assert_equals(await askWorker(worker), 'cancelled');
}, 'a page that cancels a body cancels the worker’s stream');

promise_test(async (t) => {
    const { worker, frame } = await controlledBy(t, STREAM_WORKER);
    const abort = new (/** @type {any} */ (frame.contentWindow).AbortController)();
    const response = await frame.contentWindow.fetch('stream', { signal: abort.signal });
    const rest = response.text();
    abort.abort();
    await promise_rejects_dom(t, 'AbortError', /** @type {any} */ (frame.contentWindow).DOMException, rest);
    assert_equals(await askWorker(worker), 'cancelled');
}, 'a page that aborts a fetch cancels the worker’s stream');

/** The ways of a fetch of a page: that of one that knows its controller, and one that WebKit makes. */
const askers = {
    'a page': (/** @type {any} */ page) => (page.navigator.serviceWorker.controller, page),
    'a page that has not looked for its controller': (/** @type {any} */ page) => page,
};

for (const [asker, prepare] of Object.entries(askers)) {
    promise_test(async (t) => {
        const { worker, frame } = await controlledBy(t, STREAM_WORKER);
        const page = prepare(frame.contentWindow);
        const response = await page.fetch('empty');
        assert_equals(`${response.status} ${response.statusText} ${response.type} ${response.redirected}`, '404 Nowhere default false');
        assert_equals(response.url, new URL('empty', page.location.href).href);
        assert_array_equals([...response.headers.keys()], ['content-type', 'x-mark']);
        assert_equals(response.headers.get('x-mark'), 'one');
        assert_throws_js(page.TypeError, () => response.headers.set('x-mark', 'two'));
        await response.body.cancel();
        assert_equals(await askWorker(worker), 'cancelled');
    }, `${asker} gets a response, and can cancel its body, before the body's first byte`);

    promise_test(async (t) => {
        const { worker, frame } = await controlledBy(t, STREAM_WORKER);
        const page = prepare(frame.contentWindow);
        const abort = new page.AbortController();
        const response = await page.fetch('empty', { signal: abort.signal });
        const rest = response.text();
        const reason = new page.Error('the reason');
        abort.abort(reason);
        assert_equals(await rest.catch((/** @type {any} */ error) => error), reason);
        assert_equals(await askWorker(worker), 'cancelled');
    }, `${asker} can abort a fetch before the body's first byte`);

    promise_test(async (t) => {
        const { frame } = await controlledBy(t, STREAM_WORKER);
        const page = prepare(frame.contentWindow);
        const response = await page.fetch('invalid');
        const reader = response.body.getReader();
        await promise_rejects_js(t, page.TypeError, reader.read());
    }, `${asker} gets a response whose body's first chunk is none, and an error where it reads`);
}

promise_test(async (t) => {
    const { worker, frame } = await controlledBy(t, STREAM_WORKER);
    const page = /** @type {any} */ (frame.contentWindow);
    const address = new URL('empty', page.location.href).href;
    const text = `fetch(${JSON.stringify(address)}).then((response) => (response.body.cancel(), postMessage(response.headers.get('x-mark'))))`;
    const inner = new page.Worker(page.URL.createObjectURL(new page.Blob([text], { type: 'text/javascript' })));
    assert_equals((await nextEvent(inner, 'message')).data, 'one');
    assert_equals(await askWorker(worker), 'cancelled');
}, 'a dedicated worker can cancel a body before its first byte');

promise_test(async (t) => {
    const { worker, frame } = await controlledBy(t, STREAM_WORKER);
    await frame.contentWindow.fetch('stream');
    frame.remove();
    assert_equals(await askWorker(worker), 'cancelled');
}, 'a frame that goes cancels the worker’s stream');

for (const name of ['fails', 'strings']) {
    promise_test(async (t) => {
        const { frame } = await controlledBy(t, STREAM_WORKER);
        const response = await frame.contentWindow.fetch(name);
        assert_equals(response.status, 200);
        assert_equals(await response.text().then(() => 'read', (error) => error.name), 'TypeError');
    }, `a worker’s stream that fails fails the page’s body: ${name}`);
}

for (const name of ['longer', 'shorter']) {
    promise_test(async (t) => {
        const { frame, scope } = await controlledBy(t, STREAM_WORKER);
        assert_equals(await textThrough(frame, name), 'four');
        const request = new frame.contentWindow.XMLHttpRequest();
        request.open('GET', name);
        const loaded = nextEvent(request, 'loadend');
        request.send();
        await loaded;
        assert_equals(request.responseText, 'four');
    }, `a Content-Length that lies: the body is ${name} than it says`);
}

promise_test(async (t) => {
    const { worker, frame } = await controlledBy(t, `const seen = {};
        onfetch = (event) => {
            const name = event.request.url.split('/').pop();
            seen[name] = event.handled.then((value) => String(value), (error) => error.name);
            seen[name + ' same'] = event.handled === event.handled;
            if (name === 'answered') event.respondWith(new Response('x'));
            if (name === 'refused') event.respondWith(Promise.reject(new Error('x')));
            if (name === 'error') event.respondWith(Response.error());
            if (name === 'prevented') event.preventDefault();
        };
        ${answering('Promise.all(Object.entries(seen).map(async ([name, value]) => [name, await value])).then(Object.fromEntries)')}`);
    for (const name of ['answered', 'refused', 'error', 'prevented', 'declined']) await frame.contentWindow.fetch(name).catch(() => {});
    const seen = await askWorker(worker);
    for (const [name, value] of Object.entries({ answered: 'undefined', declined: 'undefined', refused: 'NetworkError', error: 'NetworkError', prevented: 'NetworkError' })) {
        assert_equals(seen[name], value, name);
        assert_equals(seen[`${name} same`], true);
    }
}, 'event.handled tells what became of the event');

for (const type of /** @type {WorkerType[]} */ (['classic', 'module'])) {
    promise_test(async (t) => {
        const url = await putScript(uniqueName('library'), 'export const answer = 1;');
        const known = type === 'module' ? `import ${JSON.stringify(url)}; const early = import(${JSON.stringify(url)}).catch((error) => error.name);` : '';
        const { worker } = await startWorker(t, `${known}${answering("event.data ? import(event.data).then(() => 'imported', (error) => error.name + (error instanceof TypeError)) : early")}`, { type });
        for (const address of [url, 'https://foreign.example/x.js', 'bare', 'data:text/javascript,0']) assert_equals(await askWorker(worker, address), 'TypeErrortrue', address);
        if (known) assert_equals(await askWorker(worker), 'TypeError', 'while the worker starts');
    }, `import() is refused in ${type} service workers`);
}

promise_test(async (t) => {
    const { worker } = await startWorker(t, `importScripts('data:text/javascript,self.one = "a b"', 'data:text/javascript;base64,' + btoa('self.two = eval("1 + 1")'));
        ${answering('[self.one, self.two]')}`);
    assert_array_equals(await askWorker(worker), ['a b', 2]);
}, 'importScripts takes a script from its address');

promise_test(async (t) => {
    const scope = uniqueScope();
    const url = await putScript(uniqueName('worker'), '// one');
    const first = await registerScript(t, url, { scope });
    const [gone, again] = await Promise.all([first.unregister(), navigator.serviceWorker.register(url, { scope })]);
    t.add_cleanup(() => again.unregister());
    assert_equals(gone, true);
    assert_not_equals(again, first, 'a registration of its own');
    assert_equals(await navigator.serviceWorker.getRegistration(scope), again);
    const [isGone, , next] = await Promise.all([again.unregister(), again.unregister(), navigator.serviceWorker.register(url, { scope })]);
    assert_equals(isGone, true);
    const [third, fourth] = await Promise.all([1, 2].map(() => navigator.serviceWorker.register(url, { scope })));
    assert_equals(third, fourth);
    t.add_cleanup(() => third.unregister());
    const late = next.update().catch((error) => error.name);
    await third.unregister();
    assert_in_array(await late.then((value) => value === third ? 'updated' : value), ['updated', 'TypeError']);
    assert_equals(await navigator.serviceWorker.getRegistration(scope), undefined);
}, 'registrations, updates and their ends race');

promise_test(async (t) => {
    const { frame } = await controlledBy(t, `onfetch = (event) => {
        const { url, headers } = event.request;
        if (url.endsWith('first')) event.respondWith(Response.redirect(new URL('second', url)));
        if (url.endsWith('away')) event.respondWith(Response.redirect('sw://foreign.example/second'));
        if (url.endsWith('second')) event.respondWith(new Response(headers.get('authorization') ?? 'none'));
    };`);
    for (const [name, expected] of [['first', 'a'], ['away', 'none']]) {
        assert_equals(await (await frame.contentWindow.fetch(name, { headers: { Authorization: 'a' } })).text(), expected);
    }
}, 'a redirect that a worker makes keeps the authorization within the origin');
