// The sizes of bodies of responses that scripts make, so that a small one need not be read as a stream.

import { isBlob } from "./bodies.js";
import { toWellFormed } from "./conversions.js";
import { byteLength } from "./pieces.js";
import {
    apply, construct, defineProperty, freeze, getOwnPropertyDescriptor, getterOf, PrivateWeakMap,
} from "./primordials.js";
import { responseMember } from "./responses.js";
import { isBuffer, isView } from "./views.js";
import { blobSize, NativeReadableStream, NativeResponse, responseBodyText } from "./web_primordials.js";
import { looksNative, replaceGetter, replaceMethod } from "./webidl.js";

const responsePrototype = NativeResponse.prototype;
export const isBodyUsed = getterOf(responsePrototype, "bodyUsed");
export const isStreamLocked = getterOf(NativeReadableStream.prototype, "locked");

const longestText = 1 << 14;

/**
 * A response's body as far as it is known: its size, null where there is none, and a short text.
 * @typedef {{size?: number | null, text?: string}} MadeBody
 */
/**
 * The bodies of responses that were made of whole bodies, and have not given their streams away.
 * @type {WeakMap<Response, MadeBody>}
 */
const madeBodies = new PrivateWeakMap();
/** @type {MadeBody} */
const unknownBody = freeze({ __proto__: null, size: undefined, text: undefined });
/** @type {MadeBody} */
const noBody = freeze({ __proto__: null, size: null, text: undefined });

/** @param {Response} response @param {MadeBody} body */
export const noteBody = (response, body) => madeBodies.set(response, body);

/** @param {Response} response @returns {MadeBody} */
export const bodyOf = (response) => madeBodies.get(response) ?? unknownBody;

/** @param {unknown} body  An argument of the constructor. @returns {MadeBody | undefined} */
const madeBody = (body) => {
    if (typeof body === "string") return { size: body.length, text: body.length <= longestText ? body : undefined };
    if (body === null || body === undefined) return noBody;
    if (isBlob(body)) return { size: blobSize(body), text: undefined };
    return isBuffer(body) || isView(body) ? { size: byteLength(body), text: undefined } : undefined;
};

const wrappedResponse = new Proxy(NativeResponse, /** @type {any} */ ({ __proto__: null,
    /** @param {any} target @param {any[]} args @param {any} newTarget */
    construct(target, args, newTarget) {
        // WebKit is slower where another constructor takes the place of its own.
        const response = construct(target, args, newTarget === wrappedResponse ? target : newTarget);
        const body = madeBody(args[0]);
        if (body) noteBody(response, body);
        return response;
    },
}));

/**
 * Takes the body of a response that was made of a short text, so that it need not be read.
 * @param {Response} response  A response whose body was not read. @param {string} text
 * @returns {string}  Text that has bytes in UTF-8.
 */
export const takeText = (response, text) => {
    responseBodyText(response); // Nobody else reads it from now on. WebKit takes longer for other kinds of bodies.
    return toWellFormed(text);
};

/** @param {Response} response */
export const isBodyLocked = (response) => {
    if (bodyOf(response).size !== undefined) return false;
    const body = responseMember(response, "body");
    return body !== null && isStreamLocked(body);
};

export const exposeResponseBodies = () => {
    const descriptor = /** @type {any} */ (getOwnPropertyDescriptor(self, "Response"));
    defineProperty(self, "Response", { ...descriptor, value: looksNative(wrappedResponse, "Response") });
    defineProperty(responsePrototype, "constructor", { value: wrappedResponse, writable: true, configurable: true });
    replaceGetter(responsePrototype, "body", (/** @type {Response} */ response) => {
        const body = responseMember(response, "body");
        if (body) madeBodies.delete(response);
        return body;
    });
    const { clone } = responsePrototype;
    replaceMethod(responsePrototype, "clone", {
        /** @this {Response} */
        clone() {
            const copy = apply(clone, this, []);
            const body = madeBodies.get(this);
            if (body) noteBody(copy, body);
            return copy;
        },
    }.clone);
};
