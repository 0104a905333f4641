// Updates: byte for byte, imported scripts too; and what fails leaves the old worker where it was.
// Source: https://w3c.github.io/ServiceWorker/#update-algorithm

/**
 * @param {HarnessTest} t
 * @param {string} text
 */
const changingWorker = async (t, text) => {
    const id = uniqueName('worker');
    const scope = uniqueScope();
    const registration = await registerScript(t, await putScript(id, text), { scope });
    await untilState(registration.installing, 'activated');
    /** @type {(ServiceWorker | null)[]} */
    const found = [];
    registration.addEventListener('updatefound', () => found.push(registration.installing));
    return { id, scope, registration, found };
};

promise_test(async (t) => {
    const { registration, found, id } = await changingWorker(t, '// one');
    assert_equals(await registration.update(), registration);
    await putScript(id, '// one');
    await registration.update();
    assert_equals(registration.installing, null);
    assert_equals(found.length, 0, 'the same bytes are no update');
    await putScript(id, '// one ');
    await registration.update();
    assert_equals(registration.installing?.state, 'installing');
    await untilState(registration.installing, 'activated');
    assert_equals(found.length, 1, 'one more byte is');
}, 'a script is updated when a byte of it differs');

promise_test(async (t) => {
    const library = uniqueName('library');
    const address = await putScript(library, "self.answer = 'one';");
    const { registration, found } = await changingWorker(t, `importScripts('${address}'); ${answering('self.answer')}`);
    assert_equals(await askWorker(registration.active), 'one');
    await registration.update();
    assert_equals(found.length, 0);
    await putScript(library, "self.answer = 'two';");
    assert_equals(await askWorker(registration.active), 'one', 'what is installed stays as it is');
    await registration.update();
    await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
    assert_equals(found.length, 1);
    assert_equals(await askWorker(registration.active), 'two');
}, 'a script is updated when a script that it imports differs');

promise_test(async (t) => {
    const [inner, outer] = [uniqueName('inner'), uniqueName('outer')];
    const innerURL = await putScript(inner, 'self.inner = 0;');
    const outerURL = await putScript(outer, `importScripts('${innerURL}'); self.outer = 0;`);
    const main = (/** @type {number} */ version) =>
        `importScripts('${outerURL}'); ${answering(`'${version} ' + self.outer + ' ' + self.inner`)}`;
    const { id, registration, found } = await changingWorker(t, main(0));
    const versions = { main: 0, outer: 0, inner: 0 };
    const steps = /** @type {(keyof typeof versions)[]} */ (['inner', 'inner', 'outer', 'inner', 'main', 'inner', 'outer', 'outer']);
    for (const [index, name] of steps.entries()) {
        const version = ++versions[name];
        if (name === 'main') await putScript(id, main(version));
        else if (name === 'inner') await putScript(inner, `self.inner = ${version};`);
        else await putScript(outer, `importScripts('${innerURL}'); self.outer = ${version};`);
        await registration.update();
        await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
        assert_equals(found.length, index + 1, `step ${index + 1}, ${name}`);
        assert_equals(await askWorker(registration.active), `${versions.main} ${versions.outer} ${versions.inner}`);
        await registration.update();
        assert_equals(found.length, index + 1, 'without a change there is no update');
    }
}, 'each change of an imported script is an update, also after earlier ones');

promise_test(async (t) => {
    const { id, scope, registration, found } = await changingWorker(t, "onfetch = event => event.respondWith(new Response('one'))");
    const old = registration.active;
    await putScript(id, `oninstall = event => event.waitUntil(Promise.reject(new Error('no disk left')));
        onfetch = event => event.respondWith(new Response('two'))`);
    const frame = await addFrame(t, scope);
    registration.addEventListener('updatefound', () => {
        found[1] = registration.installing;
    }, { once: true });
    await registration.update();
    const failed = /** @type {ServiceWorker} */ (registration.installing);
    const told = nextEvent(failed, 'error');
    while (failed.state !== 'redundant') await nextEvent(failed, 'statechange');
    assert_regexp_match((await told).message, /no disk left/, 'workerinstallerror tells why');
    assert_equals(registration.installing, null);
    assert_equals(registration.waiting, null);
    assert_equals(registration.active, old);
    assert_equals(old?.state, 'activated');
    assert_equals(await textThrough(frame, 'x'), 'one');
    assert_equals(frame.contentWindow.navigator.serviceWorker.controller?.state, 'activated');
}, 'a worker that fails to install says why, and the old one stays active');

promise_test(async (t) => {
    const url = await putScript(uniqueName('worker'), "oninstall = event => event.waitUntil(caches.open('x').then(cache => cache.addAll(['/there-is-none'])))");
    const scope = uniqueScope();
    const registration = await registerScript(t, url, { scope });
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    while (worker.state !== 'redundant') await nextEvent(worker, 'statechange');
    assert_equals(await navigator.serviceWorker.getRegistration(scope), undefined);
}, 'a first worker that fails to install leaves no registration');

promise_test(async (t) => {
    const { id, registration, found } = await changingWorker(t, answering("'one'"));
    for (const text of ['this is no script', 'throw new Error("on purpose")', "importScripts('/there-is-none.js')"]) {
        await putScript(id, text);
        await promise_rejects_js(t, TypeError, registration.update(), text);
        assert_equals(await askWorker(registration.active), 'one', text);
    }
    assert_equals(found.length, 0);
    assert_equals(registration.installing, null);
}, 'a new script that does not run is refused, and the old worker stays');

promise_test(async (t) => {
    const { id, scope, registration, found } = await changingWorker(t, '// one');
    await putScript(id, '// two');
    const updated = nextEvent(registration, 'updatefound');
    await addFrame(t, scope);
    await updated;
    await untilState(found[0] ?? null, 'installed');
}, 'a navigation looks for an update by itself');

promise_test(async (t) => {
    const { id, registration } = await changingWorker(t, '// one');
    const [first, second] = [registration.update(), registration.update()];
    await putScript(id, '// two');
    await Promise.all([first, second]);
    const jobs = await Promise.all([1, 2, 3].map(() => registration.update()));
    assert_array_equals(jobs, [registration, registration, registration]);
    await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
    await registration.unregister();
    await promise_rejects_dom(t, 'InvalidStateError', registration.update(), 'nothing to update');
}, 'jobs of one scope run one after the other');

promise_test(async (t) => {
    const id = uniqueName('worker');
    const url = await putScript(id, 'onmessage = event => event.waitUntil(self.registration.update())');
    const registration = await registerScript(t, url);
    await untilState(registration.installing, 'activated');
    const old = registration.active;
    await putScript(id, '// two');
    const found = nextEvent(registration, 'updatefound');
    old?.postMessage('update');
    await found;
    await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
    assert_not_equals(registration.active, old);
}, 'a worker updates its own registration');
