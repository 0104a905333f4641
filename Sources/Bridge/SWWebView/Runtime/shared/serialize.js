// Structured clones as text, the way out. WebKit's own structuredClone takes the snapshot, so getters run once, buffers detach
// and DataCloneErrors are its own; what is left is to write down plain values.
//
// The text is JSON: [root, tag, body, tag, body, …]. Objects stand in the table once and are named by index: [3]. Other values
// that JSON lacks are arrays, too: ["undefined"], ["number", "NaN"], ["bigint", "1"].
//
// Long bytes and strings of a message lie beside its text: [start, length] stands for bytes, ["text", start, length] for a string. A long
// text lies before them, and the number of its bytes is in its place.
// Source: HTML, https://html.spec.whatwg.org/#structuredserializeinternal

import { base64, encodeText } from "./base64.js";
import { isWellFormed } from "./conversions.js";
import {
    brandOf, getPrototypeOf, getterOf, hasOwn, join, keys, mapForEach, NativeUint8Array, PrivateMap, push, stringify,
    uncurry, unshift,
} from "./primordials.js";
import {
    bufferLength, bufferMaximum, bufferResizable, copyBytes, dataBuffer, dataBytes, dataOffset, followsLength, joinBytes, typedArrays,
    viewBuffer, viewBytes, viewLength, viewOffset,
} from "./views.js";
import {
    blobBytes, blobSize, blobType, fileModified, fileName, isMessagePort, NativeDOMException, nativeStructuredClone,
} from "./web_primordials.js";

/** @typedef {(value: unknown) => string} Reference  How a value is named in another's body. */
/**
 * @typedef {{pieces: string[], blobs: {index: number, blob: Blob, body: (bytes: string) => string}[], ports: MessagePort[], bytes: number, parts: Uint8Array[] | undefined, size: number}} Writing
 *     `parts`: the bytes beside the text, `size` in all; undefined where the text has to have all.
 */
/** @typedef {(object: any, reference: Reference, writing: Writing) => string} Writer  Writes `"tag",body`. */

export const NativeOffscreenCanvas = /** @type {any} */ (self).OffscreenCanvas;
const isOffscreenCanvas = NativeOffscreenCanvas ? brandOf(getterOf(NativeOffscreenCanvas.prototype, "width")) : () => false;
/** @type {Record<string, any>} */
export const errorTypes = /** @type {any} */ ({
    __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
});
/** The types that are rebuilt from numbers: the names of their getters, in the order of the constructor's arguments. */
/** @type {Record<string, string[]>} */
export const geometry = /** @type {any} */ ({
    __proto__: null, DOMPoint: ["x", "y", "z", "w"], DOMPointReadOnly: ["x", "y", "z", "w"],
    DOMRect: ["x", "y", "width", "height"], DOMRectReadOnly: ["x", "y", "width", "height"],
});
/** The members of matrices, in the order of the constructor's list. */
export const matrixMembers = {
    plane: ["a", "b", "c", "d", "e", "f"],
    space: [1, 2, 3, 4].flatMap((column) => [1, 2, 3, 4].map((row) => `m${column}${row}`)),
};

/**
 * The function that moves a port's route to the object that a transfer makes. The file ports.js sets it.
 * @type {{moved: (from: MessagePort, to: MessagePort) => void}}
 */
export const portRoutes = { moved: () => {} };

/** @param {string} [message] */
export const dataCloneError = (message = "The object can not be cloned.") => new NativeDOMException(message, "DataCloneError");

/** The most bytes of blobs, buffers and long strings in one message: the page and the host hold them several times. */
const mostBytes = 128 << 20;

/** @param {Writing} writing @param {number} bytes  The bytes to add. */
const countBytes = (writing, bytes) => {
    writing.bytes += bytes;
    if (writing.bytes > mostBytes) throw dataCloneError("A message can hold 128 MiB of blobs, buffers and long strings at most.");
};

/** The most characters of a string, and of the text itself, that are text in a message, and the most bytes that are Base64 there. */
const longestInText = 4096, mostBase64 = 1024;

/**
 * Puts bytes beside the text. Returns the text for their place.
 * @param {Uint8Array} bytes @param {Writing} writing
 */
const placeOf = (bytes, writing) => {
    const start = writing.size, length = viewLength(bytes);
    push(writing.parts, bytes);
    writing.size += length;
    return `${start},${length}`;
};

/** @param {Uint8Array} bytes @param {Writing} writing */
const bytesText = (bytes, writing) =>
    writing.parts && viewLength(bytes) > mostBase64 ? `[${placeOf(bytes, writing)}]` : `"${base64(bytes)}"`;

/** @param {string} string @param {Writing} writing */
const stringText = (string, writing) => {
    // Only JSON text has a form for half a surrogate pair.
    if (!writing.parts || string.length <= longestInText || !isWellFormed(string)) return stringify(string);
    const bytes = encodeText(string);
    countBytes(writing, viewLength(bytes));
    return `["text",${placeOf(bytes, writing)}]`;
};

/** @param {number} number */
const numberText = (number) =>
    number === 0 && 1 / number < 0 ? '["number","-0"]'
        : number - number === 0 ? `${number}` : `["number","${number}"]`;

/** @param {any} object @param {string[]} names @param {Reference} reference */
const membersText = (object, names, reference) => {
    let text = "{";
    for (let index = 0; index < names.length; index++) {
        text += `${index ? "," : ""}${stringify(names[index])}:${reference(object[names[index]])}`;
    }
    return `${text}}`;
};

/** @type {Writer} */
const writeArray = (array, reference) => {
    const names = keys(array);
    const { length } = array;
    if (names.length !== length || length && names[length - 1] !== `${length - 1}`) {
        return `"sparse",[${length},${membersText(array, names, reference)}]`;
    }
    let text = '"array",[';
    for (let index = 0; index < length; index++) text += index ? `,${reference(array[index])}` : reference(array[index]);
    return `${text}]`;
};

/** @type {Writer} */
const writeError = (error, reference) => {
    const own = (/** @type {string} */ name) => {
        const value = hasOwn(error, name) ? error[name] : undefined;
        return reference(value === undefined ? null : value);
    };
    const cause = hasOwn(error, "cause") ? `,${reference(error.cause)}` : "";
    const prototype = getPrototypeOf(error);
    let type = "Error";
    for (const name in errorTypes) if (errorTypes[name].prototype === prototype) type = name;
    return `"error",["${type}",${own("message")},${own("stack")}${cause}]`;
};

/**
 * @param {any} blob @param {Writing} writing @param {string} rest  The members of a File.
 */
const writeBytes = (blob, writing, rest) => {
    const type = stringify(blobType(blob));
    countBytes(writing, blobSize(blob));
    push(writing.blobs, { index: writing.pieces.length, blob, body: (/** @type {string} */ bytes) => `"blob",[${bytes},${type}${rest}]` });
    return "";
};

/** @type {Writer} */
const writeBitmap = (bitmap, _, writing) => {
    const { width, height } = bitmap;
    try {
        const context = /** @type {any} */ (new NativeOffscreenCanvas(width, height).getContext("2d"));
        context.drawImage(bitmap, 0, 0);
        const bytes = new NativeUint8Array(context.getImageData(0, 0, width, height).data.buffer);
        return `"bitmap",[${width},${height},${bytesText(bytes, writing)}]`;
    } catch {
        throw dataCloneError();
    }
};

/**
 * Stands for a writer: a message with such an object cannot be read at its other end, which gets a messageerror.
 * Source: HTML, https://html.spec.whatwg.org/#structureddeserialize, "not exposed in targetRealm"
 * @type {Writer}
 */
const writeUnreadable = () => "";

/**
 * The writers by prototype. Objects from structuredClone have the prototype of their type.
 * @type {Map<object, Writer>}
 */
const writers = new PrivateMap();
/** @param {string} name @param {Writer} writer @param {any} [owner]  The object that has the interface. */
const addWriter = (name, writer, owner = self) => {
    const Type = owner?.[name];
    if (Type) writers.set(Type.prototype, writer);
};

addWriter("Object", (object, reference) => `"object",${membersText(object, keys(object), reference)}`);
addWriter("Array", writeArray);
{
    const forEach = uncurry(Set.prototype.forEach);
    const source = getterOf(RegExp.prototype, "source");
    // The getter of `flags` would call these getters as the page left them.
    const flagGetters = [
        "hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode", "unicodeSets", "sticky",
    ].map((name) => getterOf(RegExp.prototype, name));
    /** @param {RegExp} expression */
    const flags = (expression) => {
        let text = "";
        for (let index = 0; index < flagGetters.length; index++) if (flagGetters[index](expression)) text += "dgimsuvy"[index];
        return text;
    };
    addWriter("Map", (map, reference) => {
        let text = "";
        mapForEach(map, (/** @type {any} */ value, /** @type {any} */ key) => { text += `${text && ","}${reference(key)},${reference(value)}`; });
        return `"map",[${text}]`;
    });
    addWriter("Set", (set, reference) => {
        let text = "";
        forEach(set, (/** @type {any} */ value) => { text += `${text && ","}${reference(value)}`; });
        return `"set",[${text}]`;
    });
    for (const Type of [Number, String, Boolean, BigInt]) {
        const primitive = uncurry(Type.prototype.valueOf);
        addWriter(Type.name, (object, reference) => `"boxed",[${reference(primitive(object))}]`);
    }
    const time = uncurry(Date.prototype.getTime);
    addWriter("Date", (date, reference) => `"date",[${reference(time(date))}]`);
    addWriter("RegExp", (expression) => `"regexp",[${stringify(source(expression))},${stringify(flags(expression))}]`);
    for (const name of keys(errorTypes)) addWriter(name, writeError);
    addWriter("DOMException", ({ message, name }) => `"exception",[${stringify(message)},${stringify(name)}]`);

    addWriter("ArrayBuffer", (buffer, _, writing) => {
        countBytes(writing, bufferLength(buffer));
        return `"buffer",[${bytesText(new NativeUint8Array(buffer), writing)}${bufferResizable(buffer) ? `,${bufferMaximum(buffer)}` : ""}]`;
    });
    for (const name of keys(typedArrays)) {
        const unit = typedArrays[name].BYTES_PER_ELEMENT;
        addWriter(name, (view, reference) => {
            const buffer = viewBuffer(view), offset = viewOffset(view);
            const length = followsLength(view, buffer, offset, viewBytes, unit) ? null : viewLength(view);
            return `"view",["${name}",${reference(buffer)},${offset},${length}]`;
        });
    }
    addWriter("DataView", (view, reference) => {
        const buffer = dataBuffer(view), offset = dataOffset(view);
        const length = followsLength(view, buffer, offset, dataBytes, 1) ? null : dataBytes(view);
        return `"view",["DataView",${reference(buffer)},${offset},${length}]`;
    });

    addWriter("Blob", (blob, _, writing) => writeBytes(blob, writing, ""));
    addWriter("File", (file, reference, writing) =>
        writeBytes(file, writing, `,${stringify(fileName(file))},${reference(fileModified(file))}`));
    addWriter("FileList", (list, reference) => {
        let text = "";
        for (let index = 0; index < list.length; index++) text += `${text && ","}${reference(list[index])}`;
        return `"files",[${text}]`;
    });
    addWriter("ImageData", (image, reference) =>
        `"image",[${reference(image.data)},${image.width},${image.height},${stringify(image.colorSpace ?? null)}]`);
    addWriter("ImageBitmap", writeBitmap);
    for (const name of keys(geometry)) {
        addWriter(name, (object, reference) => `"geometry",["${name}",${membersText(object, geometry[name], reference)}]`);
    }
    for (const name of ["DOMMatrix", "DOMMatrixReadOnly"]) {
        addWriter(name, (matrix, reference) => {
            const names = matrix.is2D ? matrixMembers.plane : matrixMembers.space;
            return `"matrix",["${name}",${membersText(matrix, names, reference)}]`;
        });
    }
    addWriter("DOMQuad", ({ p1, p2, p3, p4 }, reference) => {
        const point = (/** @type {any} */ object) => membersText(object, geometry.DOMPoint, reference);
        return `"quad",[${point(p1)},${point(p2)},${point(p3)},${point(p4)}]`;
    });
    addWriter("MessagePort", (port, _, { ports }) => {
        for (let index = 0; index < ports.length; index++) if (ports[index] === port) return `"port",[${index}]`;
        throw dataCloneError();
    });
    // Objects that structuredClone takes, but whose interfaces service workers lack, or that stay in their agent cluster.
    for (const name of [
        "AudioData", "EncodedAudioChunk", "EncodedVideoChunk", "MediaSourceHandle", "MediaStreamTrack", "RTCCertificate", "RTCDataChannel",
        "RTCEncodedAudioFrame", "RTCEncodedVideoFrame", "SharedArrayBuffer", "VideoFrame",
    ]) addWriter(name, writeUnreadable);
    addWriter("Module", writeUnreadable, /** @type {any} */ (self).WebAssembly);
}

/**
 * Returns a buffer with the bytes of all chunks, and no more.
 * @param {Uint8Array[]} chunks @param {number} size
 */
const bufferOfAll = (chunks, size) => {
    const whole = joinBytes(chunks, size), buffer = viewBuffer(whole);
    return bufferLength(buffer) === size && !bufferResizable(buffer) ? buffer : copyBytes(whole, 0, size);
};

/**
 * Writes the values that structuredClone made.
 * @param {any} snapshot
 * @param {MessagePort[]} ports  The transferred ports.
 * @param {Uint8Array[]} [parts]  Takes long bytes and strings, which are in the text otherwise.
 */
export const write = (snapshot, ports, parts) => {
    /** @type {Writing} */
    const writing = { pieces: [], blobs: [], ports, bytes: 0, parts, size: 0 };
    /** @type {Map<object, number>} */
    const indexes = new PrivateMap();
    /** @type {object[]} */
    const objects = [];
    /** @type {Reference} */
    const reference = (value) => {
        switch (typeof value) {
            case "string": return stringText(value, writing);
            case "number": return numberText(value);
            case "boolean": return value ? "true" : "false";
            case "undefined": return '["undefined"]';
            case "bigint": return `["bigint","${value}"]`;
            case "object": break;
            default: throw dataCloneError();
        }
        if (value === null) return "null";
        let index = indexes.get(value);
        if (index === undefined) {
            index = objects.length;
            indexes.set(value, index);
            push(objects, value);
        }
        return `[${index}]`;
    };
    const root = reference(snapshot);
    for (let index = 0; index < objects.length; index++) {
        const writer = writers.get(/** @type {object} */ (getPrototypeOf(objects[index])));
        if (!writer) throw dataCloneError();
        if (writer === writeUnreadable) {
            return { ports, blobs: 0, text: () => "", message: () => ({ data: "", bytes: undefined }), async load() {} };
        }
        push(writing.pieces, writer(objects[index], reference, writing));
    }
    const { blobs } = writing;
    const text = () => `[${root}${objects.length ? "," : ""}${join(writing.pieces, ",")}]`;
    return {
        ports,
        /** The number of Blobs that must be read before there is a text. */
        blobs: blobs.length,
        text,
        /**
         * Returns the text, and the bytes beside it.
         * @returns {{data: string, bytes: ArrayBuffer | undefined}}
         */
        message() {
            let data = text();
            const chunks = parts ?? [];
            if (data.length > longestInText) {
                const encoded = encodeText(data);
                data = `${viewLength(encoded)}`;
                unshift(chunks, encoded);
                writing.size += viewLength(encoded);
            }
            return { data, bytes: chunks.length ? bufferOfAll(chunks, writing.size) : undefined };
        },
        async load() {
            for (let index = 0; index < blobs.length; index++) {
                const { index: piece, blob, body } = blobs[index];
                writing.pieces[piece] = body(bytesText(new NativeUint8Array(await blobBytes(blob)), writing));
            }
        },
    };
};

/**
 * Takes the snapshot of a value now; throws what postMessage throws.
 * @param {any} value
 * @param {any[]} [transfer]
 * @param {Uint8Array[]} [parts]  Takes long bytes and strings, which are in the text otherwise.
 */
export const serialize = (value, transfer = [], parts = undefined) => {
    if (!transfer.length && (value === null || typeof value !== "object" && typeof value !== "function")) {
        return write(typeof value === "symbol" ? nativeStructuredClone(value) : value, [], parts);
    }
    /** @type {any[]} */
    const ports = [];
    for (let index = 0; index < transfer.length; index++) {
        if (isMessagePort(transfer[index])) push(ports, transfer[index]);
        // An OffscreenCanvas cannot leave the process.
        if (isOffscreenCanvas(transfer[index])) throw dataCloneError();
    }
    const snapshot = nativeStructuredClone([value, ports], { transfer });
    for (let index = 0; index < ports.length; index++) portRoutes.moved(ports[index], snapshot[1][index]);
    return write(snapshot[0], snapshot[1], parts);
};
