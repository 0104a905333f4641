// The lifecycle from registration to the end: states, the worker of each slot, and the events that pages receive.
// Source: https://w3c.github.io/ServiceWorker/#service-worker-lifetime

promise_test(async (t) => {
    const url = await putScript(uniqueName('worker'), '// nothing');
    const registration = await registerScript(t, url);
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    assert_equals(worker.state, 'installing');
    assert_equals(registration.waiting, null);
    assert_equals(registration.active, null);
    /** @type {string[]} */
    const log = [];
    worker.addEventListener('statechange', () => {
        const { installing, waiting, active } = registration;
        const place = worker === installing ? 'installing' : worker === waiting ? 'waiting' : worker === active ? 'active' : 'none';
        log.push(`${worker.state} as ${place}`);
    });
    await untilState(worker, 'activated');
    assert_array_equals(log, ['installed as waiting', 'activating as active', 'activated as active']);
    await registration.unregister();
    if (worker.state !== 'redundant') await nextEvent(worker, 'statechange');
    assert_equals(worker.state, 'redundant');
}, 'a worker goes through its states once each, in order, and each in its place');

promise_test(async (t) => {
    const url = await putScript(
        uniqueName('worker'),
        `let go; const gone = new Promise(resolve => go = resolve);
        const log = [];
        oninstall = event => { log.push('install'); event.waitUntil(gone.then(() => log.push('installed'))); };
        onactivate = event => { log.push('activate'); event.waitUntil(Promise.resolve().then(() => log.push('activated'))); };
        onmessage = event => { if (event.data === 'go') go(); else event.ports[0].postMessage(log); };`
    );
    const registration = await registerScript(t, url);
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    assert_array_equals(await askWorker(worker), ['install']);
    assert_equals(worker.state, 'installing', 'a waitUntil promise holds the installation');
    worker.postMessage('go');
    await untilState(worker, 'activated');
    assert_array_equals(await askWorker(worker), ['install', 'installed', 'activate', 'activated']);
}, 'waitUntil holds install and activate');

promise_test(async (t) => {
    const scope = uniqueScope();
    const first = await startWorker(t, '// one', { scope });
    const found = nextEvent(first.registration, 'updatefound');
    const url = await putScript(uniqueName('worker'), '// two');
    const again = await navigator.serviceWorker.register(url, { scope });
    assert_equals(again, first.registration, 'one object for a registration');
    await found;
    assert_equals(again.installing?.scriptURL, url);
    assert_not_equals(again.installing, first.worker);
    await untilState(again.installing, 'activated');
    assert_equals(first.worker.state, 'redundant');
    assert_equals(await navigator.serviceWorker.getRegistration(scope), again);
    assert_equals(again.scope, scope);
}, 'another script for a scope is an update of its registration');

promise_test(async (t) => {
    const scope = uniqueScope();
    const early = await addFrame(t, scope);
    assert_equals(early.contentWindow.navigator.serviceWorker.controller, null);
    const ready = early.contentWindow.navigator.serviceWorker.ready;
    const { url } = await startWorker(t, '// nothing', { scope });
    assert_equals((await ready).active?.scriptURL, url);
    assert_equals(early.contentWindow.navigator.serviceWorker.controller, null, 'a page stays as it was loaded');
    const late = await addFrame(t, scope);
    const { contentWindow } = /** @type {any} */ (late);
    assert_equals(contentWindow.controllerAtStart, url, 'right for the first script of a page');
    assert_equals(contentWindow.controllerStateAtStart, 'activated');
    assert_equals(contentWindow.navigator.serviceWorker.controller.scriptURL, url);
    assert_equals(navigator.serviceWorker.controller, null, 'the page around it is not in the scope');
}, 'a page is controlled from its first script on if there was a worker when it was loaded');

promise_test(async (t) => {
    const scope = uniqueScope();
    const frame = await addFrame(t, scope);
    const container = frame.contentWindow.navigator.serviceWorker;
    const changed = nextEvent(container, 'controllerchange');
    const { url } = await startWorker(t, "onactivate = event => event.waitUntil(clients.claim()); onfetch = event => event.respondWith(new Response('claimed'))", { scope });
    await changed;
    assert_equals(container.controller?.scriptURL, url);
    assert_equals(await textThrough(frame, 'anything'), 'claimed');
}, 'clients.claim takes pages over that are there already');

promise_test(async (t) => {
    const scope = uniqueScope();
    const id = uniqueName('worker');
    const url = await putScript(id, "onfetch = event => event.respondWith(new Response('one'))");
    const registration = await registerScript(t, url, { scope });
    const first = registration.installing;
    await untilState(first, 'activated');
    const frame = await addFrame(t, scope);
    await putScript(id, `onfetch = event => event.respondWith(new Response('two'));
        onmessage = event => event.waitUntil(skipWaiting());`);
    await registration.update();
    const second = registration.installing;
    await untilState(second, 'installed');
    assert_equals(registration.waiting, second);
    assert_equals(registration.active, first);
    assert_equals(await textThrough(frame, 'x'), 'one', 'the new worker waits for the page');
    const changed = nextEvent(frame.contentWindow.navigator.serviceWorker, 'controllerchange');
    second?.postMessage('skip');
    await changed;
    await untilState(second, 'activated');
    assert_equals(first?.state, 'redundant');
    assert_equals(await textThrough(frame, 'x'), 'two');
}, 'a waiting worker takes over with skipWaiting');

promise_test(async (t) => {
    const scope = uniqueScope();
    const id = uniqueName('worker');
    const url = await putScript(id, '// one');
    const registration = await registerScript(t, url, { scope });
    await untilState(registration.installing, 'activated');
    const frame = await addFrame(t, scope);
    await putScript(id, '// two');
    await registration.update();
    const second = registration.installing;
    await untilState(second, 'installed');
    frame.remove();
    await untilState(second, 'activated');
    assert_equals(registration.active, second);
}, 'a waiting worker takes over when the last page has gone');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { registration, worker } = await startWorker(t, "onfetch = event => event.respondWith(new Response('still here'))", { scope });
    const frame = await addFrame(t, scope);
    assert_true(await registration.unregister());
    assert_equals(await navigator.serviceWorker.getRegistration(scope), undefined);
    assert_equals(await textThrough(frame, 'x'), 'still here', 'the page keeps its worker');
    assert_equals(worker.state, 'activated');
    const later = await addFrame(t, 'resources/frame.html?another');
    assert_equals(later.contentWindow.navigator.serviceWorker.controller, null);
    frame.remove();
    while (worker.state !== 'redundant') await nextEvent(worker, 'statechange');
    assert_false(await registration.unregister(), 'there is nothing left to unregister');
}, 'an unregistered worker serves the pages it controls until they are gone');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { registration, url } = await startWorker(t, '// nothing', { scope });
    const frame = await addFrame(t, scope);
    await registration.unregister();
    const again = await navigator.serviceWorker.register(url, { scope });
    t.add_cleanup(() => again.unregister());
    assert_equals((await navigator.serviceWorker.getRegistration(scope))?.scope, scope);
    assert_equals(frame.contentWindow.navigator.serviceWorker.controller?.scriptURL, url);
}, 'a scope that was unregistered while in use can be registered again');
