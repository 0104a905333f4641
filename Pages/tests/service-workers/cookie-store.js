// cookieStore in service workers: the same cookies as those of pages.
// Source: https://cookiestore.spec.whatwg.org/#service-worker-extensions

/** A worker that calls the function of the message, and answers with the result or the error's name. */
const STORE_WORKER = answering('cookieStore[event.data.name](...event.data.args).then((result) => ({ result }), ({ name }) => ({ error: name }))');

/** @param {HarnessTest} t */
const storeWorker = async (t) => {
    const { worker } = await startWorker(t, STORE_WORKER);
    t.add_cleanup(() => {
        for (const name of ['own', 'other', 'secret']) for (const path of ['/', location.pathname]) document.cookie = `${name}=; Max-Age=0; Path=${path}`;
    });
    return (/** @type {string} */ name, /** @type {any[]} */ ...args) => askWorker(worker, { name, args });
};

promise_test(async (t) => {
    const call = await storeWorker(t);
    document.cookie = 'own=one; Path=/';
    document.cookie = 'other=two; Path=/';
    const { name, value } = (await call('get', 'own')).result;
    assert_array_equals([name, value], ['own', 'one']);
    assert_equals((await call('get', { name: 'other' })).result.value, 'two');
    assert_equals((await call('get', 'missing')).result, null);
    const names = (await call('getAll')).result.map((/** @type {any} */ cookie) => cookie.name);
    assert_equals(names.includes('own') && names.includes('other'), true);
    assert_equals((await call('getAll', 'own')).result.length, 1);
}, 'a worker reads the cookies of pages');

promise_test(async (t) => {
    const call = await storeWorker(t);
    assert_equals((await call('set', 'own', 'one')).error, undefined);
    assert_regexp_match(document.cookie, /own=one/);
    await call('set', { name: 'own', value: 'two', path: '/', sameSite: 'lax' });
    assert_regexp_match(document.cookie, /own=two/);
    await call('delete', 'own');
    assert_false(document.cookie.includes('own='));
}, 'pages have the cookies that a worker sets');

promise_test(async (t) => {
    const call = await storeWorker(t);
    document.cookie = `own=page; Path=${location.pathname}`;
    assert_equals((await call('get', 'own')).result, null, 'the path is not the script’s');
    assert_equals((await call('get', { name: 'own', url: location.href })).result?.value, 'page');
    assert_equals((await call('get', { name: 'own', url: location.pathname })).result?.value, 'page');
    assert_equals((await call('get', { name: 'own', url: 'https://foreign.example/' })).error, 'TypeError');
}, 'a worker asks for the cookies of any address of its origin');

promise_test(async (t) => {
    const call = await storeWorker(t);
    for (const [name, ...args] of [['get'], ['get', {}], ['set'], ['set', 'a=b', 'c'], ['set', 'a', 'b;c'], ['set', { name: 'a', value: 'b', domain: 'foreign.example' }], ['delete']]) {
        assert_equals((await call(/** @type {string} */ (name), ...args)).error, 'TypeError', JSON.stringify([name, ...args]));
    }
}, 'wrong arguments are refused');

promise_test(async (t) => {
    const { worker } = await startWorker(t, answering("[typeof CookieStore, cookieStore instanceof EventTarget, Object.prototype.toString.call(cookieStore), 'onchange' in cookieStore]"));
    assert_array_equals(await askWorker(worker), ['function', true, '[object CookieStore]', false]);
    await promise_rejects_dom(t, 'NotSupportedError', SWWebView.send('/CookieStore/getAll', { url: location.href }), 'only workers ask the host');
    await promise_rejects_dom(t, 'NotSupportedError', SWWebView.send('/CookieStore/set', { text: 'a=b' }));
}, 'the interface is that of workers');

/** A worker that notes the changes of cookies, and tells the next one to whom it may concern. */
const CHANGES_WORKER = `const seen = [];
    let tell = () => {};
    addEventListener('cookiechange', ({ changed, deleted }) => {
        seen.push({ changed: changed.map(({ name, value }) => name + '=' + value), deleted: deleted.map(({ name }) => name), isFrozen: Object.isFrozen(changed) });
        tell();
    });
    const enough = (count) => new Promise((resolve) => { tell = () => { if (seen.length >= count) resolve(seen); }; tell(); });
    ${answering('enough(event.data)')}`;

promise_test(async (t) => {
    const { worker, registration } = await startWorker(t, CHANGES_WORKER);
    t.add_cleanup(() => { for (const name of ['watched', 'other']) document.cookie = `${name}=; Max-Age=0; Path=/`; });
    const { cookies } = /** @type {any} */ (registration);
    assert_equals(cookies, /** @type {any} */ (registration).cookies);
    assert_array_equals(await cookies.getSubscriptions(), []);
    assert_equals(await cookies.subscribe([{ name: 'watched' }, { name: 'watched' }]), undefined);
    assert_equals(JSON.stringify(await cookies.getSubscriptions()), JSON.stringify([{ name: 'watched', url: registration.scope }]));
    document.cookie = 'other=1; Path=/';
    document.cookie = 'watched=2; Path=/';
    await /** @type {any} */ (self).cookieStore.set('watched', '3');
    await /** @type {any} */ (self).cookieStore.delete('watched');
    const seen = await askWorker(worker, 3);
    assert_equals(JSON.stringify(seen.map((/** @type {any} */ { changed, deleted }) => [...changed, ...deleted])), '[["watched=2"],["watched=3"],["watched"]]');
    assert_equals(seen[0].isFrozen, true);
    await cookies.unsubscribe([{ name: 'watched' }]);
    assert_array_equals(await cookies.getSubscriptions(), []);
    document.cookie = 'watched=4; Path=/';
    await cookies.subscribe([{}]);
    document.cookie = 'other=5; Path=/';
    assert_equals(JSON.stringify((await askWorker(worker, 4))[3].changed), '["other=5"]', 'the change in between was not told');
}, 'a worker gets the changes of cookies that its registration subscribes to');

promise_test(async (t) => {
    const { registration } = await startWorker(t, CHANGES_WORKER);
    const { cookies } = /** @type {any} */ (registration);
    for (const list of [undefined, null, {}, [1], [{ url: '/' }], [{ url: 'https://foreign.example/' }], [{ url: 'http://[' }]]) await promise_rejects_js(t, TypeError, cookies.subscribe(list), JSON.stringify(list));
    await promise_rejects_js(t, TypeError, cookies.subscribe());
    await cookies.subscribe([{ url: `${registration.scope}&more` }]);
    assert_equals(JSON.stringify(await cookies.getSubscriptions()), JSON.stringify([{ url: `${registration.scope}&more` }]));
    const { worker } = await startWorker(t, `const event = new ExtendableCookieChangeEvent('x', { changed: [{ name: 'a', value: 'b' }] });
        ${answering('[event.changed, ExtendableCookieChangeEvent.name, oncookiechange, typeof registration.cookies.subscribe]'.replace('event.changed', 'self.made'))}
        self.made = [event.changed[0].name, event.changed[0].value, event.deleted.length, event instanceof ExtendableEvent];`);
    assert_equals(JSON.stringify(await askWorker(worker)), '[["a","b",0,true],"ExtendableCookieChangeEvent",null,"function"]');
}, 'subscriptions outside of the scope are refused');
