// Stands in for the channel in dedicated and shared workers, which have none.

/**
 * Returns undefined: only pages fetch over a channel.
 * @param {string} _url @param {any} _init
 * @returns {Promise<Response> | undefined}
 */
export const fetchShortly = (_url, _init) => undefined;

/**
 * Returns undefined: the requests of workers have marks, so that the web process itself asks the host.
 * @param {string} _method @param {string} _url @param {string[]} _headers @param {string} _pairs
 * @returns {string | null | undefined}
 */
export const answerElsewhere = (_method, _url, _headers, _pairs) => undefined;

export const pullsBodies = true;

/**
 * Returns undefined: pieces of bodies are requested.
 * @param {string} _id
 * @returns {Promise<Uint8Array | null> | undefined}
 */
export const pullPiece = (_id) => undefined;

/** Returns false: commands and events go over the stream. */
export const usesChannel = () => false;
/** @param {string} _text @param {ArrayBuffer} [_bytes] */
export const postOverChannel = (_text, _bytes) => false;
export const listenOverChannel = () => {};
export const useChannelInstead = () => false;
