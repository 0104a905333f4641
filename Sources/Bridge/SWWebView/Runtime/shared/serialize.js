// Structured clones as text, the way out. WebKit's own structuredClone takes the snapshot, so getters run once, buffers detach
// and DataCloneErrors are its own; what is left is to write down plain values.
//
// The text is JSON: [root, tag, body, tag, body, …]. Objects stand in the table once and are named by index: [3]. Other values
// that JSON lacks are arrays, too: ["undefined"], ["number", "NaN"], ["bigint", "1"].
// Source: HTML, https://html.spec.whatwg.org/#structuredserializeinternal

import { base64 } from "./base64.js";
import {
    brandOf, getPrototypeOf, getterOf, hasOwn, join, keys, mapForEach, NativeUint8Array, PrivateMap, push, stringify,
    uncurry,
} from "./primordials.js";
import {
    bufferLength, bufferMaximum, bufferResizable, dataBuffer, dataBytes, dataOffset, followsLength, typedArrays,
    viewBuffer, viewBytes, viewLength, viewOffset,
} from "./views.js";
import {
    blobBytes, blobSize, blobType, fileModified, fileName, isMessagePort, NativeDOMException, nativeStructuredClone,
} from "./web_primordials.js";

/** @typedef {(value: unknown) => string} Reference  How a value is named in another's body. */
/** @typedef {{pieces: string[], blobs: {index: number, blob: Blob, body: (bytes: string) => string}[], ports: MessagePort[], bytes: number}} Writing */
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

/** The most bytes of blobs and buffers in one message: as text, the page and the host hold them several times. */
const mostBytes = 128 << 20;

/** @param {Writing} writing @param {number} bytes  The bytes to add. */
const countBytes = (writing, bytes) => {
    writing.bytes += bytes;
    if (writing.bytes > mostBytes) throw dataCloneError("A message can hold 128 MiB of blobs and buffers at most.");
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
    push(writing.blobs, { index: writing.pieces.length, blob, body: (/** @type {string} */ bytes) => `"blob",["${bytes}",${type}${rest}]` });
    return "";
};

/** @type {Writer} */
const writeBitmap = (bitmap) => {
    const { width, height } = bitmap;
    try {
        const context = /** @type {any} */ (new NativeOffscreenCanvas(width, height).getContext("2d"));
        context.drawImage(bitmap, 0, 0);
        const bytes = new NativeUint8Array(context.getImageData(0, 0, width, height).data.buffer);
        return `"bitmap",[${width},${height},"${base64(bytes)}"]`;
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
        return `"buffer",["${base64(new NativeUint8Array(buffer))}"${bufferResizable(buffer) ? `,${bufferMaximum(buffer)}` : ""}]`;
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
 * Writes the values that structuredClone made.
 * @param {any} snapshot
 * @param {MessagePort[]} ports  The transferred ports.
 */
export const write = (snapshot, ports) => {
    /** @type {Writing} */
    const writing = { pieces: [], blobs: [], ports, bytes: 0 };
    /** @type {Map<object, number>} */
    const indexes = new PrivateMap();
    /** @type {object[]} */
    const objects = [];
    /** @type {Reference} */
    const reference = (value) => {
        switch (typeof value) {
            case "string": return stringify(value);
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
        if (writer === writeUnreadable) return { ports, blobs: 0, text: () => "", async load() {} };
        push(writing.pieces, writer(objects[index], reference, writing));
    }
    const { blobs } = writing;
    return {
        ports,
        /** The number of Blobs that must be read before there is a text. */
        blobs: blobs.length,
        text: () => `[${root}${objects.length ? "," : ""}${join(writing.pieces, ",")}]`,
        async load() {
            for (let index = 0; index < blobs.length; index++) {
                const { index: piece, blob, body } = blobs[index];
                writing.pieces[piece] = body(base64(new NativeUint8Array(await blobBytes(blob))));
            }
        },
    };
};

/**
 * Takes the snapshot of a value now; throws what postMessage throws.
 * @param {any} value
 * @param {any[]} [transfer]
 */
export const serialize = (value, transfer = []) => {
    if (!transfer.length && (value === null || typeof value !== "object" && typeof value !== "function")) {
        return write(typeof value === "symbol" ? nativeStructuredClone(value) : value, []);
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
    return write(snapshot[0], snapshot[1]);
};
