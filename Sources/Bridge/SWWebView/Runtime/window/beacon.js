// navigator.sendBeacon, which WebKit does not send on a custom scheme: the host posts it, also when the page is gone.
// Source: W3C Beacon, https://www.w3.org/TR/beacon/#sendbeacon-method

import { base64 } from "../shared/base64.js";
import { bytesNow } from "../shared/blob_reads.js";
import { asBlob, isBlob } from "../shared/bodies.js";
import { notify } from "../shared/bridge.js";
import { toUSVString } from "../shared/conversions.js";
import { brandOf, NativeTypeError, NativeUint8Array, uncurry } from "../shared/primordials.js";
import { encodeText } from "../shared/response_bodies.js";
import { bytesSent, isBuffer, isView } from "../shared/views.js";
import { blobSize, isFormData, NativeURL, NativeURLSearchParams } from "../shared/web_primordials.js";

/** The most bytes that a beacon may have. */
const beaconLimit = 65536;
const searchParamsText = uncurry(NativeURLSearchParams.prototype.toString);
const isSearchParams = brandOf(searchParamsText);

/**
 * The body's bytes and content type, at once: the page may be about to go.
 * @param {any} data
 */
const beaconBody = (data) => {
    if (data == null) return { bytes: new NativeUint8Array(0), type: undefined };
    if (isBlob(data) || isFormData(data)) {
        const { blob, type } = asBlob(data);
        return blobSize(blob) > beaconLimit ? undefined : { bytes: bytesNow(blob), type: type || undefined };
    }
    if (isSearchParams(data)) {
        return { bytes: encodeText(searchParamsText(data)), type: "application/x-www-form-urlencoded;charset=UTF-8" };
    }
    if (isBuffer(data) || isView(data)) return { bytes: bytesSent(data), type: undefined };
    return { bytes: encodeText(toUSVString(data)), type: "text/plain;charset=UTF-8" };
};

export const wrappedBeacon = {
    /** @param {string | URL} url @param {any} [data] */
    sendBeacon(url, data) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        let target;
        try {
            target = new NativeURL(`${url}`, document.baseURI);
        } catch {
            throw new NativeTypeError("This URL is not valid");
        }
        const { protocol } = target;
        if (protocol !== "http:" && protocol !== "https:" && protocol !== "sw:") {
            throw new NativeTypeError("Beacons can only be sent over HTTP(S)");
        }
        const body = beaconBody(data);
        if (!body || body.bytes.length > beaconLimit) return false;
        notify("/Navigator/sendBeacon", { url: target.href, type: body.type, data: base64(body.bytes) });
        return true;
    },
}.sendBeacon;
