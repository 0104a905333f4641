// What the Cache API's parts need of a realm, for service workers: what no constructor gives a request.

/** @param {Request} request @returns {boolean}  Whether it was a page's reload. */
const isReloadRequest = (request) => weakGet(requestStates, request)?.isReload ?? false;

/** @param {Request} request @param {any} record  What is stored of it. */
const noteRequest = (request, record) => {
    const headers = addStored(new NativeHeaders(), record.headers);
    weakSet(immutableHeaders, headers, true);
    weakSet(requestStates, request, { ...record, headers });
};
