// Reports of web sockets, for a host that records the network: WebKit tells the host nothing of a socket's messages.

import { base64, subarray } from "./base64.js";
import { isBlob } from "./bodies.js";
import { toUSVString } from "./conversions.js";
import { apply, getterOf, NativeUint8Array, PrivateWeakMap, slice, then } from "./primordials.js";
import { bytesSent, isBuffer, isView } from "./views.js";
import { blobBytes, blobSize, blobSlice, listen, messageData, NativeWebSocket } from "./web_primordials.js";
import { replaceMethod, resolvedPromise } from "./webidl.js";
import { notify } from "realm/bridge";

/** The longest part of a message that is reported, in characters or bytes. */
const mostReported = 65536;
const nativeSocketSend = NativeWebSocket.prototype.send;
const socketProtocol = getterOf(NativeWebSocket.prototype, "protocol");
const closeCode = getterOf(CloseEvent.prototype, "code"), closeReason = getterOf(CloseEvent.prototype, "reason");

/** @typedef {{ id: string, last: Promise<unknown> | undefined }} ReportedSocket  Its name for the host, and the report that is being made. */

/**
 * The sockets that are reported.
 * @type {WeakMap<WebSocket, ReportedSocket>}
 */
const reportedSockets = new PrivateWeakMap();

/**
 * Reports an event after the events before it.
 * @param {ReportedSocket} socket @param {object} event
 */
const reportSocket = (socket, event) => {
    const tell = () => notify("/WebSocket/report", { id: socket.id, ...event });
    if (socket.last) socket.last = then(socket.last, tell);
    else tell();
};

/** @param {ReportedSocket} socket @param {"send" | "receive"} direction @param {any} data */
const reportMessage = (socket, direction, data) => {
    if (typeof data === "string") {
        return reportSocket(socket, { direction, text: slice(data, 0, mostReported), size: data.length });
    }
    if (!isBlob(data)) {
        const bytes = bytesSent(data);
        return reportSocket(socket, { direction, bytes: base64(subarray(bytes, 0, mostReported)), size: bytes.length });
    }
    const size = blobSize(data);
    const content = blobBytes(blobSlice(data, 0, mostReported));
    socket.last = then(socket.last ?? resolvedPromise(), () => then(content, (/** @type {ArrayBuffer} */ buffer) =>
        notify("/WebSocket/report", { id: socket.id, direction, bytes: base64(new NativeUint8Array(buffer)), size }), () => {}));
};

/** @param {WebSocket} socket @param {string} id  The name that the host gave it. */
export const observeSocket = (socket, id) => {
    /** @type {ReportedSocket} */
    const reported = { id, last: undefined };
    reportedSockets.set(socket, reported);
    /** @param {string} type @param {(event: any) => void} report */
    const hearSocket = (type, report) => listen(socket, type, (/** @type {Event} */ event) => { if (event.isTrusted) report(event); });
    hearSocket("open", () => reportSocket(reported, { opened: socketProtocol(socket) }));
    hearSocket("message", (event) => reportMessage(reported, "receive", messageData(event)));
    hearSocket("close", (event) => reportSocket(reported, { code: closeCode(event), reason: closeReason(event) }));
};

/** @param {unknown} data */
const isBinary = (data) => {
    if (typeof data !== "object" || data === null) return false;
    return isBlob(data) || isView(data) || isBuffer(data);
};

const { send: sendReported } = {
    /** @this {WebSocket} @param {any} data */
    send(data) {
        const socket = reportedSockets.get(this);
        if (!socket || !arguments.length) return apply(nativeSocketSend, this, arguments);
        const sent = isBinary(data) ? data : toUSVString(data);
        apply(nativeSocketSend, this, [sent]);
        reportMessage(socket, "send", sent);
    },
};

export const exposeSocketReports = () => replaceMethod(NativeWebSocket.prototype, "send", sendReported);
