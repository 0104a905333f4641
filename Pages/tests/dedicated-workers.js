// Dedicated workers: service worker clients with a runtime of their own.

const folder = 'dedicated-workers/';

/**
 * Asks a worker to evaluate an expression.
 * @param {Worker} worker @param {string} text
 * @returns {Promise<any>}
 */
const ask = (worker, text) => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.value));
    worker.onerror = (event) => reject(new Error(event.message ?? 'the worker failed'));
    worker.postMessage(text, [port2]);
});

/** @param {HarnessTest} t @param {string} url @param {WorkerOptions} [options] */
const worker = (t, url, options) => {
    const made = new Worker(url, options);
    t.add_cleanup(() => made.terminate());
    return made;
};

/** @param {HarnessTest} t @param {string} scope */
const registered = async (t, scope) => {
    const registration = await navigator.serviceWorker.register(`${folder}service-worker.js`, { scope });
    t.add_cleanup(() => registration.unregister());
    const added = registration.installing;
    await new Promise((resolve) => {
        const look = () => { if (added?.state === 'activated') resolve(undefined); };
        added?.addEventListener('statechange', look);
        look();
    });
    return registration;
};

/** @param {ServiceWorkerRegistration} registration @param {any} question */
const askServiceWorker = (registration, question) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    registration.active?.postMessage(question, [port2]);
});

for (const type of /** @type {const} */ (['classic', 'module'])) {
    promise_test(async (t) => {
        const made = worker(t, `${folder}echo.js?${type}`, { type, name: 'a name' });
        assert_equals(await ask(made, 'self.name'), 'a name');
        assert_equals(await ask(made, 'location.href'), new URL(`${folder}echo.js?${type}`, location.href).href);
        assert_equals(await ask(made, 'navigator.serviceWorker instanceof ServiceWorkerContainer'), true);
        assert_equals(await ask(made, 'navigator.serviceWorker.controller'), null);
        assert_equals(await ask(made, 'self.strict'), type === 'module');
        const name = uniqueName('worker');
        assert_equals(await ask(made, `caches.open('${name}').then((cache) => cache.put('/x', new Response('kept'))).then(() => 1)`), 1);
        assert_equals(await (await caches.match('/x', { cacheName: name }))?.text(), 'kept');
        assert_equals(await ask(made, `caches.delete('${name}')`), true);
    }, `a ${type} worker has caches and navigator.serviceWorker`);

    promise_test(async (t) => {
        const registration = await registered(t, `${folder}scope/`);
        const made = worker(t, `${folder}scope/echo.js?${type}`, { type });
        const url = registration.active?.scriptURL;
        assert_equals(await ask(made, 'navigator.serviceWorker.controller.scriptURL'), url);
        const clients = await askServiceWorker(registration, { clients: 'worker' });
        assert_equals(clients.length, 1);
        assert_equals(clients[0].type, 'worker');
        assert_equals(clients[0].frameType, 'none');
        assert_equals(clients[0].url.replace('https:', location.protocol), new URL(`${folder}scope/echo.js?${type}`, location.href).href);
        const own = JSON.parse(await ask(made, `fetch('who').then((response) => response.text())`));
        assert_equals(own.clientId, clients[0].id);
        const xhr = JSON.parse(await ask(made, `(() => {
            const xhr = new XMLHttpRequest(); xhr.open('GET', 'who', false); xhr.send(); return xhr.responseText; })()`));
        assert_equals(xhr.clientId, clients[0].id);
        const sent = JSON.parse(await ask(made, `fetch('who', { method: 'POST', body: new Blob(['12345']) }).then((response) => response.text())`));
        assert_equals(sent.body, '12345');
        const imported = type === 'module' ? `import('./who.js').then(() => self.who)` : `importScripts('who.js'), self.who`;
        const who = await ask(made, imported);
        assert_equals(who.clientId, clients[0].id);
        assert_equals(who.destination, 'script');
        const message = ask(made, `new Promise((resolve) => { navigator.serviceWorker.onmessage = (event) =>
            resolve([event.data, event.source === navigator.serviceWorker.controller]); })`);
        await askServiceWorker(registration, { tell: clients[0].id, text: 'hello' });
        assert_array_equals(await message, ['hello', true]);
        made.terminate();
        assert_equals((await askServiceWorker(registration, { clients: 'worker' })).length, 0);
    }, `a ${type} worker is a client`);
}

promise_test(async (t) => {
    const registration = await registered(t, `${folder}scope/`);
    const made = worker(t, `${folder}scope/generated.js`);
    const seen = await ask(made, 'self.seen');
    assert_equals(seen.destination, 'worker');
    assert_equals(seen.mode, 'same-origin');
    assert_equals(seen.resultingClientId, (await askServiceWorker(registration, { clients: 'worker' }))[0].id);
}, 'the script of a worker comes from the service worker of its address');

promise_test(async (t) => {
    const made = worker(t, `${folder}echo.js`);
    await ask(made, '1');
    const registration = await registered(t, folder);
    const change = ask(made, `new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = () =>
        resolve(navigator.serviceWorker.controller.state); })`);
    await ask(made, '1');
    await askServiceWorker(registration, { claim: true });
    assert_equals(await change, 'activated');
    const clients = await askServiceWorker(registration, { clients: 'worker' });
    assert_equals(clients.length, 1);
    await ask(made, '(setTimeout(close, 0), 1)');
    while ((await askServiceWorker(registration, { clients: 'worker' })).length) await new Promise((resolve) => setTimeout(resolve, 10));
}, 'clients.claim() takes a worker, which goes when it closes itself');

promise_test(async (t) => {
    const registration = await registered(t, `${folder}scope/`);
    const address = `${folder}scope/echo.js?refused`;
    for (let count = 0; count < 5; count++) {
        assert_throws_js(TypeError, () => new Worker(address, { type: /** @type {any} */ ('none') }));
        const made = worker(t, address);
        await ask(made, '1');
        made.terminate();
        while ((await askServiceWorker(registration, { clients: 'worker' })).length) await new Promise((resolve) => setTimeout(resolve, 10));
    }
}, 'a worker that WebKit refuses to make leaves nothing behind for the next of its address');

promise_test(async (t) => {
    const source = `${await (await fetch(`${folder}echo.js`)).text()}`;
    for (const [text, strict] of /** @type {const} */ ([[source, false], [`/* first */ 'use strict';${source}`, true]])) {
        const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        const made = worker(t, url);
        URL.revokeObjectURL(url);
        assert_equals(await ask(made, 'typeof navigator.serviceWorker.register'), 'function');
        assert_equals(await ask(made, 'self.strict'), strict);
        assert_equals(await ask(made, `caches.has('${uniqueName('blob')}')`), false);
    }
    const text = 'onmessage = () => { throw new Error("as it should"); }; postMessage([location.href, location.hash, String(location), import.meta.url])';
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const module = worker(t, `${url}#part`, { type: 'module' });
    const first = /** @type {MessageEvent} */ (await new Promise((resolve) => { module.onmessage = resolve; }));
    assert_array_equals(first.data, [`${url}#part`, '#part', `${url}#part`, `${url}#part`]);
    module.postMessage(1);
    const filename = await new Promise((resolve) => {
        module.onerror = (event) => {
            event.preventDefault();
            resolve(event.filename);
        };
    });
    assert_equals(filename, `${url}#part`);
    const empty = worker(t, 'data:text/javascript,postMessage(1)');
    await new Promise((resolve) => { empty.onmessage = resolve; });
}, 'workers of Blobs have the runtime and their address, those of data: URLs work without');

promise_test(async (t) => {
    const registration = await registered(t, `${folder}scope/`);
    const address = `${folder}scope/echo.js?together`;
    const types = /** @type {const} */ (['module', 'classic', 'classic', 'module', 'module']);
    const made = types.map((type, index) => worker(t, index < 4 ? address : `${address}#own%20part`, { type }));
    const own = await Promise.all(made.map((one) => ask(one, 'fetch("who").then((response) => response.json())')));
    const clients = await askServiceWorker(registration, { clients: 'worker' });
    assert_equals(clients.length, types.length);
    const asked = new URL(address, location.href).href;
    assert_true(clients.every((/** @type {{url: string}} */ { url }) => [asked, `${asked}#own%20part`].includes(url.replace('https:', location.protocol))), JSON.stringify(clients));
    assert_equals(new Set(own.map(({ clientId }) => clientId)).size, types.length);
    assert_array_equals(await Promise.all(made.map((one) => ask(one, 'self.strict'))), types.map((type) => type === 'module'));
    for (const one of made.slice(0, 4)) {
        assert_array_equals(await ask(one, '[location.href, location.hash, `${location}`]'), [asked, '', asked]);
    }
    for (const one of [made[4], worker(t, `${address}#own%20part`)]) {
        assert_array_equals(await ask(one, '[location.href, location.hash]'), [`${asked}#own%20part`, '#own%20part']);
    }
}, 'workers of one address that are made at the same moment are workers and clients of their own');

promise_test(async (t) => {
    const made = worker(t, `${folder}echo.js`);
    const inner = await ask(made, `new Promise((resolve) => {
        const inner = new Worker('echo.js'), { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data.value);
        inner.postMessage('caches.has("nested").then((is) => [is, !!navigator.serviceWorker.register])', [port2]);
    })`);
    assert_array_equals(inner, [false, true]);
}, 'a worker of a worker has the runtime');

promise_test(async (t) => {
    for (const name of ['strict.js', 'shadowing.js', 'hashbang.js']) {
        const made = worker(t, folder + name);
        const result = await new Promise((resolve, reject) => {
            made.onmessage = ({ data }) => resolve(data);
            made.onerror = (event) => reject(new Error(`${name}: ${event.message}`));
        });
        assert_equals(result, 'works', name);
    }
}, 'whatever a script begins with and declares');

promise_test(async (t) => {
    for (const name of ['missing.js', 'page.html']) {
        const made = worker(t, `${name === 'page.html' ? '' : folder}${name === 'page.html' ? 'dedicated-workers.html' : name}`);
        const event = await new Promise((resolve, reject) => {
            made.onerror = (failure) => { failure.preventDefault(); resolve(failure); };
            made.onmessage = reject;
        });
        assert_equals(event.type, 'error');
    }
    const failing = worker(t, `${folder}failing.js`);
    const event = await new Promise((resolve) => { failing.onerror = (failure) => { failure.preventDefault(); resolve(failure); }; });
    assert_equals(event.lineno, 2);
    assert_equals(event.filename, new URL(`${folder}failing.js`, location.href).href);
}, 'what fails natively fails the same way');

test(() => {
    assert_equals(Worker.name, 'Worker');
    assert_equals(Worker.length, 1);
    assert_equals(`${Worker}`.replace(/\s+/g, ' '), 'function Worker() { [native code] }');
    assert_equals(Worker.prototype.constructor, Worker);
    assert_throws_js(TypeError, () => /** @type {any} */ (Worker)('x.js'));
    assert_throws_js(TypeError, () => new /** @type {any} */ (Worker)());
    assert_throws_js(TypeError, () => new Worker(`${folder}echo.js`, { type: /** @type {any} */ ('none') }));
    assert_throws_dom('SecurityError', () => new Worker('sw://elsewhere.example/x.js'));
    class Own extends Worker {}
    const own = new Own(`${folder}echo.js`);
    assert_true(own instanceof Own && own instanceof Worker);
    assert_equals(`${own}`, '[object Worker]');
    own.terminate();
}, 'Worker is as Web IDL has it');
