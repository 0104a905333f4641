// Clients and WindowClients. Source: https://w3c.github.io/ServiceWorker/#clients-interface

const LIST = answering(`(async () => {
    const list = await clients.matchAll(event.data ?? {});
    return list.map(({ id, url, type, frameType, visibilityState, focused, constructor }) =>
        ({ id, url, type, frameType, visibilityState, focused, kind: constructor.name }));
})()`);

/** @param {string} scheme */
const foreignPage = (scheme) => `${scheme}://foreign.example${new URL('resources/plain.html', location.href).pathname}`;

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, LIST, { scope });
    assert_array_equals(await askWorker(worker), []);
    const first = await addFrame(t, `${scope}&first`);
    await addFrame(t, `${scope}&second`);
    await addFrame(t, uniqueScope());
    const list = await askWorker(worker);
    assert_array_equals(list.map((/** @type {any} */ { url }) => inPage(url)), [`${scope}&first`, `${scope}&second`], 'in the order they were made');
    const [client] = list;
    assert_equals(client.type, 'window');
    assert_equals(client.frameType, 'nested');
    assert_equals(client.kind, 'WindowClient');
    assert_equals(client.visibilityState, 'visible');
    assert_regexp_match(client.id, /^[0-9a-f-]{36}$/);
    const all = await askWorker(worker, { includeUncontrolled: true });
    assert_equals(all.length, 4);
    assert_equals(all.find((/** @type {any} */ { url }) => inPage(url) === location.href)?.frameType, 'top-level');
    assert_array_equals(await askWorker(worker, { type: 'worker', includeUncontrolled: true }), []);
    first.remove();
    assert_array_equals((await askWorker(worker)).map((/** @type {any} */ { url }) => inPage(url)), [`${scope}&second`]);
}, 'matchAll: order, uncontrolled ones, types, and those that have gone');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, LIST, { scope });
    const elsewhere = new URL(`resources/quick.html?${crypto.randomUUID()}`, location.href).href;
    for (let count = 0; count < 100; count++) {
        const frame = document.createElement('iframe');
        frame.src = `${elsewhere}&${count}`;
        frame.onload = () => frame.remove();
        document.body.append(frame);
        await nextEvent(frame, 'load');
    }
    // Its first report comes after those of the others.
    await addFrame(t, `${elsewhere}&last`);
    /** @type {string[]} */
    let pages = [];
    while (!pages.includes(`${elsewhere}&last`)) {
        pages = (await askWorker(worker, { includeUncontrolled: true })).map((/** @type {any} */ { url }) => inPage(url));
    }
    assert_array_equals(pages.filter((page) => page.startsWith(elsewhere)), [`${elsewhere}&last`]);
}, 'frames that go as soon as they have loaded are no clients');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, answering(`(async () => {
        const [first] = await clients.matchAll();
        const again = await clients.get(first.id);
        return [again.id === first.id, again.url === first.url, await clients.get('no such id') === undefined,
            clients instanceof Clients, again instanceof WindowClient, again instanceof Client];
    })()`), { scope });
    await addFrame(t, scope);
    assert_array_equals(await askWorker(worker), [true, true, true, true, true, true]);
}, 'get');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, `${answering(`(async () => {
        for (const client of await clients.matchAll()) client.postMessage({ to: client.url });
        return 'sent';
    })()`)}`, { scope });
    const frames = [await addFrame(t, `${scope}&a`), await addFrame(t, `${scope}&b`)];
    const heard = frames.map(({ contentWindow }) => {
        contentWindow.navigator.serviceWorker.startMessages();
        return nextEvent(contentWindow.navigator.serviceWorker, 'message');
    });
    await askWorker(worker);
    assert_array_equals((await Promise.all(heard)).map(({ data }) => inPage(data.to)), [`${scope}&a`, `${scope}&b`]);
}, 'Client.postMessage reaches the right frame');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, answering(`(async () => {
        const [client] = await clients.matchAll();
        const moved = await client.navigate(event.data);
        return moved && { url: moved.url, kind: moved.constructor.name, isNew: moved.id !== client.id };
    })().catch(error => error.name)`), { scope });
    const frame = await addFrame(t, scope);
    const loaded = nextEvent(frame, 'load');
    const moved = await askWorker(worker, `${scope}&moved`);
    assert_equals(inPage(moved.url), `${scope}&moved`);
    assert_equals(moved.kind, 'WindowClient');
    assert_true(moved.isNew);
    await loaded;
    assert_equals(frame.contentWindow.location.href, `${scope}&moved`);
    assert_equals(await askWorker(worker, 'about:blank'), 'TypeError');
}, 'WindowClient.navigate');

// A browser requires a user's click for these two. Here the application decides, and that of `swwebview test` allows them.

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, answering(`(async () => {
        const client = await clients.openWindow(event.data);
        return { url: client.url, kind: client.constructor.name, frameType: client.frameType };
    })().catch(error => error.name)`), { scope });
    const opened = await askWorker(worker, `${scope}&opened`);
    assert_equals(inPage(opened.url), `${scope}&opened`);
    assert_equals(opened.kind, 'WindowClient');
    assert_equals(opened.frameType, 'top-level', 'it has no opener');
    assert_equals(await askWorker(worker, 'about:blank'), 'TypeError');
}, 'openWindow');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, answering(`(async () => {
        const [client] = await clients.matchAll();
        const focused = await client.focus();
        return [focused.id === client.id, focused.focused];
    })()`), { scope });
    await addFrame(t, scope);
    assert_array_equals(await askWorker(worker), [true, true]);
}, 'WindowClient.focus');

promise_test(async (t) => {
    const scope = new URL(`resources/plain.html?${crypto.randomUUID()}`, location.href).href;
    const { worker } = await startWorker(t, answering(`(async () => {
        const [client] = await clients.matchAll();
        const moved = await client.navigate(event.data);
        return [moved.url, moved.frameType, moved.id !== client.id];
    })()`), { scope });
    const frame = await addFrame(t, scope);
    const [url, ...rest] = await askWorker(worker, `${scope}&moved`);
    assert_array_equals([inPage(url), ...rest], [`${scope}&moved`, 'nested', true]);
    assert_equals(/** @type {Window} */ (frame.contentWindow).location.href, `${scope}&moved`);
}, 'WindowClient.navigate of a frame whose scripts never asked for service workers');

promise_test(async (t) => {
    const scope = uniqueScope();
    const scripts = {
        early: 'navigator.serviceWorker.onmessage = ({ data }) => postMessage(data);',
        late: `setTimeout(() => { navigator.serviceWorker.onmessage = ({ data }) => postMessage(data); postMessage('listens'); }, 0);`,
    };
    const { worker } = await startWorker(t, `const scripts = ${JSON.stringify(scripts)};
        onfetch = (event) => {
            const name = event.request.url.split('&').pop();
            if (scripts[name]) event.respondWith((async () => {
                const client = await clients.get(event.resultingClientId);
                client.postMessage('before the script');
                return new Response(scripts[name], { headers: { 'Content-Type': 'text/javascript' } });
            })());
        };
        ${answering("clients.matchAll({ type: 'worker' }).then((found) => found.map((client) => client.postMessage(event.data)).length)")}`, { scope });
    /** @param {string} name */
    const start = (name) => {
        const made = new Worker(`${scope}&${name}`);
        t.add_cleanup(() => made.terminate());
        return made;
    };
    assert_equals((await nextEvent(start('early'), 'message')).data, 'before the script');
    const late = start('late');
    assert_equals((await nextEvent(late, 'message')).data, 'listens');
    const next = nextEvent(late, 'message');
    assert_equals(await askWorker(worker, 'after the script'), 2);
    assert_equals((await next).data, 'after the script');
}, 'messages to a worker whose script does not run yet come when it has run, for the listeners that it has then');

for (const [what, target, result, stays] of /** @type {[string, () => string, any, boolean][]} */ ([
    ['a document of another origin', () => foreignPage('sw'), null, false],
    ['a document of another https origin', () => foreignPage('https'), null, false],
    ['a redirect to another origin', () => endpoint(`redirect?status=302&to=${encodeURIComponent(foreignPage('sw'))}`), null, false],
    ['a redirect to another https origin', () => endpoint(`redirect?status=302&to=${encodeURIComponent(foreignPage('https'))}`), null, false],
    ['a redirect to no address', () => endpoint('redirect?status=302&to=sw%3A%2F%2Fa%3Ab%2F'), 'TypeError', true],
    ['a response without a document', () => endpoint('redirect?status=204'), 'TypeError', true],
    ['an insecure address', () => 'http://foreign.example/', 'TypeError', true],
])) promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, answering(`clients.matchAll().then(([client]) => client.navigate(event.data))
        .then((client) => client && client.url, (error) => error.name)`), { scope });
    const { contentWindow } = await addFrame(t, scope);
    assert_equals(await askWorker(worker, target()), result);
    if (stays) assert_equals(contentWindow.location.href, scope);
    else assert_throws_dom('SecurityError', () => contentWindow.location.href);
}, `navigate() of a frame to ${what}`);
