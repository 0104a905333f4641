// @ts-check
/* Cordova's runtime for pages without their own `cordova.js`: modules, `exec`, lifecycle events, and the core plugins. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    if (page.cordova && !(page.cordova instanceof HTMLElement)) throw new Error("cordova already defined");

    /** @type {Map<string, { factory?: Function, exports?: any }>} */
    const modules = new Map();
    /** @param {string} id @returns {any} */
    const require = (id) => {
        const module = modules.get(id);
        if (!module) throw new Error(`module ${id} not found`);
        if (module.factory) {
            const { factory } = module;
            delete module.factory;
            const own = { id, exports: {} };
            module.exports = own.exports;
            const base = id.slice(0, id.lastIndexOf("."));
            factory((/** @type {string} */ name) => require(name.startsWith("./") ? `${base}.${name.slice(2)}` : name), own.exports, own);
            module.exports = own.exports;
        }
        return module.exports;
    };
    /** @param {string} id @param {Function} factory */
    const define = (id, factory) => {
        if (modules.has(id)) throw new Error(`module ${id} already defined`);
        modules.set(id, { factory });
    };

    /** @type {Record<string, { success?: Function, fail?: Function }>} */
    const callbacks = {};
    const cordova = (page.cordova = {
        version: "8.1.0",
        platformVersion: "8.1.0",
        platformId: "ios",
        define,
        require,
        plugins: {},
        callbackId: Math.floor(Math.random() * 2e9),
        callbacks,
        exec,
        /** @param {string} id @param {boolean} isSuccess @param {number} status @param {any[]} args @param {boolean} keep */
        callbackFromNative(id, isSuccess, status, args, keep) {
            const callback = callbacks[id];
            if (!callback) return;
            if (!keep) delete callbacks[id];
            // The status 0 means NO_RESULT: call no function.
            if (status !== 0) (isSuccess ? callback.success : callback.fail)?.(...args);
        },
        /** @param {string} name @param {any} [data] */
        fireDocumentEvent(name, data) { document.dispatchEvent(Object.assign(new Event(name), data)); },
        /** @param {string} name @param {any} [data] */
        fireWindowEvent(name, data) { window.dispatchEvent(Object.assign(new Event(name), data)); },
    });

    /** @param {Function | null} success @param {Function | null} fail @param {string} service @param {string} action @param {any[]} [args] */
    function exec(success, fail, service, action, args = []) {
        let id = "INVALID";
        if (success || fail) {
            id = service + cordova.callbackId++;
            callbacks[id] = { success: success ?? undefined, fail: fail ?? undefined };
        }
        const list = args.map((value) =>
            value instanceof ArrayBuffer ? { CDVType: "ArrayBuffer", data: encode(value) } : value);
        page.webkit.messageHandlers.cordova.postMessage([id, service, action, JSON.parse(JSON.stringify(list))]);
    }

    /** @param {ArrayBuffer} buffer */
    const encode = (buffer) => btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));
    /** @param {any} value */
    const decode = (value) =>
        value?.CDVType === "ArrayBuffer" ? Uint8Array.from(atob(value.data), (letter) => letter.charCodeAt(0)).buffer : value;

    /** @param {string} id @param {number} status @param {any} message @param {boolean} keep */
    const nativeCallback = (id, status, message, keep) => {
        const args = message?.CDVType === "MultiPart" ? message.messages.map(decode) : [decode(message)];
        Promise.resolve().then(() => cordova.callbackFromNative(id, status === 0 || status === 1, status, args, keep));
    };
    modules.set("cordova", { exports: cordova });
    modules.set("cordova/exec", { exports: Object.assign(exec, { nativeCallback }) });

    // Call listeners that are added after `deviceready`, as Cordova does.
    let isReady = false;
    const listen = document.addEventListener;
    document.addEventListener = /** @type {any} */ (
        function (/** @type {string} */ name, /** @type {any} */ listener, /** @type {any} */ options) {
            if (name === "deviceready" && isReady && listener) {
                const event = new Event(name);
                setTimeout(() => (listener.handleEvent ? listener.handleEvent(event) : listener.call(document, event)));
                return;
            }
            listen.call(document, name, listener, options);
        }
    );

    /** @param {string} service @param {string} action @param {any[]} [args] @returns {Promise<any>} */
    const ask = (service, action, args) => new Promise((resolve, reject) => exec(resolve, reject, service, action, args));
    /** @param {Promise<any>} result @param {Function} [success] @param {Function} [fail] */
    const tell = (result, success, fail) => void result.then((value) => success?.(value), (error) => fail?.(error));

    const navigator = /** @type {any} */ (page.navigator);
    const connection = { type: "unknown" };
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
    page.Connection = { UNKNOWN: "unknown", ETHERNET: "ethernet", WIFI: "wifi", CELL: "cellular", NONE: "none" };
    page.device = { available: false, platform: "iOS", cordova: cordova.version };
    navigator.notification = {
        alert: (/** @type {string} */ text, /** @type {Function} */ done, title = "Alert", button = "OK") =>
            tell(ask("Notification", "alert", [text, title, button]), done),
        confirm: (/** @type {string} */ text, /** @type {Function} */ done, title = "Confirm", buttons = ["OK", "Cancel"]) =>
            tell(ask("Notification", "confirm", [text, title, buttons]), done),
        prompt: (/** @type {string} */ text, /** @type {Function} */ done, title = "Prompt", buttons = ["OK", "Cancel"], value = "") =>
            tell(ask("Notification", "prompt", [text, title, buttons, value]), done),
        beep: (times = 1) => exec(null, null, "Notification", "beep", [times]),
    };
    navigator.camera = {
        getPicture: (/** @type {Function} */ success, /** @type {Function} */ fail, /** @type {any} */ options = {}) =>
            tell(ask("Camera", "takePicture", [options.quality ?? 50, options.destinationType ?? 1, options.sourceType ?? 1]), success, fail),
        cleanup: (/** @type {Function} */ success, /** @type {Function} */ fail) => tell(ask("Camera", "cleanup"), success, fail),
    };
    page.Camera = {
        DestinationType: { DATA_URL: 0, FILE_URI: 1 }, PictureSourceType: { PHOTOLIBRARY: 0, CAMERA: 1, SAVEDPHOTOALBUM: 2 },
        EncodingType: { JPEG: 0, PNG: 1 }, MediaType: { PICTURE: 0, VIDEO: 1, ALLMEDIA: 2 },
    };
    /** @param {string} action */
    const stored = (action) => (/** @type {any[]} */ ...args) => {
        const [fail, success] = [args.pop(), args.pop()];
        tell(ask("NativeStorage", action, args), success, fail);
    };
    page.NativeStorage = {
        setItem: (/** @type {string} */ key, /** @type {any} */ value, /** @type {Function} */ success, /** @type {Function} */ fail) =>
            tell(ask("NativeStorage", "setItem", [key, JSON.stringify(value)]).then(() => value), success, fail),
        getItem: (/** @type {string} */ key, /** @type {Function} */ success, /** @type {Function} */ fail) =>
            tell(ask("NativeStorage", "getItem", [key]).then((text) => JSON.parse(text)), success, fail),
        remove: stored("remove"), keys: stored("keys"), clear: stored("clear"),
    };
    navigator.splashscreen = {
        show: () => exec(null, null, "SplashScreen", "show"), hide: () => exec(null, null, "SplashScreen", "hide"),
    };
    /** @param {string} service @param {string[]} actions */
    const simple = (service, actions) =>
        Object.fromEntries(actions.map((action) => [action, (/** @type {any[]} */ ...args) => exec(null, null, service, action, args)]));
    page.StatusBar = {
        isVisible: true,
        ...simple("StatusBar", ["overlaysWebView", "styleDefault", "styleLightContent", "backgroundColorByName", "backgroundColorByHexString"]),
        show() { this.isVisible = true; exec(null, null, "StatusBar", "show"); },
        hide() { this.isVisible = false; exec(null, null, "StatusBar", "hide"); },
    };
    page.Keyboard = { isVisible: false, ...simple("Keyboard", ["hide", "show", "shrinkView", "hideFormAccessoryBar"]) };
    navigator.vibrate = (/** @type {any} */ pattern) => { exec(null, null, "Vibration", "vibrate", [pattern].flat()); return true; };

    /** Loads the plugins that `cordova_plugins.js` lists, if the folder has this file. */
    const loadPlugins = async () => {
        const list = modules.has("cordova/plugin_list") ? require("cordova/plugin_list") : [];
        for (const { file, id } of list) {
            if (modules.has(id)) continue;
            await new Promise((resolve, reject) => {
                const script = document.createElement("script");
                script.src = file;
                script.onload = resolve;
                script.onerror = () => reject(new Error(`${file} of the plugin ${id} cannot be loaded`));
                document.head.append(script);
            });
        }
        for (const { id, clobbers = [], merges = [], runs } of list) {
            for (const path of [...clobbers, ...merges]) {
                const names = path.split(".").filter((/** @type {string} */ name) => name !== "window");
                const last = names.pop();
                const owner = names.reduce((/** @type {any} */ object, /** @type {string} */ name) => (object[name] ??= {}), page);
                owner[last] = merges.includes(path) ? Object.assign(owner[last] ?? {}, require(id)) : require(id);
            }
            if (runs) require(id);
        }
    };

    page.WkWebView = {
        allowsBackForwardNavigationGestures: (/** @type {boolean} */ allows) =>
            exec(null, null, "CDVWebViewEngine", "allowsBackForwardNavigationGestures", [allows]),
        /** @param {any} path */
        convertFilePath(path) {
            if (typeof path !== "string" || !page.CDV_ASSETS_URL) return path;
            const file = path.startsWith("file://") ? path.slice("file://".length) : path;
            return file.startsWith("/") ? `${page.CDV_ASSETS_URL}/_app_file_${file}` : path;
        },
    };

    // The functions that `deviceready` waits for.
    /** @type {(() => Promise<void>)[]} */
    const starters = [];
    modules.set("cordova/starters", { exports: starters });

    const start = async () => {
        await loadPlugins();
        await Promise.all(starters.map((starter) => starter()));
        Object.assign(page.device, await ask("Device", "getDeviceInfo").catch(() => ({})), { available: true });
        await new Promise((resolve) => {
            exec((/** @type {string} */ type) => {
                const [was, is] = [connection.type, type];
                connection.type = type;
                if (was !== "unknown" && was !== is) cordova.fireDocumentEvent(type === "none" ? "offline" : "online");
                resolve(undefined);
            }, resolve, "NetworkStatus", "getConnectionInfo");
        });
        isReady = true;
        cordova.fireDocumentEvent("deviceready");
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", start, { once: true });
    else Promise.resolve().then(start);
})();
