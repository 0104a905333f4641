// Handles the events of an app on the home screen, and tells its windows of each.

const run = Math.random();
/** The tags of sync events that fail, with the number of times. */
const failures = new Map();

const tell = async (event, more = {}) => {
    const clients = await self.clients.matchAll({ includeUncontrolled: true });
    for (const client of clients) client.postMessage({ type: event.type, run, kind: event.constructor.name, ...more });
};

self.addEventListener("install", () => self.skipWaiting());

const onPush = async (event) => {
    const text = event.data === null ? null : event.data.text();
    if (text === "hang") await new Promise(() => {});
    if (text === "fail") throw new Error("failed");
    if (text?.startsWith("show ")) {
        const data = { when: new Date(0), tags: new Map([["a", 1]]) };
        await self.registration.showNotification(text.slice(5), { tag: "pushed", body: "A body", data });
    }
    const more = { text };
    if (text?.startsWith("{")) {
        more.json = event.data.json();
        more.bytes = [...event.data.bytes()].length;
        more.buffer = event.data.arrayBuffer().byteLength;
        more.blob = await event.data.blob().text();
    }
    await tell(event, more);
};
self.addEventListener("push", (event) => event.waitUntil(onPush(event)));

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil((async () => {
    const subscription = await self.registration.pushManager.subscribe(event.oldSubscription.options);
    await tell(event, { old: event.oldSubscription.endpoint, new: event.newSubscription, endpoint: subscription.endpoint });
})()));

for (const type of ["notificationclick", "notificationclose"]) {
    self.addEventListener(type, (event) => event.waitUntil((async () => {
        const { title, body, tag, data } = event.notification;
        const left = (await self.registration.getNotifications()).length;
        let opened;
        if (type === "notificationclick" && data?.open) opened = (await self.clients.openWindow(data.open)).url;
        event.notification.close();
        await tell(event, { title, body, tag, data, action: event.action, left, opened });
    })()));
}

const onSync = async (event) => {
    const { tag, lastChance } = event, left = failures.get(tag) ?? (tag.startsWith("fails ") ? +tag.slice(6) : 0);
    await tell(event, { tag, lastChance });
    failures.set(tag, left - 1);
    if (left > 0) throw new Error("no luck");
};
self.addEventListener("sync", (event) => event.waitUntil(onSync(event)));
self.addEventListener("periodicsync", (event) => event.waitUntil(onSync(event)));

const answers = {
    interfaces: () => ["PushEvent", "PushMessageData", "NotificationEvent", "PushSubscriptionChangeEvent", "PushManager", "SyncEvent", "PeriodicSyncEvent", "Notification"]
        .filter((name) => name in self),
    permission: () => [Notification.permission, "requestPermission" in Notification],
    handlers: () => ["onpush", "onpushsubscriptionchange", "onnotificationclick", "onnotificationclose", "onsync", "onperiodicsync"].filter((name) => name in self),
    construct: () => {
        try {
            return new Notification("x").title;
        } catch (error) {
            return error.name;
        }
    },
    events: () => {
        const event = new PushEvent("push", { data: "text" }), bytes = new PushEvent("push", { data: new Uint8Array([239, 187, 191, 97]) });
        return [event.data.text(), bytes.data.text(), new PushEvent("push").data, new SyncEvent("sync", { tag: "t" }).lastChance];
    },
    subscribe: async (key) => {
        try {
            return (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).endpoint;
        } catch (error) {
            return error.name;
        }
    },
};
self.addEventListener("message", (event) => event.waitUntil((async () => {
    const [name, value] = event.data;
    event.ports[0].postMessage(await answers[name](value));
})()));
