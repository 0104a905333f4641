// Functions of one window that are called on objects of another one. Addresses are then relative to the object's window.

/**
 * A frame in another folder than the page.
 * @param {HarnessTest} t
 * @returns {Promise<any>}
 */
const otherWindow = async (t) => (await addFrame(t, '../resources/frame.html')).contentWindow;

/** @param {any} owner @param {string} name */
const accessors = (owner, name) => /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(owner, name));

promise_test(async (t) => {
    const other = await otherWindow(t);
    const script = await putScript(uniqueName('worker'), '');
    const scope = `frame.html?${crypto.randomUUID()}`;
    const { register, getRegistration } = navigator.serviceWorker;
    const registration = await register.call(other.navigator.serviceWorker, script, { scope });
    assert_equals(registration.scope, new URL(scope, other.location.href).href);
    assert_true(registration instanceof other.ServiceWorkerRegistration, 'an object of the other window');
    assert_equals(await getRegistration.call(other.navigator.serviceWorker, scope), registration);
    assert_equals(await navigator.serviceWorker.getRegistration(scope), undefined, 'relative to the page');
    await registration.unregister();
}, 'register and getRegistration resolve addresses for the window of the container');

promise_test(async (t) => {
    const other = await otherWindow(t);
    const { get } = accessors(Navigator.prototype, 'serviceWorker');
    assert_equals(get?.call(other.navigator), other.navigator.serviceWorker);
}, 'the getter of one window returns the container of another navigator');

promise_test(async (t) => {
    const other = await otherWindow(t);
    const { worker, registration } = await startWorker(t, 'onmessage = (event) => event.ports[0].postMessage(event.data)');
    const scope = accessors(other.ServiceWorkerRegistration.prototype, 'scope');
    assert_equals(scope.get?.call(registration), registration.scope);
    const { get, set } = accessors(other.ServiceWorker.prototype, 'onstatechange');
    const handler = () => {};
    set?.call(worker, handler);
    assert_equals(get?.call(worker), handler);
    assert_equals(worker.onstatechange, handler);
    const { port1, port2 } = new MessageChannel();
    other.ServiceWorker.prototype.postMessage.call(worker, 'through another window', [port2]);
    port1.start();
    assert_equals((await nextEvent(port1, 'message')).data, 'through another window');
    assert_equals(await other.ServiceWorkerRegistration.prototype.unregister.call(registration), true);
}, 'attributes, handlers and operations of one window work on objects of another');

promise_test(async (t) => {
    const other = await otherWindow(t);
    const foreign = await addFrame(t, `sw://foreign.example${new URL('resources/frame.html', location.href).pathname}`);
    const { ServiceWorkerContainer } = other;
    const registration = await registerScript(t, await putScript(uniqueName('worker'), ''));
    const strangers = {
        'a window of another origin': foreign.contentWindow, 'a forged container': Object.create(ServiceWorkerContainer.prototype),
        'an object of another interface': registration, 'the prototype': ServiceWorkerContainer.prototype, 'nothing': undefined, 'a text': 'text',
    };
    for (const [what, object] of Object.entries(strangers)) {
        await promise_rejects_js(t, TypeError, navigator.serviceWorker.register.call(/** @type {any} */ (object), 'script.js'), what);
        assert_throws_js(other.TypeError, () => accessors(ServiceWorkerContainer.prototype, 'controller').get?.call(object), what);
    }
}, 'no function works on an object of another interface or origin');
