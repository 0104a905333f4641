// WebSocket: the host tells which server is behind an address, since WebKit knows no server of the bridge's scheme.
// Source: WebSockets, https://websockets.spec.whatwg.org/#the-websocket-interface

import { toUSVString } from "./conversions.js";
import { documentMark } from "./marks.js";
import { bridgeOrigin } from "./origin.js";
import {
    bare, construct, defineProperty, encodeComponent, getOwnPropertyDescriptor, getterOf, indexOf, parse,
    PrivateWeakMap, slice, uncurry,
} from "./primordials.js";
import { exposeSocketReports, observeSocket } from "./socket_reports.js";
import { NativeURL, NativeWebSocket, NativeXMLHttpRequest, urlHref, urlProtocol } from "./web_primordials.js";
import { looksNative, replaceGetter } from "./webidl.js";

const webSocketURL = getterOf(NativeWebSocket.prototype, "url");
const openQuestion = uncurry(NativeXMLHttpRequest.prototype.open);
const sendQuestion = uncurry(NativeXMLHttpRequest.prototype.send);
const answerText = getterOf(NativeXMLHttpRequest.prototype, "responseText");
const socketSchemes = /** @type {any} */ ({ __proto__: null, "sw:": "wss:", "https:": "wss:", "http:": "ws:", "wss:": "wss:", "ws:": "ws:" });

/** The broadcast address, to which the system makes no connections: a socket to it fails at once. */
const unreachableURL = "ws://255.255.255.255/";

/**
 * The addresses that scripts gave, in full.
 * @type {WeakMap<WebSocket, string>}
 */
const socketURLs = new PrivateWeakMap();

/**
 * The address that a script sees; undefined for an address that WebKit refuses.
 * @param {string} text
 */
const fullSocketURL = (text) => {
    try {
        const url = new NativeURL(text, document.baseURI);
        const protocol = urlProtocol(url), scheme = socketSchemes[protocol];
        return scheme && `${scheme}${slice(urlHref(url), protocol.length)}`;
    } catch {
        return undefined;
    }
};

/**
 * The address to connect to, and the name for reports where the host wants them. A socket that cannot be connected gets an address
 * that fails, and the console gets the reason.
 * @param {string} url
 * @returns {{ address: string, report: string | undefined }}
 */
const connectionTo = (url) => {
    let answer;
    try {
        const request = new NativeXMLHttpRequest();
        openQuestion(request, "GET", `${bridgeOrigin}/___socket___?url=${encodeComponent(url)}${documentMark()}`, false);
        sendQuestion(request);
        answer = bare(parse(answerText(request)));
    } catch {
        return { address: url, report: undefined }; // The page's policy forbids the question, and WebKit then forbids the connection.
    }
    if (answer.url !== undefined) return { address: answer.url, report: answer.report };
    console.error(`WebSocket connection to '${url}' failed: ${answer.error}`);
    return { address: unreachableURL, report: undefined };
};

const wrappedWebSocket = new Proxy(NativeWebSocket, /** @type {any} */ ({ __proto__: null,
    /** @param {any} target @param {any[]} args @param {any} newTarget */
    construct(target, args, newTarget) {
        if (!args.length) return construct(target, args, newTarget);
        const text = toUSVString(args[0]);
        const url = fullSocketURL(text);
        // WebKit complains about a fragment, and about what is no address.
        if (url === undefined || indexOf(url, "#") >= 0) return construct(target, [url ?? text, args[1]], newTarget);
        const { address, report } = connectionTo(url);
        const socket = construct(target, [address, args[1]], newTarget);
        socketURLs.set(socket, url);
        if (report) observeSocket(socket, report);
        return socket;
    },
}));

export const exposeWebSocket = () => {
    exposeSocketReports();
    defineProperty(self, "WebSocket", {
        .../** @type {any} */ (getOwnPropertyDescriptor(self, "WebSocket")), value: looksNative(wrappedWebSocket, "WebSocket"),
    });
    defineProperty(NativeWebSocket.prototype, "constructor", { value: wrappedWebSocket, writable: true, configurable: true });
    replaceGetter(NativeWebSocket.prototype, "url", (/** @type {WebSocket} */ socket) => socketURLs.get(socket) ?? webSocketURL(socket));
};
