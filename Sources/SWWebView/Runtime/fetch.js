// fetch with bodies of every kind.

const requestInitMembers = [
    "method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy", "integrity",
    "keepalive", "signal", "duplex", "priority", "window",
];

/** The members that fetch itself would read, read once. @param {any} init @returns {any} */
const copyInit = (init) => {
    /** @type {any} */
    const copy = {};
    for (let index = 0; index < requestInitMembers.length; index++) {
        const value = init[requestInitMembers[index]];
        if (value !== undefined) copy[requestInitMembers[index]] = value;
    }
    return copy;
};

/** @param {any} input @param {any} init @param {Blob | FormData} body */
const fetchBytes = async (input, init, body) => {
    const { blob, type } = asBlob(body);
    // Made first: what is wrong with the arguments must fail before the body is read, and the request keeps its headers.
    const request = new NativeRequest(input, { ...init, body: new NativeUint8Array(0) });
    const headers = new NativeHeaders(request.headers);
    if (type && !headerHas(headers, "content-type")) headerSet(headers, "content-type", type);
    const bytes = await blobBytes(blob);
    return nativeFetch(request, { headers, body: bytes });
};

/** A Request does not tell what its body was made of. @param {Request} input @param {any} init */
const fetchRequest = async (input, init) => {
    const signal = init?.signal ?? input.signal;
    const bytes = await requestBytes(input);
    return nativeFetch(new NativeRequest(input, { ...init, signal, body: bytes }));
};

const wrappedFetch = {
    /** @param {any} input @param {any} [init] */
    fetch(input, init) {
        if (!arguments.length) return apply(nativeFetch, this, arguments);
        const isObject = init !== null && (typeof init === "object" || typeof init === "function");
        if (isObject && init.body != null) {
            const copy = copyInit(init);
            return needsBytes(copy.body) ? fetchBytes(input, copy, copy.body) : nativeFetch(input, copy);
        }
        const hasBody = input instanceof NativeRequest && requestMethod(input) !== "GET" && requestMethod(input) !== "HEAD"
            && !input.bodyUsed;
        return hasBody ? fetchRequest(input, init) : apply(nativeFetch, this, arguments);
    },
}.fetch;
