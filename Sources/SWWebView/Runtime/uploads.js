// Large bodies and streams, which leave the page in pieces: the host takes one after the other and never holds the whole. The
// request they belong to names them in its fragment, which neither the page nor a server sees.

/** Bodies from this size on, in bytes. */
const uploadThreshold = 1 << 20;
const pieceSize = 1 << 20;

/** @returns {string} */
const randomID = () => {
    const bytes = crypto.getRandomValues(new NativeUint8Array(16));
    let text = "";
    for (let index = 0; index < 16; index++) text += "0123456789abcdef"[bytes[index] >> 4] + "0123456789abcdef"[bytes[index] & 15];
    return text;
};

/**
 * Posts one piece, and tells whether the host wants more.
 * @param {string} id @param {BufferSource} piece @param {boolean} isLast
 */
const postPiece = async (id, piece, isLast) => {
    const response = await nativeFetch(
        `${bridgeOrigin}/___upload___?id=${id}${isLast ? "&last" : ""}`, { method: "POST", body: piece, cache: "no-store" });
    return response.status === 204;
};

/** @param {string} id @param {Blob} blob */
const uploadBlob = async (id, blob) => {
    const size = blobSize(blob);
    for (let start = 0; start < size; start += pieceSize) {
        const piece = await blobBytes(blobSlice(blob, start, start + pieceSize));
        if (!await postPiece(id, piece, start + pieceSize >= size)) return;
    }
};

/** @param {string} id @param {ReadableStream} stream */
const uploadStream = async (id, stream) => {
    const reader = stream.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return void await postPiece(id, new NativeUint8Array(0), true);
        if (!(value instanceof NativeUint8Array)) throw new NativeTypeError("A request body stream must give Uint8Array");
        for (let start = 0; start < value.length; start += pieceSize) {
            if (await postPiece(id, value.subarray(start, start + pieceSize), false)) continue;
            return void await reader.cancel();
        }
    }
};

/**
 * Starts to upload. A request that uploads holds the address `addressed(url)` gives.
 * @param {Blob | ReadableStream} source
 */
const startUpload = (source) => {
    const id = randomID();
    return {
        addressed: (/** @type {string} */ url) => {
            const target = new NativeURL(url, document.baseURI);
            target.hash = `___upload=${id}`;
            return target.href;
        },
        /** Ends with the last piece, or when the host wants no more. */
        run: () => isBlob(source) ? uploadBlob(id, source) : uploadStream(id, source),
    };
};

/**
 * The size of a body that is bytes; 0 for another.
 * @param {unknown} body
 */
const byteLength = (body) =>
    isBlob(body) ? blobSize(body)
        : body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength
            : typeof body === "string" ? body.length : 0;
