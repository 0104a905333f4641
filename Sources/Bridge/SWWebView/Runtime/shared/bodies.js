// Request bodies as bytes. WebKitGTK cannot hand a body with a Blob or a File to the host, so such a body becomes bytes, with
// the content type it would have had, before it leaves the page.

import { multipart } from "./multipart.js";
import { brandOf } from "./primordials.js";
import { blobSize, blobType, formForEach, isFormData, NativeBlob } from "./web_primordials.js";

export const isBlob = /** @type {(value: unknown) => value is Blob} */ (brandOf(blobSize));

/**
 * Whether a body holds a Blob or a File.
 * @param {unknown} body
 */
export const needsBytes = (body) => {
    if (isBlob(body)) return true;
    if (!isFormData(body)) return false;
    let found = false;
    formForEach(body, (/** @type {unknown} */ value) => { found ||= isBlob(value); });
    return found;
};

/**
 * The Blob of a request to the host. A simulated iOS loses Blobs and files, as `WKURLSchemeTask` does, and keeps the headers.
 * Source: https://github.com/apache/cordova-ios/issues/1074, https://github.com/Cap-go/capacitor-inappbrowser/pull/592
 * @param {Blob} blob
 */
export const sentBlob = (blob) => losesFiles ? new NativeBlob([]) : blob;

/**
 * The Blob that has a body's bytes, and the content type that the request gets unless it has one.
 * @param {Blob | FormData} body
 * @returns {{blob: Blob, type: string}}
 */
export const asBlob = (body) => isBlob(body) ? { blob: body, type: blobType(body) } : multipart(body);
