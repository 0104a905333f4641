// The socket between a page of the interface and the host. The host pushes; nothing is asked for again and again.

/** @type {WebSocket | undefined} */
let socket;

/**
 * Sends a message to the host. Without a connection it is dropped.
 * @param {object} message
 */
export const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
};

/**
 * Connects the page to the host.
 * @param {(frame: ArrayBuffer) => Promise<void>} show  Draws a frame of the view.
 * @param {(message: any) => void} take  Takes any other message.
 * @param {() => void} lose  Says that the host has ended.
 */
export const connect = (show, take, lose) => {
    const address = new URL("socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = address.hash = "";
    socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onmessage = async ({ data }) => {
        if (typeof data === "string") return take(JSON.parse(data));
        await show(data);
        send({ type: "frameShown" });
    };
    socket.onclose = () => {
        document.documentElement.dataset.connected = "false";
        lose();
    };
    socket.onopen = () => { document.documentElement.dataset.connected = "true"; };
};
