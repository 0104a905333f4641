// How a dedicated worker's messages go up to the host: by POST, as many at a time as have come together, one after the other.

const bridgeOrigin = self.origin;
const isBridged = startsWith(bridgeOrigin, "sw://");
const locationHref = getterOf(WorkerLocation.prototype, "href");
const commandURL = `${bridgeOrigin}/___command___?f=${documentID}`;

const eventsURL = () => {
    const late = isLate ? "&late" : "";
    isLate = false;
    return `${bridgeOrigin}/___events___?f=${documentID}${late}`;
};

/** @type {string[]} */
const unsent = [];
let isSending = false;
/** Until what was posted has arrived. */
let sending = NativePromise.resolve();
const takeUnsent = () => {
    const text = join(unsent, "\n");
    unsent.length = 0;
    return text;
};

const sendAll = async () => {
    isSending = true;
    while (unsent.length) {
        try {
            await nativeFetch(commandURL, { method: "POST", body: takeUnsent(), cache: "no-store" });
        } catch {
            streamEnded(); // What was asked will not be answered.
        }
    }
    isSending = false;
};

/** @param {string} text */
const postToHost = (text) => {
    push(unsent, text);
    // What a script says in one go is sent in one go.
    if (!isSending) {
        isSending = true;
        sending = then(NativePromise.resolve(), sendAll);
    }
};

/**
 * The same, with the certainty that the host has it before anything that is asked for next.
 * @param {string} text
 */
const postToHostNow = (text) => {
    push(unsent, text);
    try {
        const request = new NativeXMLHttpRequest();
        xhrOpen(request, "POST", commandURL, false);
        xhrSend(request, takeUnsent());
    } catch {
        // A worker that is going away has nothing more to say.
    }
};

/**
 * Only pages fetch the short way.
 * @param {string} _url @param {any} _init
 * @returns {Promise<Response> | undefined}
 */
const fetchShortly = (_url, _init) => undefined;

/**
 * Every command goes the same way.
 * @param {string} path @param {unknown} body  A JSON value.
 * @param {(reply: any) => any} [make]  Makes the result of the reply.
 * @returns {Promise<any>}
 */
const ask = (path, body, make) => make ? then(send(path, body), make) : send(path, body);
