// How a frame's messages go up to the host: as script messages.

const bridgeOrigin = self.origin;
const isBridged = bridgeOrigin.startsWith("sw://");
const messageHandler = isBridged ? /** @type {any} */ (self).webkit.messageHandlers.SWWebView : undefined;
const nativePostMessage = messageHandler && uncurry(messageHandler.postMessage);

const eventsURL = () => `${bridgeOrigin}/___events___?path=${encodeURIComponent(location.pathname)}&f=${documentID}`;

/** @param {string} text */
const postToHost = (text) => nativePostMessage(messageHandler, text);
/** The same, with the certainty that the host has it before anything that is asked for next. */
const postToHostNow = postToHost;
/** Whether the document is the one that is shown. In the back-forward cache it asks for nothing. */
const isActive = () => !isGone;
