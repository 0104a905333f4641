// Sends a Response to the host: its head as text, a small body with the head, a large one in pieces.

/** Bodies up to this size go with the head. */
const inlineLimit = 1 << 16;
/** Bodies up to this size, when they are known, are read at once. */
const wholeLimit = 1 << 25;
const bodyPieceSize = 1 << 20;
/** The most pieces that may be on their way. */
const bodyWindow = 2;

/** @typedef {{wake: () => void, underway: number, isWanted: boolean, reader?: ReadableStreamDefaultReader<Uint8Array>}} Sending */

/** Bodies under way, by the id of their event. @type {Map<number, Sending>} */
const sendings = new NativeMap();

/**
 * Returns the head of a response as text.
 * @param {Lifetime} lifetime @param {Response} response @param {string} kind  How the body comes: n(ot), i(nline), s(tream), h(andle).
 */
const responseHead = (lifetime, response, kind) => {
    lifetime.isTold ||= lifetime.pending > 0;
    let text = `R${lifetime.id} ${responseMember(response, "status")} ${responseMember(response, "type")} ${kind} ${lifetime.isTold ? 1 : 0} `
        + `${responseMember(response, "redirected") ? 1 : 0}\n`
        + `${responseHandle(response) ?? ""}\n${responseMember(response, "url")}\n${responseGetters.statusText(response)}\n`;
    headersForEach(responseMember(response, "headers"), (/** @type {string} */ value, /** @type {string} */ name) => { text += `${name}: ${value}\n`; });
    return `${text}\n`;
};

/**
 * Sends bytes that are all there, piece by piece.
 * @param {Lifetime} lifetime @param {ArrayBuffer} buffer
 */
const sendBytes = async (lifetime, buffer) => {
    await undefined; // The head goes first.
    const bytes = new NativeUint8Array(buffer);
    const sending = openSending(lifetime.id);
    let index = 0;
    for (let start = 0; sending.isWanted; start += bodyPieceSize, index++) {
        const isLast = start + bodyPieceSize >= bytes.length;
        const piece = typedSlice(bytes, start, start + bodyPieceSize);
        await sendPiece(lifetime.id, sending, index, piece, isLast);
        if (isLast) break;
    }
    mapDelete(sendings, lifetime.id);
};

/** @param {number} id @param {ReadableStreamDefaultReader<Uint8Array>} [reader] @returns {Sending} */
const openSending = (id, reader) => {
    const sending = { wake: () => {}, underway: 0, isWanted: true, reader };
    mapSet(sendings, id, sending);
    return sending;
};

/**
 * Sends one piece, and waits while too many are on their way.
 * @param {number} id @param {Sending} sending
 * @param {number} index @param {Uint8Array} piece @param {boolean} isLast
 */
const sendPiece = async (id, sending, index, piece, isLast) => {
    while (sending.underway >= bodyWindow && sending.isWanted) {
        await new NativePromise((resolve) => { sending.wake = () => resolve(undefined); });
    }
    if (!sending.isWanted) return;
    sending.underway++;
    postToPage({ body: id, index, piece: piece.buffer, isLast }, [/** @type {ArrayBuffer} */ (piece.buffer)]);
};

/** @param {Uint8Array[]} chunks @param {number} size */
const joined = (chunks, size) => {
    const whole = new NativeUint8Array(size);
    let position = 0;
    for (let index = 0; index < chunks.length; index++) {
        typedSet(whole, chunks[index], position);
        position += chunks[index].length;
    }
    return whole;
};

/**
 * Reads a stream to its end, and sends as many of its bytes at a time as there are.
 * @param {number} id @param {ReadableStreamDefaultReader<Uint8Array>} reader
 */
const sendStream = async (id, reader) => {
    const sending = openSending(id, reader);
    let index = 0;
    /** @type {Uint8Array[]} */
    let chunks = [];
    let size = 0;
    try {
        while (sending.isWanted) {
            const { done, value } = await readNext(reader);
            if (!done && !(value instanceof NativeUint8Array)) throw new NativeTypeError("A response's stream must give Uint8Array");
            if (value) {
                push(chunks, value);
                size += value.length;
            }
            if (!done && sending.underway >= bodyWindow && size < bodyPieceSize) continue;
            const whole = joined(chunks, size);
            chunks = [];
            size = 0;
            for (let start = 0; start < whole.length || done && start === 0; start += bodyPieceSize) {
                const isLast = done && start + bodyPieceSize >= whole.length;
                // A copy: the buffer goes away with the piece.
                const piece = whole.length <= bodyPieceSize ? whole : typedSlice(whole, start, start + bodyPieceSize);
                await sendPiece(id, sending, index++, piece, isLast);
            }
            if (done) return;
        }
    } catch (error) {
        postToPage({ body: id, index, error: errorText(error) });
    } finally {
        mapDelete(sendings, id);
    }
};

/**
 * Answers an event with a response.
 * @param {Lifetime} lifetime @param {Response} response
 * @param {() => void} answered  Called when the head has gone. @param {(error: unknown) => void} failed
 */
const answerWith = (lifetime, response, answered, failed) => {
    const finish = (/** @type {string} */ kind, /** @type {string} */ body) => {
        answered();
        postToPage(responseHead(lifetime, response, kind) + body);
    };
    if (responseHandle(response)) return finish("h", "");
    const size = bodySize(response);
    if (size === null || size === undefined && responseMember(response, "body") === null) return finish("n", "");
    const send = (/** @type {ArrayBuffer} */ bytes) => {
        if (bytes.byteLength <= inlineLimit) return finish("i", base64(new NativeUint8Array(bytes)));
        const sent = sendBytes(lifetime, bytes);
        addLifetimePromise(lifetime, sent);
        finish("s", "");
    };
    const text = takeText(response);
    if (text !== undefined) return send(/** @type {ArrayBuffer} */ (encodeText(text).buffer));
    if (size !== undefined && size <= wholeLimit) return then(then(responseBytes(response), send), undefined, failed);
    const sent = sendStream(lifetime.id, getReader(responseMember(response, "body")));
    addLifetimePromise(lifetime, sent);
    finish("s", "");
};

/**
 * Cancels the response's stream: the host reads no further.
 * @param {Sending} sending
 */
const stopSending = (sending) => {
    if (!sending.isWanted) return;
    sending.isWanted = false;
    sending.wake();
    if (sending.reader) then(cancelReader(sending.reader), undefined, () => {});
};

/**
 * Notes that the host has taken a piece.
 * @param {number} body @param {boolean} isWanted  Whether the host wants more.
 */
const pieceTaken = (body, isWanted) => {
    const sending = mapGet(sendings, body);
    if (!sending) return;
    sending.underway--;
    if (!isWanted) stopSending(sending);
    sending.wake();
};

takers.B = (text) => {
    const space = indexOf(text, " ");
    pieceTaken(Number(slice(text, 0, space)), slice(text, space + 1) === "1");
};

// The host reads no further.
takers.C = (text) => {
    const sending = mapGet(sendings, Number(text));
    if (sending) stopSending(sending);
};
