// Stands in for the channel in dedicated and shared workers, which have none.

/**
 * Sends a command, and makes a result of its reply. Every command of the realm goes the same way.
 * @param {string} path @param {unknown} body  A JSON value.
 * @param {MakeResult} [make] @param {ArrayBuffer} [_bytes]  Never there.
 * @returns {Promise<any>}
 */
const ask = (path, body, make, _bytes) => send(path, body, make);

/** Whether bytes may go with commands. */
const carriesBytes = () => false;

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
const sendsAllOverChannel = () => false;
/** @param {string} _text */
const postOverChannel = (_text) => false;
const listenOverChannel = () => {};
const useChannelAlone = () => false;
/** @param {number} _index @param {string} _path @param {unknown} _body @param {ArrayBuffer | undefined} _bytes */
const postCommand = (_index, _path, _body, _bytes) => "stream";
