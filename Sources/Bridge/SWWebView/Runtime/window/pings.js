// The pings of links to addresses of the bridge's scheme. WebKit sends those to http(s) addresses itself.
// Source: HTML, "hyperlink auditing", https://html.spec.whatwg.org/multipage/links.html#hyperlink-auditing

import { brandOf, getterOf, uncurry } from "../shared/primordials.js";
import { listen, NativeEvent, nativeSetTimeout, NativeURL } from "../shared/web_primordials.js";
import { sendPing } from "./beacon.js";
import { hasAttribute, isPrevented } from "./forms.js";

const composedPath = uncurry(NativeEvent.prototype.composedPath);
const eventButton = getterOf(MouseEvent.prototype, "button");
const isMouseEvent = brandOf(eventButton);
const tokens = uncurry(String.prototype.match);
/** @type {{is: (value: unknown) => boolean, ping: Function, href: Function}[]} */
const links = [];
for (const { prototype } of [HTMLAnchorElement, HTMLAreaElement]) {
    const ping = getterOf(prototype, "ping");
    links[links.length] = { is: brandOf(ping), ping, href: getterOf(prototype, "href") };
}

/** @param {EventTarget[]} path  Of a click, from the inside. Sends the pings of the link that the click follows. */
const sendPings = (path) => {
    for (let index = 0; index < path.length; index++) {
        for (let kind = 0; kind < links.length; kind++) {
            const { is, ping, href } = links[kind], link = /** @type {any} */ (path[index]);
            if (!is(link) || !hasAttribute(link, "href")) continue;
            const addresses = tokens(ping(link), /[^ \t\n\f\r]+/g) ?? [], { baseURI } = document;
            for (let number = 0; number < addresses.length; number++) {
                try {
                    const url = new NativeURL(addresses[number], baseURI);
                    if (url.protocol === "sw:") sendPing(url.href, href(link));
                } catch {
                    // An address that cannot be parsed gets no ping.
                }
            }
            return;
        }
    }
};

/** @param {Event} event */
const clicked = (event) => {
    if (!isMouseEvent(event) || eventButton(event) > 1) return;
    const path = composedPath(event);
    // Another listener may prevent the link from being followed.
    nativeSetTimeout(() => { if (!isPrevented(event)) sendPings(path); }, 0);
};

export const exposePings = () => {
    listen(self, "click", clicked, true);
    listen(self, "auxclick", clicked, true);
};
