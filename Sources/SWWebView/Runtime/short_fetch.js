// fetch of a controlled page the short way: the service worker is asked over the channel, and a small answer comes with the
// reply. Whatever is not simple takes the long way, through WebKit, with what the worker said to it.

const metaElements = document.getElementsByTagName("meta");
const elementCount = getterOf(HTMLCollection.prototype, "length");
const attributeOf = uncurry(Element.prototype.getAttribute);

/** Whether the page itself says what it may ask for, or what it tells of itself: WebKit sees to that. */
const hasPolicyElement = () => {
    for (let index = elementCount(metaElements) - 1; index >= 0; index--) {
        const element = metaElements[index];
        if (attributeOf(element, "http-equiv") !== null || toLowerCase(attributeOf(element, "name") ?? "") === "referrer") return true;
    }
    return false;
};

/** @param {any} init  A copy of fetch's second argument, or undefined. */
const isSimple = (init) => {
    if (init === undefined) return true;
    const { method, signal, mode, cache, integrity, keepalive, window } = init;
    return (method === undefined || method === "GET") && signal == null && mode !== "navigate" && cache !== "only-if-cached"
        && !integrity && !keepalive && window === undefined;
};

/** Bodies that were never read to their end. */
const unreadBodies = new NativeFinalizationRegistry((/** @type {number} */ number) => notify("/fetch/cancel", number));

/**
 * A body that the host has, brought piece by piece as it is read.
 * @param {number} number
 */
const pulledStream = (number) => {
    const source = {
        /** @param {ReadableStreamDefaultController} controller */
        async pull(controller) {
            const piece = await ask("/fetch/pull", number);
            if (piece === null) controller.close();
            else controller.enqueue(piece);
        },
        cancel() { notify("/fetch/cancel", number); },
    };
    watchObject(unreadBodies, source, number);
    return new NativeReadableStream(source, { highWaterMark: 1 });
};

/**
 * Fetches the short way.
 * @param {string} url @param {any} init  A copy of fetch's second argument, or undefined.
 * @returns {Promise<Response> | undefined}  Undefined for a request that must take the long way.
 */
const fetchShortly = (url, init) => {
    if (!channel || !isSimple(init)) return undefined;
    if (!isMarkable(url)) return fetchPulled(url, init);
    if (!isControlled() || location.protocol !== "sw:" || hasPolicyElement()) return undefined;
    let target, headers;
    try {
        target = urlHref(new NativeURL(url, document.baseURI));
        if (init !== undefined) headers = flatHeaders(requestGetters.headers(new NativeRequest(target, init)));
    } catch {
        return undefined; // fetch itself complains.
    }
    if (!startsWith(target, `${bridgeOrigin}/`)) return undefined;
    return then(ask("/fetch", { url: target, headers, mark: init && markPairs(init) }), (/** @type {any} */ answer) =>
        typeof answer.kept === "number" ? fetchMarked(url, init, `&j=${answer.kept}`)
            : cachedResponse(typeof answer.pull === "number" ? { head: answer.head, body: pulledStream(answer.pull) } : answer));
};
