// The facts about requests that no constructor can set, for the Cache API in service workers.

/** @param {Request} request @returns {boolean}  Whether it was a page's reload. */
const isReloadRequest = (request) => requestStates.get(request)?.isReload ?? false;

/** @param {Request} request @param {any} record  The stored request. */
const noteRequest = (request, record) => {
    const headers = addStored(new NativeHeaders(), record.headers);
    immutableHeaders.set(headers, true);
    requestStates.set(request, { __proto__: null, ...record, headers });
};
