// Patterns that the workers of public applications use: strategies, expiry, queues, mocks, late precaching. On sw:// and
// natively.

/** The code that the workers below begin with. They activate at once and recognise the files of this folder. */
const BEGINNING = `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    const isFile = (request, name) => new URL(request.url).pathname.endsWith('/resources/' + name);
    const stored = async (mode, work) => {
        const database = await new Promise((resolve, reject) => {
            const opening = indexedDB.open(DATABASE, 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { autoIncrement: true });
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(opening.error);
        });
        try {
            const request = work(database.transaction('entries', mode).objectStore('entries'));
            return await new Promise((resolve, reject) => {
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            });
        } finally {
            database.close();
        }
    };`;

/**
 * Starts a worker that has a cache and a database of its own.
 * @param {HarnessTest} t
 * @param {string} text  In it, CACHE and DATABASE are names.
 */
const startPublicWorker = async (t, text) => {
    const scope = uniqueScope();
    const names = { cache: uniqueName('cache'), database: uniqueName('database') };
    t.add_cleanup(() => caches.delete(names.cache));
    t.add_cleanup(() => indexedDB.deleteDatabase(names.database));
    const head = `const CACHE = '${names.cache}', DATABASE = '${names.database}';`;
    const started = await startWorker(t, `${head}${BEGINNING}${text}`, { scope });
    return { ...started, scope, names };
};

/** @param {HarnessTest} t @param {() => Promise<void>} work */
const withoutNetwork = async (t, work) => {
    const set = async (/** @type {string} */ mode) =>
        assert_equals((await changeHost(`offline?mode=${mode}`)).status, 200);
    t.add_cleanup(() => set('no'));
    await set('strict');
    await work();
    await set('no');
};

promise_test(async (t) => {
    const { scope } = await startPublicWorker(t, `
        const networkFirst = async (request) => {
            const cache = await caches.open(CACHE);
            try {
                const response = await fetch(request);
                await cache.put(request, response.clone());
                return response;
            } catch {
                return await cache.match(request) ?? new Response('no network', { status: 503 });
            }
        };
        addEventListener('fetch', (event) => {
            if (event.request.method === 'GET' && event.request.url.startsWith('http')) event.respondWith(networkFirst(event.request));
        });`);
    const frame = await addFrame(t, scope);
    const text = await textThrough(frame, 'plain.html');
    await withoutNetwork(t, async () => {
        assert_equals(await textThrough(frame, 'plain.html'), text, 'what was fetched before');
        assert_equals(await textThrough(frame, 'frame.html?other'), 'no network', 'what was not');
        const again = await addFrame(t, scope);
        assert_equals(/** @type {Document} */ (again.contentDocument).title, 'A frame in a scope', 'a navigation');
    });
}, 'network first: the cache answers without a network, documents included');

promise_test(async (t) => {
    const { scope } = await startPublicWorker(t, `
        let refreshed = Promise.resolve();
        addEventListener('fetch', (event) => {
            if (!event.request.url.includes('/___testing___/script')) return;
            const cached = caches.open(CACHE).then((cache) => cache.match(event.request));
            refreshed = fetch(event.request.url, { cache: 'no-store' })
                .then(async (response) => {
                    const copy = response.clone();
                    await (await caches.open(CACHE)).put(event.request, copy);
                    return response;
                });
            event.waitUntil(refreshed);
            event.respondWith(cached.then((response) => response ?? refreshed.then((made) => made.clone())));
        });
        ${answering('refreshed.then(() => 0)')}`);
    const frame = await addFrame(t, scope);
    const url = await putScript(uniqueName('text'), 'first');
    const { controller } = frame.contentWindow.navigator.serviceWorker;
    assert_equals(await textThrough(frame, url), 'first');
    await askWorker(controller);
    await putScript(/** @type {string} */ (new URL(url).searchParams.get('id')), 'second');
    assert_equals(await textThrough(frame, url), 'first', 'the copy');
    await askWorker(controller);
    assert_equals(await textThrough(frame, url), 'second', 'the copy after that');
}, 'stale while revalidate: a copy answers, and is replaced for the next time');

promise_test(async (t) => {
    const { scope, names } = await startPublicWorker(t, `
        const keep = async (request, response) => {
            const cache = await caches.open(CACHE);
            await cache.put(request, response);
            await stored('readwrite', (store) => store.add(request.url));
            const keys = await stored('readonly', (store) => store.getAllKeys());
            for (const key of keys.slice(0, Math.max(0, keys.length - 2))) {
                await cache.delete(await stored('readonly', (store) => store.get(key)));
                await stored('readwrite', (store) => store.delete(key));
            }
        };
        addEventListener('fetch', (event) => {
            if (!isFile(event.request, 'plain.html')) return;
            event.respondWith((async () => {
                const response = await fetch(event.request);
                await keep(event.request, response.clone());
                return response;
            })());
        });`);
    const frame = await addFrame(t, scope);
    for (const name of ['1', '2', '3', '4']) await textThrough(frame, `plain.html?${name}`);
    const keys = await (await caches.open(names.cache)).keys();
    assert_array_equals(keys.map(({ url }) => new URL(url).search), ['?3', '?4']);
}, 'expiry: a cache keeps the last entries, whose order is in a database');

promise_test(async (t) => {
    const reached = new URL('resources/plain.html', location.href);
    const { scope } = await startPublicWorker(t, `
        const replay = async () => {
            const [key] = await stored('readonly', (store) => store.getAllKeys());
            if (key === undefined) return 'nothing to send';
            const { url, method, headers, body } = await stored('readonly', (store) => store.get(key));
            const { status } = await fetch(new Request(url, { method, headers, body }));
            await stored('readwrite', (store) => store.delete(key));
            return status;
        };
        addEventListener('fetch', (event) => {
            if (event.request.method !== 'PUT') return;
            event.respondWith((async () => {
                const isReachable = await fetch('${reached.pathname}', { cache: 'no-store' }).then(() => true, () => false);
                if (isReachable) return fetch(event.request);
                const { url, method, headers } = event.request;
                const body = await event.request.arrayBuffer();
                await stored('readwrite', (store) => store.add({ url, method, headers: [...headers], body }));
                return new Response('kept', { status: 202 });
            })());
        });
        ${answering("'sync' in registration ? 'has sync' : replay()")}`);
    const frame = await addFrame(t, scope);
    const { controller } = frame.contentWindow.navigator.serviceWorker;
    const url = endpoint(`script?id=${uniqueName('queued')}`);
    assert_equals(await askWorker(controller), 'nothing to send');
    await withoutNetwork(t, async () => {
        const response = await frame.contentWindow.fetch(url, { method: 'PUT', body: 'from the queue' });
        assert_equals(response.status, 202);
    });
    assert_equals((await fetch(url)).status, 404, 'it is not sent yet');
    assert_equals(await askWorker(controller), 200);
    assert_equals(await (await fetch(url)).text(), 'from the queue');
    assert_equals(await askWorker(controller), 'nothing to send');
}, 'queue: a request without a network is kept in a database, and sent later');

promise_test(async (t) => {
    const { scope } = await startPublicWorker(t, `
        addEventListener('fetch', (event) => {
            if (!isFile(event.request, 'mocked.json')) return;
            event.respondWith((async () => {
                const client = await clients.get(event.clientId);
                const { port1, port2 } = new MessageChannel();
                const answered = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
                const { method, headers } = event.request;
                client.postMessage({ method, headers: [...headers], body: await event.request.text() }, [port2]);
                const { body, ...head } = await answered;
                return new Response(body, head);
            })());
        });`);
    const frame = await addFrame(t, scope);
    const { serviceWorker } = frame.contentWindow.navigator;
    serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
        const accept = new Headers(data.headers).get('accept');
        port.postMessage({ status: 201, headers: [['X-Mock', 'yes']], body: `${data.method} ${accept} ${data.body}` });
    });
    serviceWorker.startMessages();
    const headers = { Accept: 'application/json' };
    const response = await frame.contentWindow.fetch('mocked.json', { method: 'POST', body: 'question', headers });
    assert_equals(response.status, 201);
    assert_equals(response.headers.get('X-Mock'), 'yes');
    assert_equals(await response.text(), 'POST application/json question');
}, "mocks: the page answers its own request, through the worker's message and a port");

promise_test(async (t) => {
    const plain = new URL('resources/plain.html', location.href);
    const { scope, names, worker } = await startPublicWorker(t, `
        const prefix = location.origin + '//entries/';
        const initialize = async () => {
            await new Promise((resolve) => setTimeout(resolve, 50));
            const cache = await caches.open(CACHE);
            await cache.put(new Request(prefix + 'state'), new Response(JSON.stringify({ ready: true })));
            const response = await fetch('${plain.pathname}?cache-bust=' + Math.random());
            await cache.put('${plain.pathname}', response);
        };
        let initialized;
        addEventListener('message', (event) => {
            if (event.data.action !== 'INITIALIZE') return;
            initialized ??= initialize();
            event.waitUntil(initialized.then(() => event.ports[0].postMessage('initialized')));
        });
        addEventListener('fetch', (event) => {
            if (event.request.mode === 'navigate' && event.request.url.endsWith('&gateway')) {
                event.respondWith(new Response(null, { status: 504, statusText: 'Gateway Timeout' }));
            } else if (isFile(event.request, 'plain.html')) {
                event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreVary: true }))
                    .then((response) => response ?? fetch(event.request)));
            }
        });`);
    assert_equals(await askWorker(worker, { action: 'INITIALIZE' }), 'initialized');
    const cache = await caches.open(names.cache);
    const paths = (await cache.keys()).map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
    assert_array_equals(paths, ['//entries/state', plain.pathname]);
    const state = await cache.match(`${location.origin}//entries/state`);
    assert_true((await state?.json()).ready, 'the page reads what the worker keeps');
    const frame = await addFrame(t, scope);
    await withoutNetwork(t, async () => {
        assert_true((await textThrough(frame, 'plain.html')).includes('<html'));
        const refused = await addFrame(t, `${scope}&gateway`);
        assert_equals(refused.contentWindow.document.body.childElementCount, 0, 'an empty document, not the one before');
        assert_true(refused.contentWindow.location.href.endsWith('&gateway'));
    });
}, 'late precaching: a worker fills its caches after a while, and answers a navigation with an empty 504');

promise_test(async (t) => {
    const url = await putScript(uniqueName('checked'), 'the text');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('the text'));
    const good = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
    const installing = (/** @type {string} */ integrity) => `
        addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) =>
            cache.addAll([new Request('${url}', { integrity: '${integrity}', cache: 'no-cache' })]))));`;
    const { names } = await startPublicWorker(t, installing(good));
    const kept = await (await caches.open(names.cache)).match(url);
    assert_equals(await kept?.text(), 'the text');

    const name = uniqueName('cache');
    t.add_cleanup(() => caches.delete(name));
    const wrong = await putScript(uniqueName('worker'), `const CACHE = '${name}';${installing(good.replace(/.{4}=$/, 'AAA='))}`);
    const registration = await registerScript(t, wrong);
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    while (worker.state !== 'redundant') await nextEvent(worker, 'statechange');
    assert_equals(await (await caches.open(name)).match(url), undefined, 'nothing is kept');
}, 'integrity: a changed file ends the installation');

promise_test(async (t) => {
    const name = uniqueName('channel');
    const { worker } = await startPublicWorker(t, `
        const channel = new BroadcastChannel('${name}');
        channel.onmessage = ({ data }) => channel.postMessage({ heard: data });
        ${answering('0')}`);
    await askWorker(worker);
    const channel = new BroadcastChannel(name);
    t.add_cleanup(() => channel.close());
    const heard = nextEvent(channel, 'message');
    channel.postMessage('from the page');
    assert_equals((await heard).data.heard, 'from the page');
}, 'a BroadcastChannel joins page and worker');

promise_test(async (t) => {
    const { scope, registration } = await startPublicWorker(t, `
        addEventListener('fetch', (event) => {
            if (event.request.mode !== 'navigate') return;
            event.respondWith((async () => {
                const preloaded = await event.preloadResponse;
                const text = await (preloaded ?? await fetch(event.request)).text();
                const title = preloaded ? 'preloaded' : 'fetched';
                return new Response(text.replace(/<title>.*<.title>/, '<title>' + title + '</title>'), { headers: { 'Content-Type': 'text/html' } });
            })());
        });`);
    const title = async () => (await addFrame(t, scope)).contentWindow.document.title;
    assert_equals(await title(), 'fetched');
    await registration.navigationPreload.enable();
    assert_equals(await title(), 'preloaded');
    await registration.navigationPreload.disable();
    assert_equals(await title(), 'fetched');
}, 'navigation preload gives the worker the response of the network');

promise_test(async () => {
    await navigator.serviceWorker.getRegistration();
    // Pages post the names of their timing entries to workers, which cache what they find there.
    /** @type {string[]} */
    const observed = [];
    await new Promise((resolve) => new PerformanceObserver((list, observer) => {
        observed.push(...list.getEntries().map(({ name }) => name));
        resolve(observer.disconnect());
    }).observe({ type: 'resource', buffered: true }));
    const waiting = new PerformanceObserver(() => {});
    waiting.observe({ type: 'resource', buffered: true });
    const entries = [...performance.getEntriesByType('resource'), ...performance.getEntries(), ...waiting.takeRecords()];
    waiting.disconnect();
    for (const name of [...observed, ...entries.map((entry) => entry.name)]) assert_false(name.includes('/___client___'), name);
}, 'timing entries name no request of the bridge');
