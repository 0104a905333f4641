// Buffers and views of them, read with getters that the page cannot replace.

const NativeDataView = DataView;
const NativeArrayBuffer = ArrayBuffer;
/** @type {Record<string, any>} */
const typedArrays = /** @type {any} */ ({ __proto__: null });
for (const name of [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float16Array",
    "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
]) if (name in self) typedArrays[name] = /** @type {any} */ (self)[name];

const bufferLength = getterOf(NativeArrayBuffer.prototype, "byteLength");
const isBuffer = brandOf(bufferLength);
const bufferResizable = getterOf(NativeArrayBuffer.prototype, "resizable"), bufferMaximum = getterOf(NativeArrayBuffer.prototype, "maxByteLength");
const resizeBuffer = uncurry(/** @type {any} */ (NativeArrayBuffer.prototype).resize);

const viewBuffer = getterOf(typedArrayPrototype, "buffer"), viewOffset = getterOf(typedArrayPrototype, "byteOffset"),
    viewLength = getterOf(typedArrayPrototype, "length"), viewBytes = getterOf(typedArrayPrototype, "byteLength");
/** Throws for a typed array that its buffer has become too short for. */
const elementAt = uncurry(typedArrayPrototype.at);

const dataBuffer = getterOf(NativeDataView.prototype, "buffer"), dataOffset = getterOf(NativeDataView.prototype, "byteOffset"),
    dataBytes = getterOf(NativeDataView.prototype, "byteLength");

/**
 * Returns whether a view always ends where its buffer ends. No attribute says so: the buffer is resized, and restored.
 * @param {any} view
 * @param {ArrayBuffer} buffer  Its buffer.
 * @param {number} offset  Its offset.
 * @param {Function} lengthOf  Returns its length in bytes.
 * @param {number} unit  The size of an element.
 */
const followsLength = (view, buffer, offset, lengthOf, unit) => {
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
