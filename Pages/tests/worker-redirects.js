// Workers whose scripts are redirected: the address after redirects is the worker's, and its base. WebKit knows the first one only.
// Source: HTML, https://html.spec.whatwg.org/multipage/workers.html#worker-processing-model

/**
 * Starts a worker, and returns its first message.
 * @param {HarnessTest} t @param {string} kind @param {string} url @param {WorkerOptions} options @param {typeof globalThis} realm
 * @returns {Promise<any>}
 */
const askedURLs = (t, kind, url, options = {}, realm = window) => new Promise((resolve, reject) => {
    const worker = /** @type {any} */ (kind === 'shared'
        ? new realm.SharedWorker(url, { name: uniqueName('shared'), ...options }) : new realm.Worker(url, options));
    if (kind === 'dedicated') t.add_cleanup(() => worker.terminate());
    worker.onerror = (/** @type {ErrorEvent} */ event) => reject(new Error(event.message || 'the worker failed'));
    (worker.port ?? worker).onmessage = (/** @type {MessageEvent} */ { data }) => data.error ? reject(new Error(data.error)) : resolve(data);
});

/** @param {any} told @param {string} address */
const assertClassic = (told, address) => {
    const { pathname, search, hash, href } = new URL(address);
    assert_equals(told.href, href);
    assert_equals(told.parts, [pathname, search, hash, href].join(' '));
    assert_equals(told.imported, 'of inner');
    assert_equals(told.fetched, 'text of inner');
    assert_equals(told.request, `${innerFolder}text.txt`);
    assert_equals(told.sent, 'text of inner');
    assert_equals(told.nested, 'nested of inner');
    assert_equals(told.stream, `${innerFolder}text.txt`);
    assert_equals(told.file, href.replace(/#.*/, ''));
};

for (const kind of ['dedicated', 'shared']) {
    promise_test(async (t) => {
        assertClassic(await askedURLs(t, kind, redirectTo(`${innerFolder}worker.js?query`)), `${innerFolder}worker.js?query`);
        assertClassic(await askedURLs(t, kind, `${redirectTo(`${innerFolder}worker.js`)}#part`), `${innerFolder}worker.js#part`);
        assertClassic(await askedURLs(t, kind, `${redirectTo(`${innerFolder}worker.js#own`)}#part`), `${innerFolder}worker.js#own`);
    }, `a redirected ${kind} worker has the final address`);

    promise_test(async (t) => {
        const address = `${innerFolder}module.js?query`;
        const told = await askedURLs(t, kind, redirectTo(address), { type: 'module' });
        assert_equals(told.href, address);
        assert_equals(told.meta, address);
        for (const name of ['imported', 'late']) assert_equals(told[name], 'of inner', name);
        assert_true(told.same);
        assert_equals(told.fetched, 'text of inner');
    }, `a redirected ${kind} module worker has the final address`);

    promise_test(async (t) => {
        const urls = [redirectTo(`${innerFolder}worker.js?one`), redirectTo(`${innerFolder}worker.js?one`), `${innerFolder}worker.js?one`];
        for (const told of await Promise.all(urls.map((url) => askedURLs(t, kind, url)))) assertClassic(told, `${innerFolder}worker.js?one`);
    }, `several ${kind} workers of one address have it, redirected or not`);

    promise_test(async (t) => {
        for (const type of /** @type {const} */ (['classic', 'module'])) {
            for (const to of ['https://foreign.example/dedicated-workers/echo.js', 'sw://foreign.example/dedicated-workers/echo.js', 'data:text/javascript,postMessage(1)']) {
                await promise_rejects_js(t, Error, askedURLs(t, kind, redirectTo(to), { type }), `${type} ${to}`);
            }
            await promise_rejects_js(t, Error, askedURLs(t, kind, redirectTo(`${innerFolder}nothing.js`), { type }), `${type} nothing`);
        }
    }, `a ${kind} worker with a script of another origin, or with none, fails`);

    if (location.protocol === 'sw:') {
        promise_test(async (t) => {
            const { registration: outer } = await startWorker(t, `self.addEventListener('fetch', (event) => {
                const to = new URL(event.request.url).searchParams.get('answer');
                if (to) event.respondWith(Response.redirect(to));
            });`, { scope: `${location.origin}/outer/` });
            const { registration: inner } = await startWorker(t, `self.addEventListener('fetch', (event) => {
                if (event.request.destination.endsWith('worker') && !event.request.url.includes('nested'))
                    event.respondWith(fetch('${innerFolder}worker.js?served'));
            });`, { scope: `${innerFolder}away` });
            const told = await askedURLs(t, kind, `${location.origin}/outer/any.js?answer=${encodeURIComponent(`${innerFolder}away/worker.js`)}`);
            assertClassic(told, `${innerFolder}worker.js?served`);
            assert_equals(told.controller, inner.active?.scriptURL);
            const network = await askedURLs(t, kind, `${location.origin}/outer/any.js?answer=${encodeURIComponent(`${innerFolder}worker.js`)}`);
            assertClassic(network, `${innerFolder}worker.js`);
            assert_equals(network.controller, outer.active?.scriptURL);
        }, `service workers redirect a ${kind} worker, and give it its address and its controller`);
    }
}

promise_test(async (t) => {
    const url = URL.createObjectURL(new Blob([`
        const worker = new Worker(${JSON.stringify(redirectTo(`${innerFolder}worker.js?nested`))});
        worker.onmessage = ({ data }) => postMessage(data);
        worker.onerror = () => postMessage({ error: 'failed' });`]));
    t.add_cleanup(() => URL.revokeObjectURL(url));
    assertClassic(await askedURLs(t, 'dedicated', url), `${innerFolder}worker.js?nested`);
}, 'a redirected worker of a worker has the final address');
