// The names that every realm has and a bare JavaScriptCore context lacks, and the assertions of the tests.

const { apply: call, getOwnPropertyDescriptor: descriptorOf, defineProperty: redefine, ownKeys } = Reflect;
const { is } = Object;
const toText = String;

/** @type {any} */ (globalThis).self = globalThis;

/** The errors of the DOM. */
/** @type {any} */ (globalThis).DOMException = class DOMException extends Error {
    #name;
    /** @param {string} [message] @param {string} [name] */
    constructor(message = "", name = "Error") {
        super(message);
        this.#name = name;
    }
    get name() { return this.#name; }
};
const NativeDOMException = DOMException;

/** A TextEncoder of UTF-8. */
class NativeTextEncoder {
    /** @param {string} text */
    encode(text) {
        const codes = decodeBytes(encodeURIComponent(text));
        return Uint8Array.from(codes, (code) => code.charCodeAt(0));
    }
}

/** A TextDecoder of UTF-8 that is fatal. */
class NativeTextDecoder {
    /** @param {Uint8Array} bytes */
    decode(bytes) {
        let text = "";
        for (const byte of bytes) text += `%${byte.toString(16).padStart(2, "0")}`;
        return decodeURIComponent(text);
    }
}

/** @param {string} text  Percent-encoded. @returns {string}  A character for each byte. */
const decodeBytes = (text) => text.replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

/** The id of the realm's document, and of no other. */
const documentID = "5eed";

/** @param {any} value @returns {string} */
const shown = (value) => typeof value === "string" ? `"${value}"` : is(value, -0) ? "-0" : toText(value);

/**
 * Throws unless two values are the same one.
 * @param {any} actual @param {any} expected
 */
const same = (actual, expected) => {
    if (!is(actual, expected)) throw new Error(`${shown(actual)} is not ${shown(expected)}`);
};

/**
 * Returns the error that a function throws; throws unless it has the name.
 * @param {string} name @param {() => any} work @returns {any}
 */
const throws = (name, work) => {
    let value;
    try {
        value = work();
    } catch (error) {
        if (/** @type {any} */ (error)?.name === name) return error;
        throw new Error(`${shown(error)} is no ${name}`);
    }
    throw new Error(`There is no ${name}, but ${shown(value)}`);
};

/** The builtins that were called since `watchBuiltins`, by name. @type {string[]} */
const builtinCalls = [];

/**
 * Replaces a method or a getter by one that notes its calls.
 * @param {any} owner @param {PropertyKey} key @param {string} name
 */
const watchBuiltin = (owner, key, name) => {
    const descriptor = /** @type {any} */ (descriptorOf(owner, key));
    if (!descriptor.configurable) return;
    for (const part of ["value", "get"]) {
        const native = descriptor[part];
        // A constructor is replaced by no other value, because `instanceof` and `extends` need it.
        if (typeof native !== "function" || key === "constructor" || native.prototype) continue;
        descriptor[part] = function (/** @type {any[]} */ ...args) {
            builtinCalls[builtinCalls.length] = name;
            return call(native, this, args);
        };
    }
    redefine(owner, key, descriptor);
};

/** Has every builtin that a page can replace note its calls. */
const watchBuiltins = () => {
    const globals = ownKeys(globalThis);
    /** @type {[string, any][]} */
    const owners = [["globalThis", globalThis]];
    for (const key of globals) {
        const value = descriptorOf(globalThis, key)?.value;
        if (typeof key !== "string" || value === globalThis || typeof value !== "object" && typeof value !== "function") continue;
        owners.push([key, value]);
        if (typeof value === "function" && value.prototype) owners.push([`${key}.prototype`, value.prototype]);
    }
    owners.push(["%TypedArray%.prototype", Object.getPrototypeOf(Uint8Array.prototype)]);
    for (const iterable of [[], new Map(), new Set(), ""]) {
        owners.push(["%Iterator%.prototype", Object.getPrototypeOf(/** @type {any} */ (iterable)[Symbol.iterator]())]);
    }
    for (const [owner, object] of owners) for (const key of ownKeys(object)) watchBuiltin(object, key, `${owner}.${String(key)}`);
    builtinCalls.length = 0;
};

/**
 * Returns the value that another realm gets of the value that a snapshot gave.
 * @param {any} snapshot
 */
const copy = (snapshot) => deserialize({ data: write(snapshot, []).text(), ports: [] }).data;

/**
 * Returns the message of a snapshot, with long bytes and strings beside the text.
 * @param {any} snapshot
 */
const messageOf = (snapshot) => write(snapshot, [], []).message();

/**
 * Returns the value that another realm gets of a snapshot by a message.
 * @param {any} snapshot
 */
const send = (snapshot) => {
    const { data, bytes } = messageOf(snapshot);
    return read(data, bytes && new Uint8Array(bytes));
};

/**
 * Returns the value of a message, which a hostile realm may have written.
 * @param {string} data @param {Uint8Array} [bytes]  The bytes beside it.
 */
const read = (data, bytes) => deserialize({ data, ports: [], bytes }).data;
