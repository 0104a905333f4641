// Buffers and views of them, read with getters that the page cannot replace.

import { typedArrayPrototype, typedSet } from "./base64.js";
import { brandOf, getterOf, NativeUint8Array, uncurry } from "./primordials.js";

export const NativeDataView = DataView;
export const NativeArrayBuffer = ArrayBuffer;
export const { isView } = ArrayBuffer;
/** @type {Record<string, any>} */
export const typedArrays = /** @type {any} */ ({ __proto__: null });
for (const name of [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float16Array",
    "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
]) if (name in self) typedArrays[name] = /** @type {any} */ (self)[name];

export const bufferLength = getterOf(NativeArrayBuffer.prototype, "byteLength");
export const isBuffer = brandOf(bufferLength);
export const bufferResizable = getterOf(NativeArrayBuffer.prototype, "resizable");
export const bufferMaximum = getterOf(NativeArrayBuffer.prototype, "maxByteLength");
const resizeBuffer = uncurry(/** @type {any} */ (NativeArrayBuffer.prototype).resize);

export const viewBuffer = getterOf(typedArrayPrototype, "buffer");
export const viewOffset = getterOf(typedArrayPrototype, "byteOffset");
export const viewLength = getterOf(typedArrayPrototype, "length");
export const viewBytes = getterOf(typedArrayPrototype, "byteLength");
/** Throws for a typed array that its buffer has become too short for. */
const elementAt = uncurry(typedArrayPrototype.at);

export const dataBuffer = getterOf(NativeDataView.prototype, "buffer");
export const dataOffset = getterOf(NativeDataView.prototype, "byteOffset");
export const dataBytes = getterOf(NativeDataView.prototype, "byteLength");

/**
 * Returns whether a view always ends where its buffer ends. No attribute says so: the buffer is resized, and restored.
 * @param {any} view
 * @param {ArrayBuffer} buffer  Its buffer.
 * @param {number} offset  Its offset.
 * @param {Function} lengthOf  Returns its length in bytes.
 * @param {number} unit  The size of an element.
 */
export const followsLength = (view, buffer, offset, lengthOf, unit) => {
    const length = lengthOf(view), size = bufferLength(buffer);
    if (!bufferResizable(buffer) || size - offset - length >= unit) return false;
    if (size + unit <= bufferMaximum(buffer)) {
        resizeBuffer(buffer, size + unit);
        const follows = lengthOf(view) !== length;
        resizeBuffer(buffer, size);
        return follows;
    }
    // The buffer cannot grow. An empty view stays empty, so its length makes no difference.
    if (!length) return false;
    const bytes = new NativeUint8Array(new NativeUint8Array(buffer));
    resizeBuffer(buffer, offset);
    try {
        // A typed array outside its buffer has a length of 0, but no elements to look at.
        if (lengthOf === viewBytes) elementAt(view, 0);
        else lengthOf(view);
        return true;
    } catch {
        return false;
    } finally {
        resizeBuffer(buffer, size);
        typedSet(new NativeUint8Array(buffer), bytes);
    }
};

/** @param {any} data  A buffer or a view. @returns {Uint8Array} */
export const bytesSent = (data) => {
    if (!isView(data)) return new NativeUint8Array(data);
    try {
        return new NativeUint8Array(viewBuffer(data), viewOffset(data), viewBytes(data));
    } catch {
        return new NativeUint8Array(dataBuffer(data), dataOffset(data), dataBytes(data));
    }
};

/**
 * Returns the bytes of all chunks: those of a single chunk themselves, no copy.
 * @param {Uint8Array[]} chunks @param {number} size
 */
export const joinBytes = (chunks, size) => {
    if (chunks.length === 1) return chunks[0];
    const whole = new NativeUint8Array(size);
    for (let index = 0, position = 0; index < chunks.length; position += viewBytes(chunks[index++])) typedSet(whole, chunks[index], position);
    return whole;
};

/**
 * Copies bytes, which their owner may change.
 * @param {Uint8Array} bytes @param {number} start @param {number} end  May be past the end.
 * @returns {ArrayBuffer}
 */
export const copyBytes = (bytes, start, end) => {
    const size = viewBytes(bytes);
    const part = new NativeUint8Array(viewBuffer(bytes), viewOffset(bytes) + start, (end < size ? end : size) - start);
    return viewBuffer(new NativeUint8Array(part));
};
