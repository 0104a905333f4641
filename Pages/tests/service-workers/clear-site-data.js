// The header Clear-Site-Data: a response removes the data of its origin, and service workers at once.
// Source: https://w3c.github.io/webappsec-clear-site-data/

/** @param {string} kinds */
const clearSiteData = async (kinds) => assert_equals((await changeHost(`clear-site-data?kinds=${kinds}`)).status, 200);

/** @param {ServiceWorker | null} worker */
const untilRedundant = async (worker) => {
    while (worker && worker.state !== 'redundant') await nextEvent(worker, 'statechange');
};

const noRegistrations = async () => assert_array_equals(await navigator.serviceWorker.getRegistrations(), []);

for (const unregisters of [false, true]) {
    promise_test(async (t) => {
        const scope = uniqueScope();
        const { worker, registration } = await startWorker(t, `onfetch = (event) => {
            if (!event.request.url.endsWith('never')) return;
            event.respondWith(new Promise(() => {}));
            clients.get(event.clientId).then((client) => client.postMessage('asked'));
        }`, { scope });
        const { contentWindow } = await addFrame(t, scope);
        const container = contentWindow.navigator.serviceWorker;
        assert_equals(container.controller?.scriptURL, worker.scriptURL);
        const ready = await container.ready;
        if (unregisters) await registration.unregister();
        const [asked, changed] = [nextEvent(container, 'message'), nextEvent(container, 'controllerchange')];
        const pending = contentWindow.fetch('never').catch((error) => error.name);
        await asked;
        await clearSiteData('storage');
        await Promise.all([changed, untilRedundant(worker)]);
        assert_equals(container.controller, null);
        assert_equals(await pending, 'TypeError', 'the event was ended');
        assert_equals((await contentWindow.fetch('frame.html')).status, 200, 'its requests go to the network');
        await noRegistrations();
        assert_equals(await container.ready, ready);
    }, `a controlled frame has no controller any more${unregisters ? ', also of a registration that waits for it' : ''}`);
}

promise_test(async (t) => {
    const [id, scope] = [uniqueName('worker'), uniqueScope()];
    const registration = await registerScript(t, await putScript(id, '// one'), { scope });
    await untilState(registration.installing, 'activated');
    await addFrame(t, scope);
    await putScript(id, '// two');
    await registration.update();
    await untilState(registration.installing ?? registration.waiting, 'installed');
    const { active, waiting } = registration;
    await clearSiteData('storage');
    await Promise.all([untilRedundant(active), untilRedundant(waiting)]);
    await noRegistrations();
}, 'an active and a waiting worker');

for (const [state, handler] of [['installing', 'oninstall'], ['activating', 'onactivate']]) {
    promise_test(async (t) => {
        const scope = uniqueScope();
        const url = await putScript(uniqueName('worker'), `${handler} = (event) => event.waitUntil(new Promise(() => {}))`);
        const worker = (await registerScript(t, url, { scope })).installing;
        await untilState(worker, /** @type {ServiceWorkerState} */ (state));
        await clearSiteData('storage');
        await untilRedundant(worker);
        await noRegistrations();
        const again = await registerScript(t, await putScript(uniqueName('worker'), '// one'), { scope });
        await untilState(again.installing, 'activated');
    }, `a worker that is ${state}`);
}

promise_test(async (t) => {
    const scope = uniqueScope();
    const url = await putScript(uniqueName('worker'), 'for (;;);');
    const [first, second] = [url, `${url}&second`].map((script) => promise_rejects_dom(t, 'AbortError', navigator.serviceWorker.register(script, { scope })));
    await navigator.serviceWorker.getRegistrations();
    await clearSiteData('storage');
    await Promise.all([first, second]);
    await noRegistrations();
}, 'registrations that are under way or wait are aborted');

/** @returns {Promise<IDBDatabase>} */
const openDatabase = () => new Promise((resolve, reject) => {
    const request = indexedDB.open('clear-site-data');
    [request.onsuccess, request.onerror] = [() => resolve(request.result), () => reject(request.error)];
});

const storeData = async () => {
    document.cookie = 'kept=yes';
    localStorage.setItem('key', 'value');
    await (await caches.open('clear-site-data')).put('x', new Response('x'));
    (await openDatabase()).close();
};

const storedData = async () => ({
    cookie: document.cookie.includes('kept=yes'), item: localStorage.getItem('key') !== null, cache: await caches.has('clear-site-data'),
    database: (await indexedDB.databases()).some(({ name }) => name === 'clear-site-data'),
});

for (const [kinds, left] of Object.entries({
    storage: { cookie: true, item: false, cache: false, database: false }, cookies: { cookie: false, item: true, cache: true, database: true },
    'cache,unknown': { cookie: true, item: true, cache: true, database: true }, '*': { cookie: false, item: false, cache: false, database: false },
})) {
    promise_test(async (t) => {
        t.add_cleanup(async () => { await clearSiteData('*'); });
        await storeData();
        await clearSiteData(kinds);
        assert_equals(JSON.stringify(await storedData()), JSON.stringify(left));
    }, `the kinds ${kinds}`);
}

promise_test(async (t) => {
    t.add_cleanup(async () => { await clearSiteData('*'); });
    await storeData();
    const { registration } = await startWorker(t, '// one');
    const frame = await addFrame(t, `sw://foreign.example${new URL('resources/clearing.html', location.href).pathname}`);
    const answer = nextEvent(window, 'message');
    frame.contentWindow.postMessage(location.origin, '*');
    assert_equals((await answer).data, 'own 200, other refused');
    assert_equals(Object.values(await storedData()).every(Boolean), true, 'the data of this origin is there');
    assert_equals(registration.active?.state, 'activated');
}, 'a frame of another origin clears its own data only');

promise_test(async (t) => {
    t.add_cleanup(async () => { await clearSiteData('*'); });
    const scope = uniqueScope();
    await startWorker(t, "onfetch = (event) => event.respondWith(new Response('x', { headers: { 'Clear-Site-Data': '\"*\"' } }))", { scope });
    const frame = await addFrame(t, scope);
    await storeData();
    assert_equals(await textThrough(frame, 'x'), 'x');
    assert_equals(Object.values(await storedData()).every(Boolean), true);
}, 'a response that a worker has made clears nothing');
