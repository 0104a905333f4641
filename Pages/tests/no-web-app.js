// A page of a WKWebView has no Push API and no background sync, and its commands do nothing.

promise_test(async (t) => {
    for (const name of ['PushManager', 'PushSubscription', 'SyncManager', 'PeriodicSyncManager']) assert_false(name in self, name);
    assert_not_equals(/** @type {any} */ (navigator).standalone, true);
    assert_false(matchMedia('(display-mode: standalone)').matches);
    const { registration, worker } = await startWorker(t, answering(
        "['PushEvent', 'PushManager', 'NotificationEvent', 'SyncEvent', 'onpush', 'onsync', 'onnotificationclick'].filter(name => name in self)"));
    for (const name of ['pushManager', 'sync', 'periodicSync']) assert_false(name in registration, name);
    assert_array_equals(await askWorker(worker), []);
    assert_array_equals(await registration.getNotifications(), []);
}, 'pages and workers find no push messages and no sync');

promise_test(async (t) => {
    const { registration } = await startWorker(t, '// nothing');
    const found = await SWWebView.send('/ServiceWorkerContainer/getregistrations', {});
    const { id } = found.find((/** @type {any} */ { scope }) => scope === registration.scope);
    const content = { title: 'x', dir: 'auto', lang: '', body: '', tag: '', icon: '', silent: null, data: '[null]' };
    for (const [path, body] of /** @type {[string, any][]} */ ([
        ['/PushManager/subscribe', { userVisibleOnly: true, applicationServerKey: null }], ['/PushManager/getSubscription', {}],
        ['/PushSubscription/unsubscribe', { endpoint: 'x' }], ['/Notification/requestPermission', {}], ['/Notification/show', { content }],
        ['/Notification/close', { id: 'x' }], ['/ServiceWorkerRegistration/showNotification', { content }],
        ['/ServiceWorkerRegistration/getNotifications', {}], ['/SyncManager/register', { tag: 'x' }], ['/SyncManager/getTags', { tag: '' }],
        ['/PeriodicSyncManager/register', { tag: 'x' }], ['/PeriodicSyncManager/unregister', { tag: 'x' }], ['/PeriodicSyncManager/getTags', { tag: '' }],
    ])) {
        const error = await SWWebView.send(path, { id, ...body }).then(() => ({ name: 'none' }), (/** @type {any} */ reason) => reason);
        assert_equals(error.name, 'NotSupportedError', path);
    }
    await promise_rejects_js(t, TypeError, SWWebView.send('/Permissions/query', { name: 'push' }));
}, 'the commands of push messages and sync are refused');
