// A frame's messages to the host go up as script messages.

const bridgeOrigin = self.origin;
const isBridged = bridgeOrigin.startsWith("sw://");
const messageHandler = isBridged ? /** @type {any} */ (self).webkit.messageHandlers.SWWebView : undefined;
const nativePostMessage = messageHandler && uncurry(messageHandler.postMessage);

const eventsURL = () => `${bridgeOrigin}/___events___?path=${encodeComponent(location.pathname)}&document=${documentID}`;

/** @param {string} text */
const postToHost = (text) => nativePostMessage(messageHandler, text);
/** Posts a message that the host gets before anything that is requested next. */
const postToHostNow = postToHost;
/** Whether the document is the one that is shown. In the back-forward cache it asks for nothing. */
const isActive = () => !isGone;
