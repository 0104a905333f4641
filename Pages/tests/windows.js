// Windows that the page opens. WebKit gives them the scripts and handlers of their opener; each still has a bridge of its own.

promise_test(async (t) => {
    const { refusedMessages } = await hostStatus();
    const opened = await openWindow(t, uniqueScope());
    assert_equals(opened.opener, window);
    assert_equals(await opened.SWWebView.send('/ping'), await SWWebView.send('/ping'));
    assert_equals((await opened.fetch('?fetched')).status, 200);
    const name = uniqueName('windows');
    await opened.caches.open(name);
    assert_equals(await caches.delete(name), true);
    assert_equals((await hostStatus()).refusedMessages, refusedMessages);
}, 'a window has the bridge: commands, fetch and caches');

promise_test(async (t) => {
    const opened = await openWindow(t, uniqueScope());
    const url = opened.URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage([data, self.name])']));
    const worker = new opened.Worker(url, { name: 'of the window' });
    worker.postMessage('asked');
    assert_array_equals((await nextEvent(worker, 'message')).data, ['asked', 'of the window']);
    const shared = new opened.SharedWorker(new URL(sharedScript, location.href).href, uniqueName('windows'));
    shared.port.start();
    assert_equals(await askShared(shared, 'self.connections.length'), 1);
}, 'a window makes workers and shared workers');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { registration, worker } = await startWorker(t, `
        onfetch = (event) => { if (event.request.url.endsWith('?answered')) event.respondWith(new Response('of the worker')); };
        onmessage = ({ ports, source }) => ports.length || source.postMessage(source.url);
        ${answering(`clients.matchAll({ includeUncontrolled: true }).then((all) => all.map(({ url, frameType }) => [url, frameType]))`)}
    `, { scope });
    const opened = await openWindow(t, scope);
    const { serviceWorker } = opened.navigator;
    assert_equals(inPage(serviceWorker.controller.scriptURL), inPage(worker.scriptURL));
    assert_equals(await (await opened.fetch('?answered')).text(), 'of the worker');
    assert_equals((await serviceWorker.getRegistration()).scope, registration.scope);
    const types = Object.fromEntries((await askWorker(worker)).map((/** @type {[string, string]} */ [url, type]) => [inPage(url), type]));
    assert_equals(types[scope], 'auxiliary');
    assert_equals(types[location.href], 'top-level');
    const heard = nextEvent(serviceWorker, 'message');
    serviceWorker.startMessages();
    serviceWorker.controller.postMessage(null);
    assert_equals(inPage((await heard).data), scope);
}, 'a service worker controls a window, answers it, and tells it from its opener');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, `
        onfetch = (event) => { if (event.request.url.endsWith('?answered')) event.respondWith(new Response('of the worker')); };
        ${answering('clients.matchAll().then((all) => all.map(({ url, id }) => [url, id]))')}
    `, { scope });
    const opened = await openWindow(t, scope);
    const [[, id]] = await askWorker(worker);
    opened.marker = 'the same document';
    const shown = async (/** @type {string} */ address) => {
        while (opened.location.href !== address || opened.document.readyState !== 'complete') await new Promise(requestAnimationFrame);
    };
    opened.location.href = `${scope}&next`;
    await shown(`${scope}&next`);
    opened.history.back();
    await shown(scope);
    assert_equals(opened.marker, 'the same document', 'it comes from the back-forward cache');
    assert_equals(await (await opened.fetch('?answered')).text(), 'of the worker');
    const clients = await askWorker(worker);
    assert_array_equals(clients.map((/** @type {string[]} */ [url]) => inPage(url)), [scope]);
    assert_equals(clients[0][1], id);
}, 'a page that comes back from the back-forward cache is the client that it was, with its controller');
