// A frame's messages to the host go up as script messages.

import { bridgeOrigin, isBridged } from "../shared/origin.js";
import { encodeComponent, uncurry } from "../shared/primordials.js";
import { documentID, isGone } from "./document.js";

const messageHandler = isBridged ? /** @type {any} */ (self).webkit.messageHandlers.SWWebView : undefined;
const nativePostMessage = messageHandler && uncurry(messageHandler.postMessage);

export const eventsURL = () => `${bridgeOrigin}/___events___?path=${encodeComponent(location.pathname)}&document=${documentID}`;

/** @param {string} text */
export const postToHost = (text) => nativePostMessage(messageHandler, text);
/** Posts a message that the host gets before anything that is requested next. */
export const postToHostNow = postToHost;
/** Whether the document is the one that is shown. In the back-forward cache it asks for nothing. */
export const isActive = () => !isGone;
