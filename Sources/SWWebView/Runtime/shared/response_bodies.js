// The sizes of bodies of responses that scripts make, so that a small one need not be read as a stream.

const responsePrototype = NativeResponse.prototype;
const isBodyUsed = getterOf(responsePrototype, "bodyUsed");
const isStreamLocked = getterOf(NativeReadableStream.prototype, "locked");
const responseBytes = uncurry(responsePrototype.arrayBuffer);
const NativeBuffer = ArrayBuffer;
const { isView } = ArrayBuffer;

/**
 * The sizes of constructed responses' bodies; null for no body.
 * @type {WeakMap<Response, number | null>}
 */
const bodySizes = new NativeWeakMap();
/** Short texts that constructed responses have as their bodies. @type {WeakMap<Response, string>} */
const bodyTexts = new NativeWeakMap();
const longestText = 1 << 14;
const encodeText = NativeTextEncoder.prototype.encode.bind(new NativeTextEncoder());
/** Responses that gave their stream away. @type {WeakMap<Response, true>} */
const shownBodies = new NativeWeakMap();

/** @param {Response} response @param {number | null} size  The size of its body; null for no body. */
const noteBodySize = (response, size) => weakSet(bodySizes, response, size);

/** @param {unknown} body @returns {number | null | undefined} */
const knownSize = (body) => {
    if (body === null || body === undefined) return null;
    if (typeof body === "string") return body.length;
    if (isBlob(body)) return blobSize(body);
    return body instanceof NativeBuffer || isView(body) ? /** @type {any} */ (body).byteLength : undefined;
};

const wrappedResponse = new Proxy(NativeResponse, {
    construct(target, args, newTarget) {
        // WebKit is slower where another constructor takes the place of its own.
        const response = construct(target, args, newTarget === wrappedResponse ? target : newTarget);
        const size = knownSize(args[0]);
        if (size !== undefined) noteBodySize(response, size);
        if (typeof args[0] === "string" && args[0].length <= longestText) weakSet(bodyTexts, response, args[0]);
        return response;
    },
});

/**
 * Returns the size of a body that scripts have not touched; undefined where it is not known.
 * @param {Response} response
 */
const bodySize = (response) => weakHas(shownBodies, response) ? undefined : weakGet(bodySizes, response);

/**
 * Takes the body of a response that was made of a short text, so that it need not be read.
 * @param {Response} response  A response whose body was not read.
 * @returns {string | undefined}  Text that has bytes in UTF-8.
 */
const takeText = (response) => {
    const text = weakHas(shownBodies, response) ? undefined : weakGet(bodyTexts, response);
    if (text === undefined) return undefined;
    responseBodyText(response); // Nobody else reads it from now on. WebKit takes longer for other kinds of bodies.
    return toWellFormed(text);
};

/** @param {Response} response */
const isBodyLocked = (response) => {
    if (bodySize(response) !== undefined) return false;
    const body = responseMember(response, "body");
    return body !== null && isStreamLocked(body);
};

const exposeResponseBodies = () => {
    const descriptor = /** @type {any} */ (getOwnPropertyDescriptor(self, "Response"));
    defineProperty(self, "Response", { ...descriptor, value: looksNative(wrappedResponse, "Response") });
    defineProperty(responsePrototype, "constructor", { value: wrappedResponse, writable: true, configurable: true });
    replaceGetter(responsePrototype, "body", (/** @type {Response} */ response) => {
        const body = responseMember(response, "body");
        if (body) weakSet(shownBodies, response, true);
        return body;
    });
    const { clone } = responsePrototype;
    replaceMethod(responsePrototype, "clone", {
        /** @this {Response} */
        clone() {
            const size = bodySize(this);
            const copy = apply(clone, this, []);
            if (size === undefined) return copy;
            noteBodySize(copy, size);
            const text = weakGet(bodyTexts, this);
            if (text !== undefined) weakSet(bodyTexts, copy, text);
            return copy;
        },
    }.clone);
};
