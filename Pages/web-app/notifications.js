// Notifications of an app on the home screen, of its pages and of its worker.
// Source: https://notifications.spec.whatwg.org/

promise_test(async (t) => {
    const registration = await app(t);
    assert_equals(WebNotification.permission, "granted");
    assert_array_equals(await ask(registration, "permission"), ["granted", false]);
    assert_equals(await ask(registration, "construct"), "TypeError");
    const statuses = await Promise.all(["notifications", "push", "periodic-background-sync"].map((name) => permissionStatus(name)));
    assert_array_equals(statuses.map(({ state }) => state), ["granted", "granted", "granted"]);
    assert_array_equals(statuses.map(({ name }) => name), ["notifications", "push", "periodic-background-sync"]);
    assert_true(statuses[0] instanceof PermissionStatus);
    const changed = next(statuses[0], "change"), handled = new Promise((resolve) => { statuses[1].onchange = resolve; });
    await permit(t, "prompt");
    await changed;
    await handled;
    assert_equals(statuses[0].state, "prompt");
    assert_equals(WebNotification.permission, "default");
    await order({ dialogs: ["cancel"] });
    assert_equals(await WebNotification.requestPermission(), "denied");
    assert_equals(WebNotification.permission, "denied");
    assert_equals((await permissionStatus("push")).state, "denied");
    assert_equals(await failure(registration.showNotification("x")), "TypeError");
    assert_equals((await next(new WebNotification("x"), "error")).type, "error");
    await permit(t, "prompt");
    assert_equals(await new Promise((resolve) => WebNotification.requestPermission(resolve)), "granted", "a dialog without an answer is accepted");
}, "the phone's permission is the page's");

promise_test(async (t) => {
    const registration = await app(t);
    const data = { list: [1, new Date(5)], blob: new Blob(["text"]) };
    assert_equals(await registration.showNotification("Hello", {
        body: "Body", tag: "one", lang: "de", dir: "rtl", icon: "icon.png", silent: true, data,
    }), undefined);
    await registration.showNotification("Second");
    const [first, second] = await registration.getNotifications();
    assert_array_equals([first.title, first.body, first.tag, first.lang, first.dir, first.silent], ["Hello", "Body", "one", "de", "rtl", true]);
    assert_equals(first.icon, new URL("icon.png", location.href).href);
    assert_equals(first.data.list[1].getTime(), 5);
    assert_equals(await first.data.blob.text(), "text");
    assert_array_equals([second.title, second.body, second.tag, second.icon, second.dir, second.silent, second.data], ["Second", "", "", "", "auto", null, null]);
    await registration.showNotification("Third", { tag: "one" });
    assert_array_equals((await registration.getNotifications()).map((/** @type {any} */ { title }) => title), ["Third", "Second"]);
    assert_array_equals((await registration.getNotifications({ tag: "one" })).map((/** @type {any} */ { title }) => title), ["Third"]);
    second.close();
    while ((await registration.getNotifications()).length > 1);
    const { notifications } = await phone();
    const own = notifications.filter((/** @type {any} */ { scope }) => scope === registration.scope);
    assert_array_equals(own.map((/** @type {any} */ { title }) => title), ["Third"]);
    assert_equals(await failure(registration.showNotification()), "TypeError");
    assert_equals(await failure(registration.showNotification("x", { dir: "up" })), "TypeError");
    assert_equals(await failure(registration.showNotification("x", { data: () => {} })), "DataCloneError");
}, "a registration shows, lists and replaces notifications");

promise_test(async (t) => {
    const registration = await app(t), { scope } = registration;
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() });
    const pushed = told("push");
    await order({ push: { data: "show Title", scope } });
    await pushed;
    const [shown] = await registration.getNotifications({ tag: "pushed" });
    assert_equals(shown.title, "Title");
    let heard = told("notificationclick");
    assert_equals(await order({ tapNotification: { tag: "pushed" } }), null);
    const click = await heard;
    assert_array_equals([click.kind, click.title, click.body, click.action, click.left], ["NotificationEvent", "Title", "A body", "", 0]);
    assert_equals(click.data.when.getTime(), 0);
    assert_equals(click.data.tags.get("a"), 1);
    await registration.showNotification("Closed", { tag: "c" });
    heard = told("notificationclose");
    assert_equals(await order({ closeNotification: { tag: "c" } }), null);
    assert_equals((await heard).title, "Closed");
    assert_equals(await order({ tapNotification: { tag: "c" } }), "There is no such notification");
}, "the user taps and removes notifications");

promise_test(async (t) => {
    const registration = await app(t);
    await registration.showNotification("Open", { tag: "open", data: { open: "resources/opened.html" } });
    const heard = told("notificationclick");
    await order({ tapNotification: { tag: "open" } });
    assert_true((await heard).opened.endsWith("/web-app/resources/opened.html"));
}, "a tap may open a window");

promise_test(async () => {
    const notification = new WebNotification("Own", { tag: "own", data: [1] });
    assert_equals(Object.prototype.toString.call(notification), "[object Notification]");
    assert_equals(notification.data, notification.data);
    await next(notification, "show");
    assert_true((await phone()).notifications.some((/** @type {any} */ { title, scope }) => title === "Own" && scope === null));
    const clicked = new Promise((resolve) => { notification.onclick = resolve; }), closed = next(notification, "close");
    assert_equals(await order({ tapNotification: { tag: "own" } }), null);
    assert_equals(/** @type {any} */ (await clicked).target, notification);
    await closed;
    const first = new WebNotification("First", { tag: "t" });
    await next(first, "show");
    const replaced = next(first, "close"), second = new WebNotification("Second", { tag: "t" });
    await replaced;
    const gone = next(second, "close");
    second.close();
    await gone;
    assert_false((await phone()).notifications.some((/** @type {any} */ { tag }) => tag === "t"));
    assert_throws_js(TypeError, () => new WebNotification());
    assert_throws_js(TypeError, () => WebNotification("x"));
    assert_equals(WebNotification.length, 1);
}, "a page's own notification has the events show, click and close");

promise_test(async (t) => {
    const registration = await app(t);
    const opaque = [new WebNotification("x", { icon: "http://[" }).icon, new WebNotification("x", null).body, new WebNotification(null).title];
    assert_array_equals(opaque, ["", "", "null"]);
    assert_equals(await failure(registration.showNotification("x", { data: "x".repeat(2 << 20) })), "QuotaExceededError");
    const many = Array.from({ length: 20 }, (_, index) => registration.showNotification(`${index}`));
    await Promise.all(many);
    assert_array_equals((await registration.getNotifications()).map((/** @type {any} */ { title }) => title), Array.from({ length: 20 }, (_, index) => `${index}`));
}, "odd and large notifications");
