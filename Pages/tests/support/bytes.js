// Bytes that can be checked: a pattern both sides know, and digests.

const MEBIBYTE = 1024 * 1024;

/**
 * The bytes `GET bytes` answers with.
 * @param {number} length
 */
const patternBytes = (length) => {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index += 1) {
        bytes[index] = (index * 31 + (index >>> 8) * 7 + (index >>> 16)) & 255;
    }
    return bytes;
};

/** @param {BufferSource} bytes @returns {Promise<string>} */
const sha256 = async (bytes) =>
    Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
        byte.toString(16).padStart(2, '0')
    ).join('');

/**
 * A body of known length, read piece by piece into one array: arrayBuffer() takes quadratic time here.
 * @param {Response} response
 * @param {number} length
 */
const readInto = async (response, length) => {
    const bytes = new Uint8Array(length);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    let filled = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        assert_less_than_equal(filled + piece.value.length, length, 'the body is too long');
        bytes.set(piece.value, filled);
        filled += piece.value.length;
    }
    assert_equals(filled, length, 'length of the body');
    return bytes;
};

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);
