// Images and media elements that are in no document. The web-process extension searches documents for the element of a request, so a
// frame has to announce the requests of these.

import { notifyNow } from "../shared/bridge.js";
import { documentPolicy, markPair } from "../shared/marks.js";
import { parsedURL, withoutFragment } from "../shared/page_urls.js";
import {
    apply, brandOf, defineProperty, getOwnPropertyDescriptor, getterOf, startsWith,
} from "../shared/primordials.js";
import { looksNative, replaceConstructor } from "../shared/webidl.js";
import { documentID } from "./document.js";

const nodeIsConnected = getterOf(Node.prototype, "isConnected");
const imageCrossOrigin = getterOf(HTMLImageElement.prototype, "crossOrigin");
const imageReferrerPolicy = getterOf(HTMLImageElement.prototype, "referrerPolicy");
const mediaCrossOrigin = getterOf(HTMLMediaElement.prototype, "crossOrigin");
const mediaSource = getterOf(HTMLMediaElement.prototype, "src");
const isImage = brandOf(imageCrossOrigin), isMedia = brandOf(mediaCrossOrigin);
const isVideo = brandOf(getterOf(HTMLVideoElement.prototype, "videoWidth"));

/** @param {any} element @param {string} value  The address, as it was written. */
const announce = (element, value) => {
    const image = isImage(element);
    if (!(image || isMedia(element)) || nodeIsConnected(element)) return;
    const policy = image ? imageReferrerPolicy(element) : "";
    // A request that no frame announced counts as the page's.
    if (parent === self && !policy) return;
    let url;
    try {
        url = withoutFragment(parsedURL(value));
    } catch {
        return;
    }
    if (!startsWith(url, "sw:")) return;
    const crossOrigin = image ? imageCrossOrigin(element) : mediaCrossOrigin(element);
    let mark = markPair("destination", image ? "image" : isVideo(element) ? "video" : "audio");
    if (crossOrigin !== null) mark += markPair("mode", "cors");
    if (crossOrigin === "use-credentials") mark += markPair("credentials", "include");
    mark += policy ? markPair("referrerPolicy", policy) : documentPolicy();
    notifyNow("/Client/asks", { document: documentID, url, mark });
};

/** @param {object} prototype */
const watch = (prototype) => {
    const descriptor = getOwnPropertyDescriptor(prototype, "src");
    if (!descriptor?.set) return;
    const nativeSet = descriptor.set;
    const { set } = /** @type {any} */ (getOwnPropertyDescriptor({
        set src(/** @type {any} */ value) {
            const text = typeof value === "object" ? value : `${value}`;
            if (typeof text === "string") announce(this, text);
            apply(nativeSet, this, [text]);
        },
    }, "src"));
    defineProperty(prototype, "src", { ...descriptor, set: looksNative(set, "src") });
};

export const exposeDetachedElements = () => {
    watch(HTMLImageElement.prototype);
    watch(HTMLMediaElement.prototype);
    replaceConstructor(Audio, (args, make) => {
        const element = make(args);
        const source = mediaSource(element);
        if (source) announce(element, source);
        return element;
    });
};
