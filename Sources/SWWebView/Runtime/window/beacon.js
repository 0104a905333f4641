// navigator.sendBeacon, which WebKit does not send on a custom scheme: the host posts it, also when the page is gone.
// Source: W3C Beacon, https://www.w3.org/TR/beacon/#sendbeacon-method

/** The most bytes that a beacon may have. */
const beaconLimit = 65536;

/**
 * The body's bytes and content type, at once: the page may be about to go.
 * @param {any} data
 */
const beaconBody = (data) => {
    if (data == null) return { bytes: new NativeUint8Array(0), type: undefined };
    if (isBlob(data) || data instanceof NativeFormData) {
        const { blob, type } = asBlob(data);
        return blobSize(blob) > beaconLimit ? undefined : { bytes: bytesNow(blob), type: type || undefined };
    }
    if (data instanceof NativeURLSearchParams) {
        return { bytes: new TextEncoder().encode(`${data}`), type: "application/x-www-form-urlencoded;charset=UTF-8" };
    }
    if (data instanceof ArrayBuffer) return { bytes: new NativeUint8Array(data), type: undefined };
    if (ArrayBuffer.isView(data)) {
        return { bytes: new NativeUint8Array(data.buffer, data.byteOffset, data.byteLength), type: undefined };
    }
    return { bytes: new TextEncoder().encode(`${data}`), type: "text/plain;charset=UTF-8" };
};

const wrappedBeacon = {
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
