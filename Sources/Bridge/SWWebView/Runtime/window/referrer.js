// document.referrer, which WebKit leaves empty on a custom scheme: the host stores the referrer of each navigation.
// Source: HTML, https://html.spec.whatwg.org/multipage/dom.html#dom-document-referrer

import { getterOf } from "../shared/primordials.js";
import { replaceGetter } from "../shared/webidl.js";
import { endsAtHand } from "./channel.js";

export const exposeReferrer = () => {
    const nativeReferrer = getterOf(Document.prototype, "referrer");
    /** @type {string | undefined} */
    let referrer;
    replaceGetter(Document.prototype, "referrer", (owner) => {
        const told = nativeReferrer(owner);
        if (owner !== document || told !== "") return told;
        referrer ??= endsAtHand?.ask("referrer") ?? "";
        return referrer;
    });
};
