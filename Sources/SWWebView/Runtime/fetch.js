// fetch and Request with bodies of every kind and size.

const requestInitMembers = [
    "method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy", "integrity",
    "keepalive", "signal", "duplex", "priority", "window",
];

/**
 * The members that fetch itself would read, read once.
 * @param {any} init
 * @returns {any}
 */
const copyInit = (init) => {
    /** @type {any} */
    const copy = {};
    for (let index = 0; index < requestInitMembers.length; index++) {
        const value = init[requestInitMembers[index]];
        if (value !== undefined) copy[requestInitMembers[index]] = value;
    }
    return copy;
};

/** @param {unknown} value @returns {value is ReadableStream} */
const isStream = (value) => value instanceof NativeReadableStream;

/**
 * Sends a request whose body is a Blob: at once when it is small, in pieces when it is large.
 * @param {Request} request  The request, with an empty body.
 * @param {Blob | ReadableStream} body
 * @param {string} type  The content type that it gets unless it has one.
 */
const fetchWithBody = async (request, body, type) => {
    const headers = new NativeHeaders(request.headers);
    if (type && !headerHas(headers, "content-type")) headerSet(headers, "content-type", type);
    if (isBlob(body) && blobSize(body) < uploadThreshold) {
        return nativeFetch(request, { headers, body: await blobBytes(body) });
    }
    const upload = startUpload(body);
    const { signal } = request;
    const init = { ...copyInit(request), headers, signal };
    delete init.body;
    if (init.mode === "navigate") delete init.mode;
    const response = nativeFetch(upload.addressed(request.url), init);
    // What ends an upload early also ends its request, and that is what the page hears of; a stream of the page's fails both.
    const failed = new NativePromise((_, reject) => then(upload.run(), undefined, isStream(body) ? reject : undefined));
    return NativePromise.race([response, failed]);
};

/** @param {any} input @param {any} init */
const fetchInit = async (input, init) => {
    const { body } = init;
    // Made first: what is wrong with the arguments must fail before the body is read.
    const request = new NativeRequest(input, { ...init, body: new NativeUint8Array(0), duplex: undefined });
    if (isStream(body)) {
        if (init.duplex !== "half") throw new NativeTypeError("A request with a stream as its body needs duplex: \"half\"");
        if (body.locked) throw new NativeTypeError("The body's stream is locked");
        return fetchWithBody(request, body, "");
    }
    if (needsBytes(body)) {
        const { blob, type } = asBlob(body);
        return fetchWithBody(request, blob, type);
    }
    return fetchWithBody(request, new NativeBlob([body]), typeof body === "string" ? "text/plain;charset=UTF-8" : "");
};

/**
 * A Request does not tell what its body was made of.
 * @param {Request} input
 * @param {any} init
 */
const fetchRequest = async (input, init) => {
    const request = new NativeRequest(input, init);
    const body = new NativeBlob([await requestBytes(request)]);
    const empty = new NativeRequest(request, { body: new NativeUint8Array(0), signal: request.signal });
    return fetchWithBody(empty, body, "");
};

/** @param {any} init */
const isInit = (init) => init !== null && (typeof init === "object" || typeof init === "function");

const wrappedFetch = {
    /** @param {any} input @param {any} [init] */
    fetch(input, init) {
        if (!arguments.length) return apply(nativeFetch, this, arguments);
        const copy = isInit(init) ? copyInit(init) : undefined;
        if (copy?.body != null) {
            const { body } = copy;
            const isHeld = needsBytes(body) || isStream(body) || byteLength(body) >= uploadThreshold;
            return isHeld ? fetchInit(input, copy) : nativeFetch(input, copy);
        }
        if (!(input instanceof NativeRequest)) return copy ? nativeFetch(input, copy) : nativeFetch(input);
        const method = copy?.method ?? requestMethod(input);
        if (method === "GET" || method === "HEAD" || input.bodyUsed) return nativeFetch(input, copy);
        return fetchRequest(input, copy);
    },
}.fetch;

/** Request whose FormData with files is a Blob from the start: WebKit cannot read such a form back. */
const wrappedRequest = new Proxy(NativeRequest, {
    construct(target, args, newTarget) {
        const [input, init] = args;
        const copy = isInit(init) ? copyInit(init) : undefined;
        if (!(copy?.body instanceof NativeFormData) || !needsBytes(copy.body)) return construct(target, args, newTarget);
        const { blob, type } = asBlob(copy.body);
        const headers = new NativeHeaders(copy.headers ?? (input instanceof NativeRequest ? input.headers : undefined));
        if (!headerHas(headers, "content-type")) headerSet(headers, "content-type", type);
        return construct(target, [input, { ...copy, headers, body: blob }], newTarget);
    },
});
