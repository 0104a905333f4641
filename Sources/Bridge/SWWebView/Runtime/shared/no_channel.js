// Stands in for the channel in dedicated and shared workers, which have none.

/**
 * Returns undefined: only pages fetch over a channel.
 * @param {string} _url @param {any} _init
 * @returns {Promise<Response> | undefined}
 */
const fetchShortly = (_url, _init) => undefined;

/**
 * Returns undefined: pieces of bodies are requested.
 * @param {string} _id
 * @returns {Promise<Uint8Array | null> | undefined}
 */
const pullPiece = (_id) => undefined;

/** Returns false: commands and events go over the stream. */
const usesChannel = () => false;
/** @param {string} _text @param {ArrayBuffer} [_bytes] */
const postOverChannel = (_text, _bytes) => false;
const listenOverChannel = () => {};
const useChannelInstead = () => false;
