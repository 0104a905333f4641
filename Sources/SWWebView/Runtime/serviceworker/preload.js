// The responses of navigation preload.

/**
 * The callbacks of promises that wait for a response, by event.
 * @type {Map<number, {resolve: (value: any) => void, reject: (reason: any) => void}>}
 */
const preloads = new NativeMap();

/** @param {number} id @returns {Promise<Response>} */
const awaitPreload = (id) => {
    const promise = new NativePromise((resolve, reject) => mapSet(preloads, id, { resolve, reject }));
    // A worker need not read the response, so a rejection is not an unhandled one.
    then(promise, undefined, () => {});
    return promise;
};

hear("preloadresponse", (message, bytes) => {
    const { id, error, response } = message;
    const waiting = mapGet(preloads, id);
    if (!waiting) return;
    mapDelete(preloads, id);
    if (error !== undefined) return waiting.reject(new NativeTypeError(error));
    const { status, statusText, headers, url, type, redirected } = response;
    const made = new NativeResponse(messageBody(message, bytes), { status, statusText, headers });
    waiting.resolve(setMeta(made, { url, type, redirected }));
});
