// @ts-check
/* The script that Capacitor injects into pages on iOS: `window.Capacitor` for `@capacitor/core`. */
(() => {
    "use strict";
    /** @type {{ serverURL: string, isHTTPEnabled: boolean, cookies: { path: string, header: string } | null, headers: { name: string, methods: { name: string, rtype?: string }[] }[] }} */
    // @ts-ignore The host replaces this name with an object.
    const settings = SETTINGS;
    const page = /** @type {any} */ (window);
    const handler = page.webkit.messageHandlers.bridge;
    const capacitor = (page.Capacitor ??= {});
    page.WEBVIEW_SERVER_URL = settings.serverURL;

    /** @typedef {{ callback?: Function, resolve?: Function, reject?: Function }} Waiting */
    /** @type {Map<string, Waiting>} */
    const waiting = new Map();
    // Start at a random number, so that an answer to a call of the previous page has an unknown id.
    let lastId = Math.floor(Math.random() * 2 ** 27);

    class Exception extends Error {
        /** @param {string} message @param {string} [code] @param {any} [data] */
        constructor(message, code, data) {
            super(message);
            Object.assign(this, { code, data });
        }
    }

    /** @param {string} pluginId @param {string} methodName @param {any} options @param {Waiting} [caller] */
    const toNative = (pluginId, methodName, options, caller) => {
        let callbackId = "-1";
        if (typeof (caller?.callback ?? caller?.resolve) === "function") {
            callbackId = String(++lastId);
            waiting.set(callbackId, /** @type {Waiting} */ (caller));
        }
        try {
            handler.postMessage({ type: "message", callbackId, pluginId, methodName, options: options ?? {} });
        } catch (error) {
            waiting.delete(callbackId);
            console.error(error);
            return null;
        }
        return callbackId;
    };

    /** @param {any} result */
    const fromNative = (result) => {
        const caller = waiting.get(result.callbackId);
        let { error } = result;
        if (error) error = Object.assign(new capacitor.Exception(""), error);
        if (!caller) {
            if (error) console.warn(error);
            return;
        }
        if (caller.callback) {
            if (result.success) caller.callback(result.data);
            else caller.callback(null, error);
            if (result.save === false) waiting.delete(result.callbackId);
            return;
        }
        waiting.delete(result.callbackId);
        if (result.success) caller.resolve?.(result.data);
        else caller.reject?.(error);
    };

    /** @param {string} pluginName @param {string} methodName @param {any} options @param {any} [callback] */
    const nativeCallback = (pluginName, methodName, options, callback) => {
        if (typeof options === "function") [options, callback] = [null, options];
        return toNative(pluginName, methodName, options, { callback });
    };

    /** @param {string} pluginName @param {string} methodName @param {any} options */
    const nativePromise = (pluginName, methodName, options) =>
        new Promise((resolve, reject) => toNative(pluginName, methodName, options, { resolve, reject }));

    /** @param {string} pluginName @param {string | null} callbackId @param {string} eventName */
    const removeListener = (pluginName, callbackId, eventName) => {
        waiting.delete(String(callbackId));
        toNative(pluginName, "removeListener", { callbackId, eventName });
    };

    /** @param {string} pluginName @param {string} eventName @param {any} callback */
    const addListener = (pluginName, eventName, callback) => {
        const id = nativeCallback(pluginName, "addListener", { eventName }, callback);
        return { remove: async () => removeListener(pluginName, id, eventName) };
    };

    /** @param {string} name @param {any} [data] */
    const createEvent = (name, data) => Object.assign(new Event(name), data);

    /** @param {string} name @param {string} target @param {any} [data] */
    const triggerEvent = (name, target, data) => {
        const event = createEvent(name, data);
        if (target === "document" && page.cordova?.fireDocumentEvent) {
            page.cordova.fireDocumentEvent(name, data);
            return true;
        }
        if (target === "document") return document.dispatchEvent(event);
        if (target === "window") return window.dispatchEvent(event);
        return document.querySelector(target)?.dispatchEvent(event) ?? false;
    };

    /** @param {any} path */
    const convertFileSrc = (path) => {
        if (typeof path !== "string") return path;
        const file = path.startsWith("file://") ? path.slice("file://".length) : path;
        return file.startsWith("/") ? `${settings.serverURL}/_capacitor_file_${file}` : path;
    };

    const plugins = (capacitor.Plugins ??= {});
    Object.assign(capacitor, {
        DEBUG: capacitor.DEBUG ?? false,
        isLoggingEnabled: capacitor.isLoggingEnabled ?? false,
        PluginHeaders: settings.headers,
        Exception,
        toNative,
        fromNative,
        nativeCallback,
        nativePromise,
        addListener,
        removeListener,
        createEvent,
        triggerEvent,
        convertFileSrc,
        getServerUrl: () => settings.serverURL,
        getPlatform: () => "ios",
        isNativePlatform: () => true,
        isPluginAvailable: (/** @type {string} */ name) => Object.prototype.hasOwnProperty.call(plugins, name),
        handleError: (/** @type {any} */ error) => console.error(error),
        logJs: (/** @type {any} */ message, /** @type {string} */ level) =>
            console[/** @type {"log"} */ (["error", "warn", "info"].includes(level) ? level : "log")](message),
        withPlugin: (/** @type {string} */ name, /** @type {Function} */ use) => use(plugins[name]),
    });

    for (const { name, methods } of settings.headers) {
        const plugin = (plugins[name] = /** @type {any} */ ({}));
        for (const { name: method, rtype } of methods) {
            plugin[method] =
                rtype === "promise"
                    ? (/** @type {any} */ options) => nativePromise(name, method, options)
                    : (/** @type {any} */ options, /** @type {any} */ callback) =>
                          nativeCallback(name, method, options, callback);
        }
        plugin.addListener = (/** @type {string} */ event, /** @type {any} */ callback) =>
            addListener(name, event, callback);
    }

    /**
     * Asks the native half for the cookies of the app, or has it set one, and waits.
     * @param {string} [text] @param {string} [domain]
     */
    const appCookies = (text, domain = "") => {
        if (!settings.cookies) return "";
        const request = new XMLHttpRequest();
        request.open(text === undefined ? "GET" : "POST", `${settings.cookies.path}?domain=${encodeURIComponent(domain)}`, false);
        request.setRequestHeader(settings.cookies.header, "1");
        request.send(text);
        return request.status === 200 ? request.responseText : "";
    };
    if (settings.cookies) {
        Object.defineProperty(document, "cookie", {
            get: () => appCookies(),
            set(text) {
                const domain = /;\s*domain=([^;]*)/i.exec(`${text}`);
                appCookies(`${text}`, domain?.[1].trim());
            },
        });
    }

    // The native half answers these prompts of `native-bridge.js`: `WebViewDelegationHandler.swift`.
    const { prompt } = page;
    /** @param {any} text @param {any[]} rest */
    const ask = (text, ...rest) => {
        let question;
        try {
            question = JSON.parse(text);
        } catch {
            // This is a prompt of the page.
        }
        switch (question?.type) {
            case "CapacitorCookies.isEnabled": return String(settings.cookies !== null);
            case "CapacitorCookies.get": return appCookies();
            case "CapacitorCookies.set": return appCookies(question.action, question.domain);
            case "CapacitorHttp": return String(settings.isHTTPEnabled);
            default: return prompt.call(page, text, ...rest);
        }
    };
    // A debugger's client may have made the property one that cannot be assigned.
    Object.defineProperty(page, "prompt", { value: ask, writable: true, enumerable: true, configurable: true });

    // The interfaces that pages for Cordova use.
    page.cordova ??= {};
    const navigator = /** @type {any} */ (page.navigator);
    navigator.app ??= {};
    navigator.app.exitApp = () => toNative("App", "exitApp", {});
    const ready = document.addEventListener;
    document.addEventListener = /** @type {any} */ (
        function (/** @type {string} */ name, /** @type {any} */ listener, /** @type {any} */ options) {
            if (name === "deviceready" && listener) {
                Promise.resolve().then(() => (listener.handleEvent ? listener.handleEvent() : listener()));
            }
            return ready.call(document, name, listener, options);
        }
    );
    page.Ionic ??= {};
    page.Ionic.WebView = { ...page.Ionic.WebView, convertFileSrc };
})();
