// Which worker answers for which page. Source: https://w3c.github.io/ServiceWorker/#scope-match-algorithm

/** @param {string} name */
const namedWorker = (name) => `onfetch = event => {
    if (event.request.mode !== 'navigate') event.respondWith(new Response('${name} of ' + event.clientId));
}; ${answering("(await clients.matchAll()).map(client => client.id)")}`;

promise_test(async (t) => {
    const [scopeA, scopeB] = [uniqueScope(), uniqueScope()];
    const a = await startWorker(t, namedWorker('A'), { scope: scopeA });
    const b = await startWorker(t, namedWorker('B'), { scope: scopeB });
    const [frameA, frameB, frameC] = [await addFrame(t, scopeA), await addFrame(t, scopeB), await addFrame(t, uniqueScope())];
    assert_equals(frameA.contentWindow.navigator.serviceWorker.controller?.scriptURL, a.url);
    assert_equals(frameB.contentWindow.navigator.serviceWorker.controller?.scriptURL, b.url);
    assert_equals(frameC.contentWindow.navigator.serviceWorker.controller, null);
    const [clientA] = await askWorker(a.worker);
    const [clientB] = await askWorker(b.worker);
    assert_not_equals(clientA, clientB);
    const texts = await Promise.all([frameA, frameB, frameA, frameB].map((frame) => textThrough(frame, '../nothing.txt')));
    assert_array_equals(texts, [`A of ${clientA}`, `B of ${clientB}`, `A of ${clientA}`, `B of ${clientB}`]);
    assert_equals((await frameC.contentWindow.fetch('../nothing.txt')).status, 404, 'the third goes to the network');
    assert_equals((await fetch('nothing.txt')).status, 404, 'and so does the page around them');
}, 'two frames of one page have different controllers');

promise_test(async (t) => {
    const broad = uniqueScope();
    const narrow = `${broad}&narrow`;
    const a = await startWorker(t, namedWorker('broad'), { scope: broad });
    const early = await addFrame(t, `${narrow}&early`);
    assert_equals(early.contentWindow.navigator.serviceWorker.controller?.scriptURL, a.url);
    const b = await startWorker(t, namedWorker('narrow'), { scope: narrow });
    assert_equals(early.contentWindow.navigator.serviceWorker.controller?.scriptURL, a.url, 'a page keeps its worker');
    const late = await addFrame(t, `${narrow}&late`);
    assert_equals(late.contentWindow.navigator.serviceWorker.controller?.scriptURL, b.url);
    assert_equals((await addFrame(t, `${broad}&other`)).contentWindow.navigator.serviceWorker.controller?.scriptURL, a.url);
    assert_equals((await navigator.serviceWorker.getRegistration(`${narrow}&x`)), b.registration);
    assert_equals((await navigator.serviceWorker.getRegistration(`${broad}&x`)), a.registration);
    late.remove();
    await b.registration.unregister();
    const after = await addFrame(t, `${narrow}&after`);
    assert_equals(after.contentWindow.navigator.serviceWorker.controller?.scriptURL, a.url);
}, 'a more specific scope takes over from a less specific one');

promise_test(async (t) => {
    const broad = uniqueScope();
    const narrow = `${broad}&narrow`;
    const a = await startWorker(t, namedWorker('broad'), { scope: broad });
    const frame = await addFrame(t, `${narrow}&page`);
    const { container } = { container: frame.contentWindow.navigator.serviceWorker };
    const changed = nextEvent(container, 'controllerchange');
    const b = await startWorker(t, `onactivate = event => event.waitUntil(clients.claim()); ${namedWorker('narrow')}`, { scope: narrow });
    await changed;
    assert_equals(container.controller?.scriptURL, b.url);
    assert_array_equals(await askWorker(a.worker), [], 'the broad one has lost its client');
    assert_equals((await askWorker(b.worker)).length, 1);
}, 'a more specific scope claims the pages of a less specific one');

promise_test(async (t) => {
    const before = await navigator.serviceWorker.getRegistrations();
    const scopes = [uniqueScope(), uniqueScope(), uniqueScope()];
    for (const scope of scopes) await startWorker(t, '// nothing', { scope });
    const all = await navigator.serviceWorker.getRegistrations();
    assert_equals(all.length - before.length, 3);
    assert_array_equals(all.map(({ scope }) => scope).filter((scope) => scopes.includes(scope)).sort(), [...scopes].sort());
}, 'getRegistrations names all of the origin');

promise_test(async (t) => {
    const id = uniqueName('worker');
    await putScript(id, '// nothing');
    const unallowed = endpoint(`script?id=${id}`);
    await promise_rejects_dom(t, 'SecurityError', navigator.serviceWorker.register(unallowed, { scope: uniqueScope() }));
    const own = await registerScript(t, unallowed, {});
    assert_equals(own.scope, endpoint(''), 'its own folder without a word');
    const other = endpoint(`script?id=${id}&allowed=/service-workers/`);
    await promise_rejects_dom(t, 'SecurityError', navigator.serviceWorker.register(other, { scope: '/elsewhere' }));
    await registerScript(t, other, { scope: uniqueScope() });
}, 'a scope outside of the script’s folder needs Service-Worker-Allowed');

promise_test(async (t) => {
    const { register } = navigator.serviceWorker;
    const attempt = (/** @type {string} */ url, /** @type {RegistrationOptions} */ options = { scope: uniqueScope() }) =>
        register.call(navigator.serviceWorker, url, options);
    const good = await putScript(uniqueName('worker'), '// nothing');
    await promise_rejects_dom(t, 'SecurityError', attempt('sw://elsewhere.example/worker.js'), 'a script of another origin');
    await promise_rejects_dom(t, 'SecurityError', attempt(good, { scope: 'sw://elsewhere.example/' }), 'a scope of another origin');
    await promise_rejects_js(t, TypeError, attempt('data:text/javascript,'), 'another scheme');
    await promise_rejects_js(t, TypeError, attempt('a%2fb.js'), 'a hidden slash');
    await promise_rejects_js(t, TypeError, attempt('resources/there-is-none.js'), 'no such script');
    const text = `${good}&type=text/plain`;
    await promise_rejects_dom(t, 'SecurityError', attempt(text), 'a script that is text');
    await promise_rejects_js(t, TypeError, attempt(await putScript(uniqueName('worker'), 'this is no script')), 'a syntax error');
    await promise_rejects_js(t, TypeError, attempt(await putScript(uniqueName('worker'), 'throw new Error("on purpose")')), 'a script that throws');
    await promise_rejects_js(t, TypeError, attempt(good, /** @type {any} */ ({ type: 'both' })));
    await promise_rejects_js(t, TypeError, /** @type {any} */ (navigator.serviceWorker).register());
}, 'what cannot be registered is refused by name');
