// navigator.sendBeacon, which WebKit does not send on a custom scheme: the host posts it, also when the page is gone.
// Source: W3C Beacon, https://www.w3.org/TR/beacon/#sendbeacon-method

import { base64, encodeText } from "../shared/base64.js";
import { bytesNow } from "../shared/blob_reads.js";
import { carriesBytes, notify, send } from "../shared/bridge.js";
import { extract } from "../shared/extract.js";
import { keepaliveLimit } from "../shared/pieces.js";
import { NativeTypeError, NativeUint8Array, then } from "../shared/primordials.js";
import { blobSize, NativeURL } from "../shared/web_primordials.js";

const path = "/Navigator/sendBeacon";

/** The bytes of beacons that are not answered yet. */
let inFlight = 0;
/** The number of beacons that went without an event stream. */
let count = 0;
/**
 * Hands a beacon to the host. An event stream ends with its document, and so does what waits for the stream: there the beacon goes
 * by itself, and a second command asks for its end.
 * @param {{url: string, type?: string, data: string, ping?: string}} beacon @param {number} size
 */
const post = (beacon, size) => {
    inFlight += size;
    const ended = () => { inFlight -= size; };
    if (carriesBytes()) {
        then(send(path, beacon), ended, ended);
    } else {
        notify(path, { __proto__: null, ...beacon, number: ++count });
        then(send(`${path}/end`, count), ended, ended);
    }
};

/**
 * Sends the ping of a link.
 * @param {string} url  The address that gets it. @param {string} target  The address of the link.
 */
export const sendPing = (url, target) => {
    if (inFlight < keepaliveLimit) post({ url, ping: target, data: "" }, 4);
};

/**
 * The body's bytes and content type, at once: the page may be about to go.
 * @param {any} data
 */
const beaconBody = (data) => {
    if (data == null) return { bytes: new NativeUint8Array(0), type: undefined };
    const { blob, part, type } = extract(data);
    if (blob) return blobSize(blob) > keepaliveLimit ? undefined : { bytes: bytesNow(blob), type: type || undefined };
    return { bytes: typeof part === "string" ? encodeText(part) : part ?? new NativeUint8Array(0), type: type || undefined };
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
        if (!body || inFlight + body.bytes.length > keepaliveLimit) return false;
        post({ url: target.href, type: body.type, data: base64(body.bytes) }, body.bytes.length);
        return true;
    },
}.sendBeacon;
