// Tests of the notebook in Capacitor, and of the wire protocol of its plugins.

import { calls, command, notebookSuite, phone } from "../app/notebook_suite.js";
import { navigationSuite } from "../app/navigation_suite.js";
import { native } from "./native.js";
import "./bars_suite.js";
import "./cookies_suite.js";
import "./http_suite.js";
import { listenersSuite } from "./listeners_suite.js";

notebookSuite(native);
navigationSuite(false);

const { Capacitor } = /** @type {any} */ (window);
const { App, Browser, Camera, Clipboard, Dialog, Filesystem, Geolocation, Keyboard, LocalNotifications, Network, Preferences, PushNotifications, Share } =
    Capacitor.Plugins;

/** @param {any} plugin @param {string} event @param {() => unknown} cause */
const nextEvent = (plugin, event, cause) => new Promise((resolve) => {
    const handle = plugin.addListener(event, (/** @type {any} */ data) => {
        void handle.remove();
        resolve(data);
    });
    void cause();
});

/** @param {Promise<any>} promise */
const errorOf = (promise) => promise.then(() => assert_unreached("no error"), (error) => error);

promise_test(async () => {
    assert_equals(location.origin, "capacitor://localhost");
    assert_equals(Capacitor.getPlatform(), "ios");
    assert_true(Capacitor.isNativePlatform());
    assert_true(Capacitor.isPluginAvailable("Camera"));
    assert_false(Capacitor.isPluginAvailable("Nothing"));
    const header = Capacitor.PluginHeaders.find((/** @type {any} */ { name }) => name === "Preferences");
    assert_equals(header.methods.find((/** @type {any} */ { name }) => name === "get").rtype, "promise");
}, "the page detects Capacitor for iOS");

promise_test(async () => {
    const error = await errorOf(App.exitApp());
    assert_true(error instanceof Capacitor.Exception);
    assert_equals(`${error.code}: ${error.message}`, "UNIMPLEMENTED: not implemented");
}, "methods that iOS lacks reject with UNIMPLEMENTED");

promise_test(async () => {
    await Preferences.configure({ group: "other" });
    assert_equals((await Preferences.get({ key: "notes" })).value, null);
    await Preferences.set({ key: "a.b", value: "ü\u2028'" });
    assert_equals((await Preferences.get({ key: "a.b" })).value, "ü\u2028'");
    assert_array_equals((await Preferences.keys()).keys, ["a.b"]);
    await Preferences.clear();
    await Preferences.configure({});
    assert_not_equals((await Preferences.get({ key: "notes" })).value, null);
}, "groups of preferences are separate");

promise_test(async () => {
    const text = { path: "a/b.txt", directory: "DOCUMENTS", encoding: "utf8" };
    const { uri } = await Filesystem.writeFile({ ...text, data: "one", recursive: true });
    await Filesystem.appendFile({ ...text, data: ", two" });
    assert_equals((await Filesystem.readFile(text)).data, "one, two");
    assert_equals((await Filesystem.readFile({ path: uri, encoding: "utf8" })).data, "one, two");
    assert_equals((await Filesystem.readFile({ ...text, encoding: undefined })).data, btoa("one, two"));
    assert_equals(await (await fetch(Capacitor.convertFileSrc(uri))).text(), "one, two");
    assert_equals((await Filesystem.stat(text)).size, 8);
    const { files } = await Filesystem.readdir({ path: "a", directory: "DOCUMENTS" });
    assert_equals(`${files[0].name} ${files[0].type}`, "b.txt file");
    await Filesystem.rename({ from: "a/b.txt", to: "a/c.txt", directory: "DOCUMENTS" });
    assert_equals((await errorOf(Filesystem.readFile(text))).code, "OS-PLUG-FILE-0008");
    await Filesystem.rmdir({ path: "a", directory: "DOCUMENTS", recursive: true });
    for (const directory of ["DOCUMENTS", "DATA", "LIBRARY", "CACHE", "TEMPORARY"]) {
        await Filesystem.writeFile({ path: "first.txt", directory, data: "1", encoding: "utf8" });
        await Filesystem.mkdir({ path: "folder", directory });
        await Filesystem.rmdir({ path: "folder", directory });
        await Filesystem.deleteFile({ path: "first.txt", directory });
    }
    assert_equals((await errorOf(Filesystem.writeFile({ path: "b/c.txt", directory: "CACHE", data: "", encoding: "utf8" }))).code, "OS-PLUG-FILE-0011");
}, "files are written, read, listed and moved");

/** @param {string} path  The names below a folder, and the contents of files. */
const tree = async (path) => {
    /** @type {string[]} */
    const found = [];
    for (const { name, type } of (await Filesystem.readdir({ path, directory: "DOCUMENTS" })).files) {
        const inner = `${path}/${name}`;
        if (type === "directory") found.push(`${inner}/`, ...await tree(inner));
        else found.push(`${inner}=${(await Filesystem.readFile({ path: inner, directory: "DOCUMENTS", encoding: "utf8" })).data}`);
    }
    return found;
};

promise_test(async () => {
    const write = (/** @type {string} */ path) =>
        Filesystem.writeFile({ path, directory: "DOCUMENTS", data: path, encoding: "utf8", recursive: true });
    for (const path of ["tree/outer/inner/deep.txt", "tree/outer/file.txt", "tree/full/kept.txt", "tree/file.txt"]) await write(path);
    await Filesystem.mkdir({ path: "tree/empty", directory: "DOCUMENTS" });
    const before = await tree("tree");
    for (const method of ["rename", "copy"]) {
        for (const [from, to] of [
            ["tree/outer", "tree/outer/inner"], ["tree/outer", "tree/outer/new"], ["tree/outer", "tree/outer/inner/deep.txt"],
            ["tree/outer/inner", "tree/outer"], ["tree/outer/file.txt", "tree/outer"], ["tree/outer/inner/deep.txt", "tree"],
            ["tree/outer", "tree/full"], ["tree/outer", "tree/empty"], ["tree/file.txt", "tree/empty"], ["tree/missing", "tree/file.txt"],
            ["tree/file.txt", "tree/missing/file.txt"], ["tree/file.txt", "tree/file.txt/x"], ["tree", "."], ["", "tree/x"], ["tree/outer", ""],
        ]) {
            const error = await errorOf(Filesystem[method]({ from, to, directory: "DOCUMENTS" }));
            assert_equals(error.code, "OS-PLUG-FILE-0013", `${method} ${from} to ${to}`);
            assert_true(error.message.startsWith(`'${method}' failed with: `), error.message);
            assert_array_equals(await tree("tree"), before, `${method} ${from} to ${to}`);
        }
        for (const path of ["tree/outer", "tree/file.txt"]) {
            await Filesystem[method]({ from: path, to: `./${path}/`, directory: "DOCUMENTS" });
            assert_array_equals(await tree("tree"), before, `${method} ${path} to itself`);
        }
    }
    await errorOf(Filesystem.rename({ from: "tree", to: "Documents/tree", directory: "LIBRARY" }));
    await errorOf(Filesystem.rename({ from: "", directory: "DOCUMENTS", to: "moved", toDirectory: "CACHE" }));
    assert_array_equals(await tree("tree"), before);
    await Filesystem.rmdir({ path: "tree", directory: "DOCUMENTS", recursive: true });
}, "moves and copies that cannot be done change nothing");

promise_test(async () => {
    const write = (/** @type {string} */ path) =>
        Filesystem.writeFile({ path, directory: "DOCUMENTS", data: path, encoding: "utf8", recursive: true });
    for (const path of ["tree/folder/a.txt", "tree/b.txt", "tree/c.txt", "tree/d.txt"]) await write(path);
    await Filesystem.rename({ from: "tree/b.txt", to: "tree/c.txt", directory: "DOCUMENTS" });
    await Filesystem.copy({ from: "tree/folder", to: "tree/d.txt", directory: "DOCUMENTS" });
    await Filesystem.rename({ from: "tree/folder", to: "tree/folder-2", directory: "DOCUMENTS" });
    const { uri } = await Filesystem.copy({ from: "tree/c.txt", to: "e.txt", directory: "DOCUMENTS", toDirectory: "CACHE" });
    assert_equals((await Filesystem.readFile({ path: uri, encoding: "utf8" })).data, "tree/b.txt");
    assert_array_equals(await tree("tree"), [
        "tree/c.txt=tree/b.txt", "tree/d.txt/", "tree/d.txt/a.txt=tree/folder/a.txt", "tree/folder-2/",
        "tree/folder-2/a.txt=tree/folder/a.txt",
    ]);
    await write("tree/f.txt");
    await Filesystem.rename({ from: "tree/folder-2", to: "tree/f.txt", directory: "DOCUMENTS" });
    assert_array_equals((await tree("tree")).slice(-2), ["tree/f.txt/", "tree/f.txt/a.txt=tree/folder/a.txt"]);
    await Filesystem.rmdir({ path: "tree", directory: "DOCUMENTS", recursive: true });
}, "moves and copies replace files, and keep folders");

for (const path of ["../x", "../../etc/passwd", "a/../../../x", "/etc/passwd", "file:///etc/passwd"]) {
    promise_test(async () => {
        const directory = path.startsWith("..") || path.startsWith("a") ? "DOCUMENTS" : undefined;
        const error = await errorOf(Filesystem.readFile({ path, directory, encoding: "utf8" }));
        assert_true(/leads out of|is not a file of/.test(error.message), error.message);
    }, `no path leads out of the app's files: ${path}`);
}

promise_test(async () => {
    for (const path of ["/_capacitor_file_/etc/passwd", "/_capacitor_file_/var/mobile/%2e%2e/%2e%2e/etc/passwd"]) {
        assert_not_equals((await fetch(path)).status, 200, path);
    }
}, "no address leads out of the app's files");

promise_test(async () => {
    assert_equals((await nextEvent(Network, "networkStatusChange", () => phone({ isConnected: false }))).connectionType, "none");
    assert_equals((await nextEvent(Network, "networkStatusChange", () => phone({ isConnected: true }))).connectionType, "wifi");
    assert_false((await nextEvent(App, "appStateChange", () => phone({ isActive: false }))).isActive);
    assert_true((await nextEvent(App, "appStateChange", () => phone({ isActive: true }))).isActive);
    const height = new Promise((resolve) =>
        addEventListener("keyboardDidShow", (event) => resolve(/** @type {any} */ (event).keyboardHeight), { once: true }));
    assert_equals((await nextEvent(Keyboard, "keyboardWillShow", () => phone({ keyboard: 300 }))).keyboardHeight, 300);
    assert_equals(await height, 300);
    await nextEvent(Keyboard, "keyboardDidHide", () => Keyboard.hide());
}, "listeners receive changes of the phone");

promise_test(async () => {
    await phone({ open: "notes://note/1" });
    assert_equals((await nextEvent(App, "appUrlOpen", () => {})).url, "notes://note/1");
    assert_equals((await App.getLaunchUrl()).url, "notes://note/1");
}, "an opened URL waits for the first listener");

promise_test(async () => {
    let count = 0;
    const handle = App.addListener("pause", () => count++);
    await handle.remove();
    await phone({ isActive: false });
    await phone({ isActive: true });
    assert_equals(count, 0);
}, "a removed listener receives no events");

promise_test(async (t) => {
    t.add_cleanup(() => phone({ permissions: { location: "granted", camera: "granted" } }));
    await phone({ location: { latitude: 52.52, longitude: 13.405 } });
    assert_equals((await Geolocation.getCurrentPosition()).coords.latitude, 52.52);
    const places = /** @type {number[]} */ ([]);
    /** @type {string} */
    let id = "";
    await new Promise((resolve) => {
        id = Geolocation.watchPosition({}, (/** @type {any} */ place) => places.push(place.coords.longitude) === 2 && resolve(0));
        void phone({ location: { latitude: 1, longitude: 2 } });
    });
    await Geolocation.clearWatch({ id });
    assert_array_equals(places, [13.405, 2]);
    await phone({ permissions: { location: "denied", camera: "denied" } });
    assert_equals((await Geolocation.checkPermissions()).location, "denied");
    assert_equals((await errorOf(Geolocation.getCurrentPosition())).code, "OS-PLUG-GLOC-0003");
    assert_equals((await errorOf(Camera.getPhoto({}))).message, "User denied access to camera");
}, "plugins report the phone's location and its permissions");

promise_test(async () => {
    await phone({ dialogs: ["cancel", { accept: "Ada" }] });
    assert_true((await Dialog.prompt({ message: "Name?" })).cancelled);
    assert_equals((await Dialog.prompt({ message: "Name?" })).value, "Ada");
    assert_equals((await errorOf(Dialog.alert({}))).message, "Please provide a message for the dialog");
}, "a test sets the answers of dialogs");

promise_test(async () => {
    await Clipboard.write({ string: "copied" });
    assert_equals((await Clipboard.read()).value, "copied");
    await Share.share({ text: "x", url: "https://app.example/" });
    assert_true((await errorOf(Share.share({}))).message.length > 0);
}, "the clipboard and the share sheet receive values");

promise_test(async () => {
    const past = new Date(0);
    const note = { id: 1, title: "a", body: "b" };
    for (const [call, message] of /** @type {[() => Promise<any>, string][]} */ ([
        [() => Preferences.get({}), "Must provide a key"],
        [() => Clipboard.write({}), "No content provided"],
        [() => Browser.open({}), "Must provide a valid URL to open"],
        [() => Browser.open({ url: "mailto:a@b.example" }), "Unable to display URL"],
        [() => Browser.close(), "No active window to close!"],
        [() => LocalNotifications.cancel({ notifications: [] }), "Must supply notifications to cancel"],
        [() => LocalNotifications.schedule({ notifications: [{ id: 1, title: "a" }] }), "Unable to make notification"],
        [() => LocalNotifications.schedule({ notifications: [{ ...note, schedule: { at: past } }] }), "Scheduled time must be *after* current time"],
        [() => PushNotifications.createChannel({}), "Not available on iOS"],
    ])) assert_equals((await errorOf(call())).message, message);
    assert_true(/not called/.test((await errorOf(PushNotifications.getDeliveredNotifications())).message));
    await Browser.open({ url: "https://site.example/" });
    await nextEvent(Browser, "browserFinished", () => phone({ closeBrowser: true }));
}, "calls that iOS refuses have its errors");

promise_test(async (t) => {
    t.add_cleanup(() => phone({ permissions: { camera: "granted", location: "granted" } }));
    await phone({ permissions: { camera: "prompt", location: "prompt" }, dialogs: ["cancel"] });
    assert_equals((await Camera.checkPermissions()).camera, "prompt");
    assert_equals((await Camera.requestPermissions()).camera, "denied");
    assert_equals((await Camera.checkPermissions()).camera, "denied");
    assert_equals((await Geolocation.requestPermissions()).location, "granted");
}, "the user answers requests for permissions");

promise_test(async () => {
    const token = nextEvent(PushNotifications, "registration", () => PushNotifications.register());
    assert_equals((/** @type {any} */ (await token)).value.length, 64);
    const pushed = nextEvent(PushNotifications, "pushNotificationReceived", () => phone({ push: { title: "Hi", data: { a: 1 } } }));
    const { data, subtitle, badge } = /** @type {any} */ (await pushed);
    assert_equals(`${data.a} ${subtitle} ${badge}`, "1  1");
    await LocalNotifications.schedule({ notifications: [{ id: 7, title: "Later", body: "" }] });
    assert_equals((await LocalNotifications.getPending()).notifications[0].title, "Later");
    assert_equals((/** @type {any} */ (await nextEvent(LocalNotifications, "localNotificationReceived", () => phone({ deliver: 7 })))).id, 7);
    const tapped = nextEvent(LocalNotifications, "localNotificationActionPerformed", () => phone({ tapNotification: true }));
    assert_equals((/** @type {any} */ (await tapped)).actionId, "tap");
}, "notifications are delivered and tapped");

promise_test(async () => {
    for (const orders of [{}, [], null, { zork: 1 }, { isActive: "no" }, { keyboard: 1e300 }, { deliver: 99 }, { dialogs: [1] }]) {
        assert_equals((await command({ phone: orders })).status, 400, JSON.stringify(orders));
    }
}, "invalid orders are errors");

promise_test(async () => {
    await command({ handler: "Camera.getPhoto", error: "The lens is dirty", code: "E1", data: { lens: 2 } });
    await command({ handler: "Camera.getPhoto", answer: { webPath: "photo.jpg" } });
    const error = await errorOf(Camera.getPhoto({}));
    assert_equals(`${error.code} ${error.message} ${error.data?.lens ?? error.lens}`, "E1 The lens is dirty 2");
    assert_equals((await Camera.getPhoto({})).webPath, "photo.jpg");
    assert_equals((await nextEvent(App, "backButton", () => command({ notify: "App.backButton", data: { canGoBack: true } }))).canGoBack, true);
    for (const notify of ["App", "", 1, null]) assert_equals((await command({ notify })).status, 400, String(notify));
}, "a test sets the answers of plugins, and fires their events");

promise_test(async () => {
    const { webkit } = /** @type {any} */ (window);
    for (const message of [null, 1, "x", [], {}, { type: "message" }, { type: "message", pluginId: 1, methodName: {} },
        { type: "message", pluginId: "__proto__", methodName: "constructor", callbackId: "');alert(1);('" },
        { type: "message", pluginId: "App", methodName: "getInfo", callbackId: "x".repeat(1e5), options: [1] }]) {
        webkit.messageHandlers.bridge.postMessage(message);
    }
    assert_equals((await App.getState()).isActive, true);
    assert_equals((await calls()).at(-1)?.handler, "App.getState");
}, "malformed calls have no effect on later calls");

listenersSuite();
