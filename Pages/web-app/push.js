// Push messages to an app on the home screen, from the subscription to the worker's event.
// Source: https://w3c.github.io/push-api/

promise_test(async (t) => {
    for (const name of ["PushManager", "PushSubscription", "PushSubscriptionOptions", "Notification"]) assert_true(name in window, name);
    const registration = await app(t);
    assert_equals(Object.prototype.toString.call(registration.pushManager), "[object PushManager]");
    assert_equals(registration.pushManager, registration.pushManager);
    assert_array_equals(/** @type {any} */ (PushManager).supportedContentEncodings, ["aes128gcm"]);
    assert_array_equals(await ask(registration, "interfaces"), [
        "PushEvent", "PushMessageData", "NotificationEvent", "PushSubscriptionChangeEvent", "PushManager", "SyncEvent", "PeriodicSyncEvent", "Notification",
    ]);
    assert_equals((await ask(registration, "handlers")).length, 6);
    assert_array_equals(await ask(registration, "events"), ["text", "a", null, false]);
}, "pages and workers find the interfaces");

promise_test(async () => {
    assert_equals(/** @type {any} */ (navigator).standalone, true);
    const query = "(display-mode: standalone)", list = matchMedia(query);
    assert_true(list.matches);
    assert_equals(list.media, query);
    assert_true(matchMedia("screen and (DISPLAY-MODE:standalone), print").matches);
    assert_false(matchMedia("not all and (display-mode: standalone)").matches);
    assert_false(matchMedia("(display-mode: browser)").matches);
    assert_equals(matchMedia("(min-width: 1px)").media, "(min-width: 1px)");
    const mode = /** @type {Element} */ (document.getElementById("mode"));
    assert_equals(getComputedStyle(mode).color, "rgb(4, 5, 6)");
}, "the page stands alone, for scripts and style sheets");

promise_test(async (t) => {
    const { pushManager } = await app(t), key = await serverKey();
    const wrong = new Uint8Array(key);
    wrong[64] ^= 1;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    for (const [change, name] of /** @type {[any, string][]} */ ([
        [{ userVisibleOnly: false }, "NotAllowedError"], [{ userVisibleOnly: undefined }, "NotAllowedError"],
        [{ applicationServerKey: null }, "NotSupportedError"], [{ applicationServerKey: undefined }, "NotSupportedError"],
        [{ applicationServerKey: "a+b/" }, "InvalidCharacterError"], [{ applicationServerKey: "abcde" }, "InvalidCharacterError"],
        [{ applicationServerKey: "abcd" }, "InvalidAccessError"], [{ applicationServerKey: wrong }, "InvalidAccessError"],
        [{ applicationServerKey: key.slice(1) }, "InvalidAccessError"], [{ applicationServerKey: new ArrayBuffer(65) }, "InvalidAccessError"],
    ])) assert_equals(await failure(pushManager.subscribe({ ...options, ...change })), name, JSON.stringify(change));
    assert_equals(await failure(pushManager.subscribe(1)), "TypeError");
    assert_equals(await pushManager.getSubscription(), null);
    assert_equals(await failure(pushManager.permissionState({})), "NotSupportedError");
    assert_equals(await pushManager.permissionState({ userVisibleOnly: true }), "granted");
}, "a subscription that cannot be has the error of the specification");

promise_test(async (t) => {
    const { pushManager } = await app(t), key = await serverKey();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: base64URL(key) });
    const { endpoint, keys, expirationTime } = subscription.toJSON();
    assert_equals(endpoint, subscription.endpoint);
    assert_equals(new URL(endpoint).protocol, "https:");
    assert_equals(expirationTime, null);
    const point = subscription.getKey("p256dh");
    assert_equals(base64URL(new Uint8Array(point)), keys.p256dh);
    const imported = await crypto.subtle.importKey("raw", point, { name: "ECDH", namedCurve: "P-256" }, true, []);
    assert_equals(imported.type, "public", "the key is a point of the curve");
    assert_equals(subscription.getKey("auth").byteLength, 16);
    assert_equals(await failure(Promise.resolve().then(() => subscription.getKey("x"))), "TypeError");
    assert_true(subscription.options.userVisibleOnly);
    assert_array_equals(new Uint8Array(subscription.options.applicationServerKey), key);
    assert_equals((await pushManager.getSubscription()).endpoint, endpoint);
    assert_equals((await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key.buffer })).endpoint, endpoint);
    const other = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() });
    assert_equals(await failure(other), "InvalidStateError");
    assert_true((await phone()).subscriptions.some((/** @type {any} */ known) => known.endpoint === endpoint && known.p256dh === keys.p256dh));
    assert_equals(await subscription.unsubscribe(), true);
    assert_equals(await subscription.unsubscribe(), false);
    assert_equals(await pushManager.getSubscription(), null);
    const next = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    assert_not_equals(next.endpoint, endpoint);
}, "a subscription has real keys, and is the registration's only one");

promise_test(async (t) => {
    const registration = await app(t), { scope } = registration;
    assert_equals(await order({ push: { data: "early", scope } }), "No service worker has a push subscription");
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() });
    let heard = told("push");
    assert_equals(await order({ push: { data: "héllo", scope } }), null);
    const { text, kind } = await heard;
    assert_equals(text, "héllo");
    assert_equals(kind, "PushEvent");
    heard = told("push");
    assert_equals(await order({ push: { data: { a: [1] } } }), null);
    const { json, bytes, buffer, blob } = await heard;
    assert_equals(JSON.stringify(json), '{"a":[1]}');
    assert_array_equals([bytes, buffer, blob], [9, 9, '{"a":[1]}']);
    heard = told("push");
    assert_equals(await order({ push: { scope: new URL(scope).pathname } }), null);
    assert_equals((await heard).text, null);
    assert_equals(await order({ push: { data: "fail", scope } }), null);
    assert_true(/cannot be/.test(await order({ push: { title: "native" } }) ?? ""));
}, "a push message reaches the worker as text, JSON, bytes and Blob");

promise_test(async (t) => {
    const limit = (/** @type {number} */ seconds) => fetch(`/___testing___/event-limit?seconds=${seconds}`, { headers: { "X-SWWebView-Request": "1" } });
    await limit(0.5);
    t.add_cleanup(() => limit(300));
    const registration = await app(t), { scope } = registration;
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() });
    let heard = told("push");
    await order({ push: { data: "first", scope } });
    const { run } = await heard;
    // The host stops the worker at the limit of the event.
    await order({ push: { data: "hang", scope } });
    heard = told("push");
    assert_equals(await order({ push: { data: "second", scope } }), null);
    const second = await heard;
    assert_equals(second.text, "second");
    assert_not_equals(second.run, run);
}, "a push message starts a worker that was stopped");

promise_test(async (t) => {
    const registration = await app(t), { scope } = registration;
    const { endpoint } = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() });
    const heard = told("pushsubscriptionchange");
    assert_equals(await order({ expireSubscription: { scope } }), null);
    const change = await heard;
    assert_equals(change.kind, "PushSubscriptionChangeEvent");
    assert_equals(change.old, endpoint);
    assert_equals(change.new, null);
    assert_not_equals(change.endpoint, endpoint);
    assert_equals((await registration.pushManager.getSubscription()).endpoint, change.endpoint, "the worker has subscribed again");
}, "a subscription that expires is reported to the worker");

promise_test(async (t) => {
    const registration = await app(t), key = await serverKey();
    const subscribe = () => registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await permit(t, "denied");
    assert_equals(await failure(subscribe()), "NotAllowedError");
    assert_equals(await registration.pushManager.permissionState({ userVisibleOnly: true }), "denied");
    await permit(t, "prompt");
    assert_equals(await ask(registration, "subscribe", base64URL(key)), "NotAllowedError", "nobody asks the user for a worker");
    await order({ dialogs: ["cancel"] });
    assert_equals(await failure(subscribe()), "NotAllowedError");
    await permit(t, "prompt");
    await order({ dialogs: ["accept"] });
    const { endpoint } = await subscribe();
    assert_equals(WebNotification.permission, "granted");
    assert_equals(await ask(registration, "subscribe", base64URL(key)), endpoint);
}, "a subscription asks the user");

promise_test(async (t) => {
    const registration = await app(t), key = await serverKey(), { SWWebView } = /** @type {any} */ (window);
    const { endpoint } = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await registration.showNotification("ours");
    const { id } = (await SWWebView.send("/ServiceWorkerContainer/getregistrations", {}))
        .find((/** @type {any} */ { scope }) => scope === registration.scope);
    const [shown] = await SWWebView.send("/ServiceWorkerRegistration/getNotifications", { id });
    assert_equals(shown.content.title, "ours");
    const frame = document.createElement("iframe");
    frame.src = "sw://foreign.example/web-app/resources/foreign.html";
    const loaded = next(frame, "load");
    document.body.append(frame);
    t.add_cleanup(() => frame.remove());
    await loaded;
    const answered = next(window, "message");
    const content = { title: "x", dir: "auto", lang: "", body: "", tag: "", icon: "", silent: null, data: "[null]" };
    const commands = [
        ["/PushManager/subscribe", { id, userVisibleOnly: true, applicationServerKey: btoa(String.fromCharCode(...key)) }],
        ["/PushManager/getSubscription", { id }], ["/PushSubscription/unsubscribe", { id, endpoint }],
        ["/ServiceWorkerRegistration/showNotification", { id, content }], ["/ServiceWorkerRegistration/getNotifications", { id }],
        ["/SyncManager/register", { id, tag: "x" }], ["/SyncManager/getTags", { id, tag: "" }],
        ["/PeriodicSyncManager/register", { id, tag: "x" }], ["/PeriodicSyncManager/unregister", { id, tag: "x" }],
        ["/PeriodicSyncManager/getTags", { id, tag: "" }], ["/Notification/show", { content }],
    ];
    frame.contentWindow?.postMessage([...commands, ["/Notification/close", { id: shown.id }]], "*");
    const { results, own, shown: shownThere, asked, permission, status } = (await answered).data;
    for (const [index, [path]] of commands.entries()) assert_in_array(results[index][0], ["InvalidStateError", "NotAllowedError", "TypeError"], String(path));
    assert_array_equals([own, shownThere, asked, permission, status], ["NotAllowedError", "TypeError", "denied", "denied", "denied"]);
    assert_equals((await registration.pushManager.getSubscription()).endpoint, endpoint);
    assert_equals((await registration.getNotifications()).length, 1, "the frame closed nothing");
}, "a frame of another origin reaches neither this page's registration nor the app's permission");

promise_test(async (t) => {
    const registration = await app(t), key = await serverKey(), text = base64URL(key);
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const heard = told("notificationclick");
    const natives = { iterator: Array.prototype[Symbol.iterator], parse: JSON.parse, get: Map.prototype.get };
    const spoilt = () => { throw new Error("the page's own"); };
    let subscription, notification, status;
    try {
        Array.prototype[Symbol.iterator] = JSON.parse = Map.prototype.get = String.prototype.replace = /** @type {any} */ (spoilt);
        /** @type {any} */ (Object.prototype).tag = "polluted";
        subscription = registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: text });
        notification = registration.showNotification("patched", { tag: "mine" });
        status = permissionStatus("push");
        [0].map(() => 0);
        await null;
        subscription = await subscription;
        await notification;
        notification = (await registration.getNotifications({ tag: "mine" }))[0];
    } finally {
        delete /** @type {any} */ (Object.prototype).tag;
        Array.prototype[Symbol.iterator] = natives.iterator;
        JSON.parse = natives.parse;
        Map.prototype.get = natives.get;
    }
    assert_equals(base64URL(new Uint8Array(subscription.options.applicationServerKey)), text);
    assert_equals((await status).state, "granted");
    assert_equals(notification.title, "patched");
    await order({ tapNotification: { tag: "mine" } });
    assert_equals((await heard).title, "patched");
}, "a page that has replaced builtins can subscribe and show notifications");
