// Navigation preload: the request that goes to the network while the worker starts.
// Source: https://w3c.github.io/ServiceWorker/#navigation-preload-manager

/** A worker that answers navigations with the preload response, and notes what it saw of it. */
const PRELOAD_WORKER = `const seen = [];
    addEventListener('fetch', (event) => event.respondWith((async () => {
        const response = await event.preloadResponse;
        if (!response) return seen.push('none'), fetch(event.request);
        const { type, url, status, ok, statusText, redirected } = response;
        seen.push({ type, url, status, ok, statusText, redirected, headers: [...response.headers].length, hasBody: response.body !== null });
        return response;
    })()));
    ${answering('seen')}`;

/** @param {HarnessTest} t @param {string} scope */
const preloadingWorker = async (t, scope) => {
    const { registration, worker } = await startWorker(t, PRELOAD_WORKER, { scope });
    await registration.navigationPreload.enable();
    return { registration, worker };
};

promise_test(async (t) => {
    const { registration } = await startWorker(t, '// one');
    const manager = registration.navigationPreload;
    const state = async () => JSON.stringify(await manager.getState());
    assert_equals(await state(), '{"enabled":false,"headerValue":"true"}');
    assert_equals(await manager.enable(), undefined);
    assert_equals(await state(), '{"enabled":true,"headerValue":"true"}');
    assert_equals(await manager.setHeaderValue(' \thello '), undefined);
    assert_equals(await state(), '{"enabled":true,"headerValue":"hello"}', 'the value is normalized');
    for (const value of ['\0', 'a\nb', 'a\rb', '\ra', 'a\n', '\u0100', '\ud800']) await promise_rejects_js(t, TypeError, manager.setHeaderValue(value), JSON.stringify(value));
    await promise_rejects_js(t, TypeError, /** @type {any} */ (manager).setHeaderValue());
    await manager.setHeaderValue(/** @type {any} */ (null));
    await manager.disable();
    assert_equals(await state(), '{"enabled":false,"headerValue":"null"}');
    assert_equals(await JSON.stringify(await (await navigator.serviceWorker.getRegistration(registration.scope))?.navigationPreload.getState()), await state());
}, 'the state of a registration');

promise_test(async (t) => {
    const url = await putScript(uniqueName('worker'), 'const told = new Promise((resolve) => { onmessage = resolve; }); oninstall = (event) => event.waitUntil(told)');
    const { navigationPreload: manager, installing } = await registerScript(t, url);
    await promise_rejects_dom(t, 'InvalidStateError', manager.enable());
    await promise_rejects_dom(t, 'InvalidStateError', manager.disable());
    await promise_rejects_dom(t, 'InvalidStateError', manager.setHeaderValue('x'));
    await promise_rejects_js(t, TypeError, manager.setHeaderValue('\0'), 'the value is looked at first');
    assert_equals((await manager.getState()).enabled, false);
    installing?.postMessage('go on');
}, 'a registration without an active worker');

promise_test(async (t) => {
    document.cookie = 'preload=strict; SameSite=Strict; Path=/';
    t.add_cleanup(() => { document.cookie = 'preload=; Max-Age=0; Path=/'; });
    const scope = endpoint(`inspect?${crypto.randomUUID()}`);
    const { registration, worker } = await preloadingWorker(t, scope);
    await registration.navigationPreload.setHeaderValue('hello');
    const frame = await addFrame(t, scope);
    const { headers, method } = JSON.parse(frame.contentDocument?.body.textContent ?? '');
    assert_equals(method, 'GET');
    assert_equals(headers['service-worker-navigation-preload'], 'hello');
    assert_equals(headers['upgrade-insecure-requests'], '1');
    assert_equals(headers['sec-fetch-mode'], 'navigate');
    assert_equals(headers['sec-fetch-dest'], 'iframe');
    assert_regexp_match(headers.cookie ?? '', /preload=strict/);
    const [seen] = await askWorker(worker);
    assert_equals(seen.type, 'basic');
    assert_equals(inPage(seen.url), scope);
    assert_equals(seen.status, 200);
    const other = await frame.contentWindow.fetch(scope);
    assert_equals((await other.json()).headers['service-worker-navigation-preload'], undefined, 'only navigations are preloaded');
    assert_equals((await askWorker(worker))[1], 'none');
}, 'the request has the header, and what the navigation would send');

promise_test(async (t) => {
    const target = endpoint(`inspect?${crypto.randomUUID()}`);
    const scope = endpoint(`redirect?to=${encodeURIComponent(target)}`);
    const { worker } = await preloadingWorker(t, scope);
    const frame = await addFrame(t, scope);
    const [seen, ...more] = await askWorker(worker);
    assert_equals(more.length, 0);
    assert_equals(inPage(seen.url), scope);
    assert_equals(JSON.stringify({ ...seen, url: '' }),
        '{"type":"opaqueredirect","url":"","status":0,"ok":false,"statusText":"","redirected":false,"headers":0,"hasBody":false}');
    assert_equals(frame.contentWindow.location.href, target, 'the navigation follows it');
    assert_equals(JSON.parse(frame.contentDocument?.body.textContent ?? '').headers['service-worker-navigation-preload'], undefined);
}, 'a redirect is opaque to the worker, which passes it on');

promise_test(async (t) => {
    const id = uniqueName('preload');
    const scope = endpoint(`beacons?id=${id}`);
    const { registration } = await startWorker(t, "onfetch = (event) => event.respondWith(new Response('worker'))", { scope });
    await registration.navigationPreload.enable();
    const frame = await addFrame(t, scope);
    assert_equals(frame.contentDocument?.body.textContent, 'worker', 'the worker does not wait for a preload response that it does not use');
}, 'a preload response that never comes');
