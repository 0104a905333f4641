// The page's part of Hotwire Native's bridge: the code of `@hotwired/hotwire-native-bridge` that carries messages.

/** @typedef {{ id: string, component: string, event: string, data: any }} Message */

let lastId = 0;
/** @type {any} */
let adapter;
/** @type {Map<string, (message: Message) => void>} */
const waiting = new Map();

/** @type {(value: unknown) => void} */
let connected;
/** A promise that resolves when the native half has named its components. */
export const connection = new Promise((resolve) => (connected = resolve));

export const web = {
    /** @param {any} native */
    setAdapter(native) {
        adapter = native;
        web.adapterDidUpdateSupportedComponents();
        connected(undefined);
    },
    adapterDidUpdateSupportedComponents() {
        document.documentElement.dataset.bridgeComponents = adapter.supportedComponents.join(" ");
    },
    /** @param {Message} message */
    receive: (message) => waiting.get(message.id)?.(message),
    /**
     * Sends a message to a native component, and returns the reply.
     * @param {string} component
     * @param {string} event
     * @param {any} [data]
     */
    send: (component, event, data = {}) =>
        new Promise((resolve, reject) => {
            if (!adapter.supportsComponent(component)) return reject(new Error(`no component ${component}`));
            const id = String(++lastId);
            waiting.set(id, resolve);
            adapter.receive({ id, component, event, data: { ...data, metadata: { url: location.href } } });
        }),
};

/** @type {any} */ (window).HotwireNative = { web };
document.dispatchEvent(new Event("web-bridge:ready"));
