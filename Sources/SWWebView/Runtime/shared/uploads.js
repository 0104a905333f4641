// Large bodies and streams, which leave the page in pieces: the host takes one after the other and never holds the whole. The
// request they belong to names them in its mark.

/** Bodies from this size on, in bytes. */
const uploadThreshold = 1 << 20;
const pieceSize = 1 << 20;

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
        if (typedArrayName(value) !== "Uint8Array") throw new NativeTypeError("A request body stream must give Uint8Array");
        for (let start = 0; start < value.length; start += pieceSize) {
            if (await postPiece(id, value.subarray(start, start + pieceSize), false)) continue;
            return void await reader.cancel();
        }
    }
};

/**
 * Starts to upload, for the request whose mark has the id.
 * @param {Blob | ReadableStream} source
 */
const startUpload = (source) => {
    const id = randomID();
    return {
        id,
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
