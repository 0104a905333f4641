// Listeners count when the first task of the worker's script has added them, its microtasks included. Bundles of the field define
// their modules in promises, and so does the loader below.

/**
 * A worker that answers the frame's fetches from a listener which `added` adds.
 * @param {string} add  A statement in which LISTEN stands for the adding.
 */
const lateWorker = (add) => `self.seen = [];
    const listenLate = () => {
        addEventListener('install', () => seen.push('install'));
        addEventListener('activate', () => seen.push('activate'));
        addEventListener('fetch', (event) => {
            if (event.request.url.endsWith('late.txt')) event.respondWith(new Response('from the worker'));
        });
        ${answering('seen')}
    };
    ${add}`;

/** @param {HTMLIFrameElement & {contentWindow: Window}} frame */
const fetchLate = async (frame) => (await frame.contentWindow.fetch('late.txt')).text();

for (const type of /** @type {WorkerType[]} */ (['classic', 'module'])) {
    for (const [name, add] of Object.entries({
        'a promise': 'Promise.resolve().then(listenLate);',
        'an async function': '(async () => { await null; await null; listenLate(); })();',
        'a long chain of promises': 'let chain = Promise.resolve(); for (let i = 0; i < 100; i++) chain = chain.then(() => {}); chain.then(listenLate);',
        queueMicrotask: 'queueMicrotask(() => queueMicrotask(listenLate));',
    })) {
        promise_test(async (t) => {
            const scope = uniqueScope();
            const { worker } = await startWorker(t, lateWorker(add), { scope, type });
            assert_array_equals(await askWorker(worker), ['install', 'activate']);
            assert_equals(await fetchLate(await addFrame(t, scope)), 'from the worker');
        }, `${type}: listeners added in ${name}`);
    }

    promise_test(async (t) => {
        const scope = uniqueScope();
        await startWorker(t, lateWorker('setTimeout(listenLate, 0); new Promise(done => setTimeout(done, 0)).then(() => {});'), { scope, type });
        assert_not_equals(await fetchLate(await addFrame(t, scope)), 'from the worker');
    }, `${type}: a listener added in a task of its own comes too late`);
}

/** A loader of asynchronous modules: it imports a module's script once, and runs its factory when the modules it needs are there. */
const loader = `
    if (!self.define) {
        const modules = {};
        let importing;
        const need = (name, base) => {
            const address = new URL(name, base).href;
            return modules[address] ?? new Promise((resolve) => {
                importing = address;
                importScripts(address);
                resolve();
            }).then(() => modules[address] ?? Promise.reject(new Error(address + ' defines nothing')));
        };
        self.define = (names, factory) => {
            const own = importing || location.href;
            if (modules[own]) return;
            const exported = {};
            modules[own] = Promise.all(names.map((name) => name === 'exports' ? exported : need(name, own)))
                .then((found) => { factory(...found); return exported; });
        };
    }`;

/** The library: a precache with revisions, routes, and a fallback for navigations. */
const library = `define(['exports'], (exports) => {
    const keys = new Map();
    let route = () => undefined;
    exports.precache = (entries) => {
        for (const { url, revision } of entries) {
            const address = new URL(url, location.href);
            if (revision) address.searchParams.set('revision', revision);
            keys.set(new URL(url, location.href).href, address.href);
        }
        addEventListener('install', (event) => event.waitUntil((async () => {
            const cache = await caches.open('library-precache');
            for (const address of keys.values()) {
                if (await cache.match(address)) continue;
                const response = await fetch(new Request(address, { cache: 'reload', credentials: 'same-origin' }));
                if (!response.ok) throw new TypeError('bad precaching response: ' + address);
                await cache.put(address, response);
            }
        })()));
        addEventListener('activate', (event) => event.waitUntil((async () => {
            const cache = await caches.open('library-precache'), wanted = new Set(keys.values());
            for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
        })()));
    };
    exports.keyFor = (url) => keys.get(new URL(url, location.href).href);
    exports.routeNavigations = (url) => {
        route = (request) => request.mode === 'navigate' ? caches.match(exports.keyFor(url)) : undefined;
    };
    addEventListener('fetch', (event) => {
        const { request } = event;
        const url = new URL(request.url);
        if (!url.protocol.startsWith('http') || request.method !== 'GET' || url.origin !== location.origin) return;
        const key = keys.get(url.href);
        if (key) return event.respondWith(caches.match(key, { cacheName: 'library-precache' }));
        const answer = route(request);
        if (answer) event.respondWith(answer);
    });
    exports.claim = () => { skipWaiting(); addEventListener('activate', () => clients.claim()); };
});`;

promise_test(async (t) => {
    const scope = uniqueScope();
    const [asset, shell] = [uniqueName('asset'), uniqueName('shell')];
    const assetURL = await putScript(asset, 'first text');
    const shellURL = `${await putScript(shell, '<!doctype html><title>shell</title>')}&type=text/html`;
    const libraryURL = await putScript(uniqueName('library'), library);
    const worker = `${loader}
        define(['${libraryURL}'], (library) => {
            library.claim();
            library.precache([{ url: '${assetURL}', revision: 'one' }, { url: '${shellURL}', revision: 'one' }]);
            library.routeNavigations('${shellURL}');
        });
        ${answering("caches.open('library-precache').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url))")}`;
    const started = await startWorker(t, worker, { scope });
    const keys = await askWorker(started.worker);
    assert_equals(keys.length, 2, 'the precache has both');
    for (const key of keys) assert_equals(new URL(key).searchParams.get('revision'), 'one');

    // Files that have changed since, or that are gone, are served as they were precached.
    await putScript(asset, 'second text');
    await putScript(shell, '<!doctype html><title>changed</title>');
    const frame = await addFrame(t, `${scope}&some/route`);
    assert_equals(/** @type {Document} */ (frame.contentDocument).title, 'shell', 'a navigation falls back to the shell');
    assert_equals(await (await frame.contentWindow.fetch(assetURL)).text(), 'first text');
    assert_equals(await (await fetch(assetURL)).text(), 'second text', 'the page around it is not controlled');
    t.add_cleanup(() => caches.delete('library-precache'));
}, 'a bundle with an asynchronous define: precache, route and fallback for navigations');
