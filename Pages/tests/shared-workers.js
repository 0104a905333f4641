// Shared workers: made by the host, for every frame of an origin.

const scope = 'shared-workers/resources/';

for (const type of /** @type {const} */ (['classic', 'module'])) {
    promise_test(async (t) => {
        const name = uniqueName('a name');
        const worker = shared(t, `${sharedScript}?${type}#part`, { type, name });
        assert_equals(await askShared(worker, 'self.name'), name);
        assert_equals(await askShared(worker, 'location.href'), new URL(`${sharedScript}?${type}#part`, location.href).href);
        assert_equals(await askShared(worker, 'self.origin'), self.origin);
        assert_equals(await askShared(worker, 'self.strict'), type === 'module');
        assert_equals(await askShared(worker, 'self instanceof SharedWorkerGlobalScope && self instanceof WorkerGlobalScope'), true);
        assert_equals(await askShared(worker, 'String(self) + self.constructor.name'), '[object SharedWorkerGlobalScope]SharedWorkerGlobalScope');
        assert_equals(await askShared(worker, `['DedicatedWorkerGlobalScope', 'postMessage', 'onmessage', 'requestAnimationFrame', 'SharedWorker']
            .filter((name) => name in self).join()`), '');
        assert_equals(await askShared(worker, `['close', 'importScripts', 'onerror', 'fetch', 'caches', 'Worker'].every((name) => name in self)`), true);
        assert_equals(await askShared(worker, `(() => { try { new SharedWorkerGlobalScope(); } catch (error) { return error.name; } })()`), 'TypeError');
        assert_equals(await askShared(worker, `(onconnect = 1, [onconnect, Object.getOwnPropertyDescriptor(self, 'onconnect').enumerable].join())`), ',true');
    }, `the global of a ${type} worker is a SharedWorkerGlobalScope`);

    promise_test(async (t) => {
        const name = uniqueName('twice');
        const workers = [shared(t, sharedScript, { type, name }), shared(t, sharedScript, { type, name }), new SharedWorker(sharedScript, { type, name })];
        for (const worker of workers) assert_equals(await askShared(worker, 'self.name'), name);
        for (const event of await askShared(workers[0], 'self.connections')) {
            assert_equals(JSON.stringify(event), JSON.stringify({
                data: '', type: 'connect', origin: '', count: 1, isSource: true, isPort: true, isFrozen: true, isEvent: true,
            }));
        }
        assert_equals(await askShared(workers[2], 'self.connections.length'), 3);
        const later = new SharedWorker(sharedScript, { type, name });
        assert_equals(await askShared(later, 'self.connections.length'), 4);
        const other = shared(t, sharedScript, { type });
        assert_equals(await askShared(other, 'self.connections.length'), 1);
    }, `a ${type} worker is told of each connection, those that come before its script has run as well`);

    promise_test(async (t) => {
        const { registration } = await startObserver(t, scope);
        const worker = shared(t, `${scope}echo.js?${type}`, { type });
        assert_equals(await askShared(worker, 'navigator.serviceWorker.controller.scriptURL'), registration.active?.scriptURL);
        const url = new URL(`${scope}echo.js?${type}`, location.href).href;
        const seen = (/** @type {any[]} */ found) => found.filter((client) => inPage(client.url) === url);
        const [client] = seen(await askWorker(registration.active, {}));
        assert_equals(client.type, 'sharedworker');
        assert_equals(client.frameType, 'none');
        assert_equals(seen(await askWorker(registration.active, { type: 'worker' })).length, 0);
        assert_equals(seen(await askWorker(registration.active, { type: 'all' })).length, 1);
        const own = await askShared(worker, `fetch('who', { method: 'POST', body: 'text' }).then((response) => response.json())`);
        assert_equals(own.clientId, client.id);
        assert_equals(own.body, 'text');
        const who = await askShared(worker, type === 'module' ? `import('./who.js').then(() => self.who)` : `importScripts('who.js'), self.who`);
        assert_equals(who.clientId, client.id);
        const message = askShared(worker, `new Promise((resolve) => { navigator.serviceWorker.onmessage = (event) =>
            resolve([event.data, event.source === navigator.serviceWorker.controller]); })`);
        await askShared(worker, '1');
        await askWorker(registration.active, { tell: client.id, text: 'hello' });
        assert_array_equals(await message, ['hello', true]);
        await askShared(worker, '(setTimeout(close, 0), 1)');
        while (seen(await askWorker(registration.active, {})).length) await new Promise((resolve) => setTimeout(resolve, 10));
    }, `a ${type} worker is a client of its own, of the service worker of its address`);
}

promise_test(async (t) => {
    const { registration } = await startObserver(t, scope);
    const worker = shared(t, `${scope}generated.js`);
    const seen = await askShared(worker, 'self.seen');
    assert_equals(seen.destination, 'sharedworker');
    assert_equals(seen.mode, 'same-origin');
    assert_equals(seen.referrer.replace('https:', location.protocol), location.href);
    const found = await askWorker(registration.active, {});
    assert_true(found.some((/** @type {any} */ client) => client.id === seen.resultingClientId));
    const pages = await askWorker(registration.active, { type: 'window', includeUncontrolled: true });
    assert_equals(pages.find((/** @type {any} */ client) => inPage(client.url) === location.href).id, seen.clientId);
    assert_false(pages.some((/** @type {any} */ { url }) => url.includes('___')), 'the hidden page is nobody');
}, 'the script of a worker comes from the service worker of its address');

promise_test(async (t) => {
    const { registration } = await startObserver(t, scope);
    const source = await (await fetch('dedicated-workers/echo.js')).text();
    const worker = shared(t, `${scope}echo.js?outer`);
    /** @param {string} text */
    const askInner = (text) => askShared(worker, `new Promise((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => data.error ? reject(data.error) : resolve(data.value);
        inner.postMessage(${JSON.stringify(text)}, [port2]);
    })`);
    for (const [what, inner] of [['a script', "'inner.js'"], ['a Blob', `URL.createObjectURL(new Blob([${JSON.stringify(source)}], { type: 'text/javascript' }))`]]) {
        await askShared(worker, `(self.inner?.terminate(), self.inner = new Worker(${inner}), 1)`);
        assert_equals(await askInner('navigator.serviceWorker.controller.scriptURL'), registration.active?.scriptURL, what);
        const who = await askInner(`fetch('${new URL(`${scope}who`, location.href)}').then((response) => response.json())`);
        const found = await askWorker(registration.active, { type: 'worker' });
        assert_array_equals(found.map((/** @type {any} */ client) => client.id), [who.clientId], what);
        assert_equals(inPage(found[0].url), await askInner('location.href'), what);
        await askShared(worker, '(self.inner.terminate(), self.inner = undefined, 1)');
    }
}, 'a worker that a shared worker makes is a client of its own');

promise_test(async (t) => {
    const worker = shared(t);
    await askShared(worker, '1');
    const { registration } = await startObserver(t, scope);
    const change = askShared(worker, `new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = () =>
        resolve(navigator.serviceWorker.controller.state); })`);
    assert_equals(await askShared(worker, 'navigator.serviceWorker.controller'), null);
    await askWorker(registration.active, { claim: true });
    assert_equals(await change, 'activated');
}, 'clients.claim() takes a worker');

promise_test(async (t) => {
    const worker = shared(t);
    const name = uniqueName('cache');
    assert_equals(await askShared(worker, `caches.open('${name}').then((cache) => cache.put('/x', new Response('kept'))).then(() => 1)`), 1);
    assert_equals(await (await caches.match('/x', { cacheName: name }))?.text(), 'kept');
    assert_equals(await askShared(worker, `caches.delete('${name}')`), true);
}, 'a worker has the caches of its origin');

promise_test(async (t) => {
    const name = uniqueName('frames');
    const { registration } = await startObserver(t, scope);
    const frames = [await addFrame(t, 'resources/frame.html'), await addFrame(t, 'resources/frame.html')];
    const url = new URL(sharedScript, location.href).href;
    const [first, second] = frames.map(({ contentWindow }) => new contentWindow.SharedWorker(url, name));
    assert_equals(await askShared(first, `(self.kept = 'kept', 1)`), 1);
    assert_equals(await askShared(second, 'self.kept'), 'kept');
    const count = async () => (await askWorker(registration.active, {})).filter((/** @type {any} */ client) => inPage(client.url) === url).length;
    const before = await count();
    frames[0].remove();
    assert_equals(await askShared(second, 'self.kept'), 'kept');
    assert_equals(await askShared(second, 'new Promise((resolve) => setTimeout(resolve, 50)).then(() => self.connections.length)'), 2);
    assert_equals(await count(), before);
    frames[1].remove();
    while (await count() >= before) await new Promise((resolve) => setTimeout(resolve, 10));
    const third = shared(t, sharedScript, { name });
    assert_equals(await askShared(third, '[self.kept, self.connections.length].join()'), ',1');
}, 'a worker lives as long as one of the documents that connected to it');

promise_test(async (t) => {
    const names = Array.from({ length: 8 }, (_, index) => uniqueName(`${index}`));
    const workers = names.map((name, index) => shared(t, sharedScript, { name, type: index % 3 ? 'classic' : 'module' }));
    assert_array_equals(await Promise.all(workers.map((worker) => askShared(worker, 'name'))), names);
    const blank = await addFrame(t, 'about:blank');
    const own = new blank.contentWindow.SharedWorker(new URL(sharedScript, location.href).href, names[1]);
    assert_equals(await askShared(own, 'self.connections.length'), 2);
    const dropped = await addFrame(t, 'resources/frame.html');
    new dropped.contentWindow.SharedWorker(`../${sharedScript}`, names[2]);
    dropped.remove();
    assert_equals(await askShared(workers[2], 'name'), names[2]);
}, 'workers of one script are known by their names, in frames as well');

promise_test(async (t) => {
    const name = uniqueName('closing');
    const worker = shared(t, sharedScript, { name });
    assert_equals(await askShared(worker, `(self.kept = 'kept', close(), 1)`), 1);
    const next = shared(t, sharedScript, { name });
    assert_equals(await askShared(next, 'self.kept'), undefined);
}, 'a worker that closes itself is followed by another');

promise_test(async (t) => {
    const name = uniqueName('ports');
    const [first, second] = [shared(t, sharedScript, { name }), shared(t, sharedScript, { name })];
    const received = askShared(second, `new Promise((resolve) => { self.take = resolve; }).then((port) =>
        new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); }))`);
    await askShared(second, '1');
    assert_equals(await askShared(first, `(self.taken = new MessageChannel(), take(taken.port1), taken.port2.postMessage('through'), 1)`), 1);
    assert_equals(await received, 'through');
    first.port.close();
    assert_equals(await askShared(second, '2'), 2);
}, 'ports of one worker are apart');

/** @param {SharedWorker} worker */
const failure = (worker) => new Promise((resolve, reject) => {
    worker.onerror = resolve;
    worker.port.onmessage = () => reject(new Error('it has started'));
});

promise_test(async (t) => {
    const addresses = [`${scope}missing.js`, 'shared-workers.html', `${scope}syntax-error.js`, 'sw://elsewhere.example/x.js', 'about:blank',
        `${location.origin}.other/x.js`];
    for (const address of addresses) {
        const workers = [new SharedWorker(address), new SharedWorker(address)];
        for (const event of await Promise.all(workers.map(failure))) {
            assert_true(event instanceof Event && !(event instanceof ErrorEvent), address);
            assert_equals(`${event.type} ${event.bubbles} ${event.cancelable}`, 'error false false', address);
        }
    }
    for (const address of [`${scope}missing.js`, `${scope}syntax-error.js`]) await failure(new SharedWorker(address, { type: 'module' }));
}, 'a script that does not load is an error event at every worker that asks for it');

promise_test(async (t) => {
    const name = uniqueName('mismatch');
    const worker = shared(t, sharedScript, { name });
    await failure(new SharedWorker(sharedScript, { name, type: 'module' }));
    await failure(new SharedWorker(sharedScript, { name, credentials: 'omit' }));
    assert_equals(await askShared(worker, 'self.connections.length'), 1);
    assert_equals(await askShared(new SharedWorker(sharedScript, name), 'self.connections.length'), 2);
}, 'what was made with other options is an error event');

promise_test(async () => {
    const worker = new SharedWorker(`${scope}throwing.js`, uniqueName('throwing'));
    const thrown = failure(worker);
    const message = await new Promise((resolve) => { worker.port.onmessage = ({ data }) => resolve(data); });
    assert_equals(message, 'connected');
    await thrown;
}, 'a script that throws has started');

promise_test(async (t) => {
    const name = uniqueName('declared');
    const worker = new SharedWorker(`${scope}declared.js`, name);
    const message = await new Promise((resolve) => { worker.port.onmessage = ({ data }) => resolve(data); });
    assert_array_equals(message, ['function', name, 'function']);
    const waiting = shared(t, `${scope}importing.js`, { type: 'module' });
    assert_equals(await askShared(waiting, 'new Promise((resolve) => setTimeout(resolve, 100)).then(() => self.isComplete)'), true);
}, 'whatever a script declares and imports');

promise_test(async (t) => {
    const source = await (await fetch(sharedScript)).text();
    for (const type of /** @type {const} */ (['classic', 'module'])) {
        const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
        const name = uniqueName('blob');
        const [worker, same] = [shared(t, url, { type, name }), shared(t, url, { type, name })];
        URL.revokeObjectURL(url);
        assert_equals(await askShared(worker, 'self instanceof SharedWorkerGlobalScope && self.name'), name);
        assert_equals(await askShared(same, 'self.connections.length'), 2);
        assert_equals(await askShared(worker, `caches.has('${uniqueName('blob')}')`), false);
        assert_equals(await askShared(worker, 'location.href'), url);
        const later = shared(t, url, { type, name });
        assert_equals(await askShared(later, 'self.connections.length'), 3);
        await failure(new SharedWorker(url, uniqueName('revoked')));
    }
    const empty = new SharedWorker('data:text/javascript,onconnect=({ports:[port]})=>port.postMessage(self.origin)');
    assert_equals(await new Promise((resolve) => { empty.port.onmessage = ({ data }) => resolve(data); }), 'null');
}, 'workers of Blobs are like others, those of data: URLs have no origin');

promise_test(async () => {
    const source = `onconnect = ({ ports: { 0: port } }) => {
        port.onmessage = ({ data }) => {
            port.postMessage(data + ' first');
            port.postMessage(data + ' last');
            port.close();
        };
    };`;
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const { port: kept } = new SharedWorker(url);
    for (let step = 0; step < 20; step++) {
        const { port } = new SharedWorker(url);
        /** @type {string[]} */
        const messages = [];
        const last = new Promise((resolve) => {
            port.onmessage = ({ data }) => { if (messages.push(data) === 2) resolve(undefined); };
        });
        port.postMessage(`${step}`);
        await last;
        assert_array_equals(messages, [`${step} first`, `${step} last`]);
    }
    kept.postMessage('done');
}, 'messages that a port posts before it is closed arrive');

promise_test(async () => {
    const source = `onconnect = ({ ports: { 0: port } }) => {
        port.onmessage = ({ data }) => {
            if (data === 'throw') throw new TypeError('later');
            if (data === 'half') throw new Error('\\ud800');
            port.postMessage(data);
        };
    };
    throw new Error('at first');`;
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    /** @param {SharedWorker} worker @returns {Promise<any>} */
    const errorOf = (worker) => new Promise((resolve) => { worker.onerror = resolve; });
    const workers = [new SharedWorker(url), new SharedWorker(url)];
    const first = await errorOf(workers[0]);
    assert_true(first instanceof ErrorEvent && first.cancelable);
    assert_equals(first.message, 'Error: at first');
    assert_equals(first.filename, url);
    assert_equals(first.lineno, 8);
    const answers = workers.map(({ port }) => new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); }));
    for (const { port } of workers) port.postMessage('alive');
    assert_array_equals(await Promise.all(answers), ['alive', 'alive']);
    for (const worker of workers) worker.onerror = () => assert_unreached('later errors are no events');
    const raised = new Promise((resolve) => { workers[1].port.onmessage = ({ data }) => resolve(data); });
    workers[0].port.postMessage('throw');
    workers[0].port.postMessage('half');
    workers[1].port.postMessage('alive');
    assert_equals(await raised, 'alive');
}, 'each object of a worker hears of errors in the first task of its script, and the worker goes on');

test(() => {
    assert_equals(SharedWorker.name, 'SharedWorker');
    assert_equals(SharedWorker.length, 1);
    assert_equals(`${SharedWorker}`.replace(/\s+/g, ' '), 'function SharedWorker() { [native code] }');
    assert_equals(SharedWorker.prototype.constructor, SharedWorker);
    assert_false(Object.getOwnPropertyDescriptor(self, 'SharedWorker')?.enumerable ?? true);
    const Anything = /** @type {any} */ (SharedWorker);
    assert_throws_js(TypeError, () => Anything('x.js'));
    assert_throws_js(TypeError, () => new Anything());
    assert_throws_js(TypeError, () => new Anything(sharedScript, { type: 'none' }));
    assert_throws_js(TypeError, () => new Anything(sharedScript, { credentials: 'none' }));
    assert_throws_js(TypeError, () => new Anything(Symbol('x')));
    assert_throws_dom('SyntaxError', () => new SharedWorker('http://['));
    /** @type {string[]} */
    const read = [];
    const options = new Proxy({}, { get(_, name) { read.push(String(name)); return undefined; } });
    const worker = new SharedWorker(sharedScript, options);
    assert_array_equals(read, ['credentials', 'name', 'type']);
    assert_true(worker instanceof SharedWorker && worker instanceof EventTarget);
    assert_equals(`${worker}`, '[object SharedWorker]');
    assert_true(worker.port instanceof MessagePort && worker.port === worker.port);
    assert_equals(worker.onerror, null);
    const handler = () => {};
    worker.onerror = handler;
    assert_equals(worker.onerror, handler);
    worker.onerror = /** @type {any} */ (1);
    assert_equals(worker.onerror, null);
    for (const name of ['port', 'onerror']) {
        const { get, enumerable } = /** @type {any} */ (Object.getOwnPropertyDescriptor(SharedWorker.prototype, name));
        assert_true(enumerable, name);
        assert_throws_js(TypeError, () => get.call({}));
    }
    class Own extends SharedWorker {}
    assert_true(new Own(sharedScript) instanceof Own);
}, 'SharedWorker is as Web IDL has it');
