// Structured clones as text, the way in. The text may come from a hostile realm: it is parsed, never run; what it says is
// checked; its tables become own data properties and reach no prototype. Nothing recurses.
// Source: HTML, https://html.spec.whatwg.org/#structureddeserialize

import { bytesOf, decodeText, typedSet } from "./base64.js";
import {
    construct, defineProperty, deleteProperty, hasOwn, isArray, keys, mapSet, NativeUint8Array, parse, push, uncurry,
} from "./primordials.js";
import { dataCloneError, errorTypes, geometry, matrixMembers, NativeOffscreenCanvas } from "./serialize.js";
import { bufferLength, copyBytes, NativeArrayBuffer, NativeDataView, typedArrays, viewBuffer, viewLength } from "./views.js";
import { NativeBlob, NativeDOMException, NativeFile } from "./web_primordials.js";

/**
 * @typedef {{tags: any[], bodies: any[], shells: any[], ports: MessagePort[], bytes: Uint8Array | undefined, start: number, taken: number}} Reading
 *     `bytes`: the bytes beside the text, whose places count from `start`; `taken`: the number of those that were read.
 */
/** @typedef {(body: any, reading: Reading, index: number) => any} Maker  Makes an object, still without what it refers to. */
/** @typedef {(object: any, body: any, reading: Reading) => void} Filler */

/** @param {string} [reason] @returns {never} */
const malformed = (reason = "a malformed message") => { throw dataCloneError(`The object can not be deserialized: ${reason}.`); };

/** @param {unknown} condition @returns {asserts condition} */
const must = (condition) => { if (!condition) malformed(); };

const nativeBigInt = BigInt;
const nativeNumber = Number;
const toObject = Object;
const mapConstructors = { Map, Set };
const setAdd = uncurry(Set.prototype.add);
const NativeDate = Date;
const NativeRegExp = RegExp;
/** @type {Record<string, any>} */
const viewTypes = /** @type {any} */ ({ __proto__: null, .../** @type {any} */ (typedArrays), DataView: NativeDataView });
/** @type {Record<string, any>} */
const geometryTypes = /** @type {any} */ ({ __proto__: null });
for (const name of [...keys(geometry), "DOMMatrix", "DOMMatrixReadOnly", "DOMQuad"]) {
    geometryTypes[name] = /** @type {any} */ (self)[name];
}
const errorMembers = ["message", "stack", "line", "column", "sourceURL"];
const NativeImageData = /** @type {any} */ (self).ImageData;

/** @param {any} object @param {PropertyKey} key @param {unknown} value @param {boolean} enumerable */
export const define = (object, key, value, enumerable) => {
    const descriptor = /** @type {any} */ ({ __proto__: null, value, writable: true, enumerable, configurable: true });
    return defineProperty(object, key, descriptor);
};

/** @param {any} value @param {Reading} reading @param {string} tag @returns {any}  The object that is named, made early. */
const madeFor = (value, reading, tag) => {
    must(isArray(value));
    const index = value[0];
    must(typeof index === "number" && reading.tags[index] === tag);
    if (!reading.shells[index]) define(reading.shells, index, makers[tag](reading.bodies[index], reading, index), true);
    return reading.shells[index];
};

/**
 * Copies bytes that lie beside the text. Each is copied once: a short text with many places cannot fill the memory.
 * @param {any} from @param {any} length @param {Reading} reading @returns {ArrayBuffer}
 */
const bytesBeside = (from, length, reading) => {
    const { bytes, start } = reading;
    if (!bytes || typeof from !== "number" || typeof length !== "number") return malformed();
    const first = start + from, size = viewLength(bytes);
    must(from >= 0 && length >= 0 && from % 1 === 0 && length % 1 === 0 && first + length <= size);
    reading.taken += length;
    must(reading.taken <= size);
    return copyBytes(bytes, first, first + length);
};

/** @param {any} from @param {any} length @param {Reading} reading */
const textBeside = (from, length, reading) => decodeText(new NativeUint8Array(bytesBeside(from, length, reading)));

/** @param {any} value  Base64, or the place of bytes. @param {Reading} reading @returns {ArrayBuffer} */
const bufferIn = (value, reading) =>
    isArray(value) ? bytesBeside(value[0], value[1], reading) : viewBuffer(bytesOf(textAt([value], 0)));

/** @param {any} value  A string, or what stands for a long one. @param {Reading} reading */
const textIn = (value, reading) => isArray(value) && value[0] === "text" ? textBeside(value[1], value[2], reading) : value;

/** @param {any} value @param {Reading} reading @returns {any} */
const resolved = (value, reading) => {
    if (typeof value !== "object" || value === null) return value;
    must(isArray(value));
    const name = value[0];
    if (typeof name === "number") {
        must(hasOwn(reading.shells, name));
        return reading.shells[name];
    }
    switch (name) {
        case "undefined": return undefined;
        case "text": return textBeside(value[1], value[2], reading);
        case "number": return nativeNumber(textAt(value, 1));
        case "bigint": return nativeBigInt(textAt(value, 1));
        default: return malformed();
    }
};

/** @param {any} body @param {number} index @returns {string} */
const textAt = (body, index) => {
    const text = body[index];
    must(typeof text === "string");
    return text;
};

/** @param {any} body @param {Reading} reading @returns {number} */
const numberIn = (body, reading) => {
    const value = resolved(body, reading);
    must(typeof value === "number");
    return value;
};

/**
 * Resolves the members of an object that JSON.parse made, in place.
 * @type {Filler}
 */
const fillInPlace = (object, _, reading) => {
    const names = keys(object);
    for (let index = 0; index < names.length; index++) {
        const value = object[names[index]];
        if (typeof value === "object" && value !== null) object[names[index]] = resolved(value, reading);
    }
};

/**
 * Returns the numbers of the members of these names.
 * @param {any} members @param {string[]} names @param {Reading} reading
 */
const numbersOf = (members, names, reading) => {
    must(typeof members === "object" && members !== null);
    /** @type {number[]} */
    const numbers = [];
    for (let index = 0; index < names.length; index++) push(numbers, numberIn(members[names[index]], reading));
    return numbers;
};

/** @type {Record<string, Maker>} */
const makers = /** @type {any} */ ({
    __proto__: null,
    object: (/** @type {any} */ body) => (must(typeof body === "object" && body !== null && !isArray(body)), body),
    array: (/** @type {any} */ body) => (must(isArray(body)), body),
    sparse: (/** @type {any} */ body) => {
        /** @type {any[]} */
        const array = [];
        must(typeof body[0] === "number");
        array.length = body[0];
        return array;
    },
    map: () => new mapConstructors.Map(),
    set: () => new mapConstructors.Set(),
    boxed: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const value = resolved(body[0], reading);
        must(typeof value !== "object" && value !== undefined);
        return toObject(value);
    },
    date: (/** @type {any} */ body, /** @type {Reading} */ reading) => new NativeDate(numberIn(body[0], reading)),
    regexp: (/** @type {any} */ body) => new NativeRegExp(textAt(body, 0), textAt(body, 1)),
    error: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const type = body[0], message = textIn(body[1], reading), stack = textIn(body[2], reading);
        must(typeof type === "string" && errorTypes[type]);
        const error = new errorTypes[type]();
        // JavaScriptCore's line, column and sourceURL would be the runtime's.
        for (let index = 0; index < errorMembers.length; index++) deleteProperty(error, errorMembers[index]);
        if (typeof message === "string") define(error, "message", message, false);
        if (typeof stack === "string") define(error, "stack", stack, false);
        return error;
    },
    exception: (/** @type {any} */ body) => new NativeDOMException(textAt(body, 0), textAt(body, 1)),
    buffer: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const fixed = bufferIn(body[0], reading);
        if (typeof body[1] !== "number") return fixed;
        // @ts-ignore: newer than the library that is checked against.
        const buffer = new NativeArrayBuffer(bufferLength(fixed), { maxByteLength: body[1] });
        typedSet(new NativeUint8Array(buffer), new NativeUint8Array(fixed));
        return buffer;
    },
    view: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const type = body[0], offset = body[2], length = body[3];
        must(typeof type === "string" && viewTypes[type] && typeof offset === "number" && (length === null || typeof length === "number"));
        const buffer = madeFor(body[1], reading, "buffer");
        return length === null ? new viewTypes[type](buffer, offset) : new viewTypes[type](buffer, offset, length);
    },
    blob: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const type = textAt(body, 1), bytes = bufferIn(body[0], reading);
        if (body.length === 2) return new NativeBlob([bytes], /** @type {any} */ ({ __proto__: null, type }));
        return new NativeFile([bytes], textAt(body, 2), /** @type {any} */ ({ __proto__: null, type, lastModified: numberIn(body[3], reading) }));
    },
    files: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        // Only windows can make a FileList; elsewhere it is an array of its files.
        const transfer = NativeDataTransfer && new NativeDataTransfer();
        /** @type {File[]} */
        const files = [];
        for (let index = 0; index < body.length; index++) {
            const file = madeFor(body[index], reading, "blob");
            if (transfer) transfer.items.add(file);
            else push(files, file);
        }
        return transfer ? transfer.files : files;
    },
    image: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const data = madeFor(body[0], reading, "view");
        const colorSpace = body[3];
        if (colorSpace === null) return new NativeImageData(data, body[1], body[2]);
        return new NativeImageData(data, body[1], body[2], { __proto__: null, colorSpace: textAt(body, 3) });
    },
    bitmap: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const width = body[0], height = body[1];
        const canvas = new NativeOffscreenCanvas(width, height);
        const pixels = new typedArrays.Uint8ClampedArray(bufferIn(body[2], reading));
        canvas.getContext("2d").putImageData(new NativeImageData(pixels, width, height), 0, 0);
        return canvas.transferToImageBitmap();
    },
    geometry: (/** @type {any} */ body, /** @type {Reading} */ reading) =>
        construct(geometryTypes[body[0]], numbersOf(body[1], geometry[body[0]], reading)),
    matrix: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        const members = body[1];
        must(typeof members === "object" && members !== null);
        const names = hasOwn(members, "a") ? matrixMembers.plane : matrixMembers.space;
        return new geometryTypes[body[0]](numbersOf(members, names, reading));
    },
    quad: (/** @type {any} */ body, /** @type {Reading} */ reading) => {
        for (let index = 0; index < body.length; index++) fillInPlace(body[index], undefined, reading);
        return construct(geometryTypes.DOMQuad, body);
    },
    port: (/** @type {any} */ body, /** @type {Reading} */ reading) => (must(typeof body[0] === "number" && hasOwn(reading.ports, body[0])), reading.ports[body[0]]),
});

/** @type {Record<string, Filler>} */
const fillers = /** @type {any} */ ({
    __proto__: null,
    object: fillInPlace,
    array: fillInPlace,
    sparse: (/** @type {any} */ array, /** @type {any} */ body, /** @type {Reading} */ reading) => {
        const members = body[1], names = keys(members);
        for (let index = 0; index < names.length; index++) {
            must(names[index] !== "length");
            define(array, names[index], resolved(members[names[index]], reading), true);
        }
    },
    map: (/** @type {any} */ map, /** @type {any} */ body, /** @type {Reading} */ reading) => {
        for (let index = 0; index + 1 < body.length; index += 2) mapSet(map, resolved(body[index], reading), resolved(body[index + 1], reading));
    },
    set: (/** @type {any} */ set, /** @type {any} */ body, /** @type {Reading} */ reading) => {
        for (let index = 0; index < body.length; index++) setAdd(set, resolved(body[index], reading));
    },
    error: (/** @type {any} */ error, /** @type {any} */ body, /** @type {Reading} */ reading) => {
        if (body.length > 3) define(error, "cause", resolved(body[3], reading), false);
    },
});

const NativeDataTransfer = /** @type {any} */ (self).DataTransfer;

/**
 * The value that a text stands for; throws where the text is not one of `serialize`'s.
 * @param {{data: string, ports: MessagePort[], bytes?: Uint8Array}} message  The ports are those of this realm.
 */
export const deserialize = ({ data, ports, bytes }) => {
    /** @type {Reading} */
    const reading = { tags: [], bodies: [], shells: [], ports, bytes, start: 0, taken: 0 };
    let table = parse(data);
    if (typeof table === "number") {
        const size = table;
        table = parse(textBeside(0, size, reading));
        reading.start = size;
    }
    must(isArray(table) && table.length % 2 === 1);
    const { tags, bodies, shells } = reading;
    for (let index = 1; index < table.length; index += 2) {
        must(typeof table[index] === "string" && makers[table[index]] && typeof table[index + 1] === "object" && table[index + 1] !== null);
        push(tags, table[index]);
        push(bodies, table[index + 1]);
    }
    for (let index = 0; index < tags.length; index++) {
        if (!shells[index]) define(shells, index, makers[tags[index]](bodies[index], reading, index), true);
    }
    for (let index = 0; index < tags.length; index++) fillers[tags[index]]?.(shells[index], bodies[index], reading);
    return { data: resolved(table[0], reading), ports };
};
