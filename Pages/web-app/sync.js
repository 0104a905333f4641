// Background sync, which no iOS has: only with --web-app=sync.
// Source: https://wicg.github.io/background-sync/spec/

promise_test(async (t) => {
    const registration = await app(t);
    assert_equals(Object.prototype.toString.call(registration.sync), "[object SyncManager]");
    assert_equals(Object.prototype.toString.call(registration.periodicSync), "[object PeriodicSyncManager]");
    const heard = told("sync");
    assert_equals(await registration.sync.register("now"), undefined);
    const { kind, tag, lastChance } = await heard;
    assert_array_equals([kind, tag, lastChance], ["SyncEvent", "now", false]);
    while ((await registration.sync.getTags()).length);
    assert_equals(await failure(registration.sync.register()), "TypeError");
}, "with a network the event comes at once, and the tag goes");

/** @param {HarnessTest} t */
const goOffline = async (t) => {
    t.add_cleanup(() => order({ isConnected: true }));
    assert_equals(await order({ isConnected: false }), null);
};

promise_test(async (t) => {
    const registration = await app(t);
    await goOffline(t);
    await registration.sync.register("later");
    await registration.sync.register("later");
    await registration.sync.register("other");
    assert_array_equals(await registration.sync.getTags(), ["later", "other"]);
    const tags = new Set();
    const both = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => {
            if (data.type === "sync" && tags.add(data.tag).size === 2) resolve(undefined);
        });
    });
    assert_equals(await order({ isConnected: true }), null);
    await both;
    assert_array_equals([...tags].sort(), ["later", "other"]);
    while ((await registration.sync.getTags()).length);
}, "without a network the events wait until it comes back");

promise_test(async (t) => {
    const registration = await app(t);
    await goOffline(t);
    await registration.sync.register("fails 9");
    for (const lastChance of [false, false, true]) {
        assert_array_equals(await registration.sync.getTags(), ["fails 9"]);
        const heard = told("sync");
        assert_equals(await order({ sync: "fails 9" }), null);
        assert_equals((await heard).lastChance, lastChance);
    }
    assert_array_equals(await registration.sync.getTags(), []);
    assert_equals(await order({ sync: "fails 9" }), "No service worker has registered this tag.");
    await registration.sync.register("fails 1");
    await order({ sync: "fails 1" });
    assert_array_equals(await registration.sync.getTags(), ["fails 1"]);
    const heard = told("sync");
    await order({ isConnected: true });
    assert_equals((await heard).tag, "fails 1");
    while ((await registration.sync.getTags()).length);
}, "an event that fails comes again, three times at most");

promise_test(async (t) => {
    const registration = await app(t);
    await registration.periodicSync.register("news", { minInterval: 1000 });
    assert_array_equals(await registration.periodicSync.getTags(), ["news"]);
    let heard = told("periodicsync");
    assert_equals(await order({ periodicSync: "news" }), null);
    const { kind, tag } = await heard;
    assert_array_equals([kind, tag], ["PeriodicSyncEvent", "news"]);
    heard = told("periodicsync");
    await order({ isConnected: false });
    await order({ isConnected: true });
    await heard;
    assert_array_equals(await registration.periodicSync.getTags(), ["news"], "the tag stays");
    assert_equals(await registration.periodicSync.unregister("news"), undefined);
    assert_array_equals(await registration.periodicSync.getTags(), []);
}, "periodic events come on demand, and when the network comes back");

promise_test(async (t) => {
    const registration = await app(t);
    t.add_cleanup(() => order({ permissions: { "background-sync": "granted", "periodic-background-sync": "granted" } }));
    await order({ permissions: { "background-sync": "denied", "periodic-background-sync": "denied" } });
    assert_equals(await failure(registration.sync.register("x")), "NotAllowedError");
    assert_equals(await failure(registration.periodicSync.register("x")), "NotAllowedError");
    assert_equals((await permissionStatus("periodic-background-sync")).state, "denied");
    assert_equals((await permissionStatus("background-sync")).state, "denied");
}, "sync needs the phone's permission");
