// navigator.sendBeacon, which WebKit does not send on a custom scheme: the host posts it, also when the page is gone.
// Source: W3C Beacon, https://www.w3.org/TR/beacon/#sendbeacon-method

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
