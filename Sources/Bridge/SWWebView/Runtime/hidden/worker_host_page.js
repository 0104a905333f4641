// The hidden page that holds an origin's workers. No other script runs in it. It starts and stops workers, and passes messages
// between them and the host.

import "./watch_requests.js";

{
    /**
     * The channel to the host, which the web-process extension provides.
     * @type {{post: (text: string, bytes?: ArrayBuffer) => boolean, hear: (callback: (text: string, bytes?: Uint8Array) => void) => void} | undefined}
     */
    const ends = /** @type {any} */ (self).___swwebviewChannel;
    const { post, hear } = ends ?? { post: () => true, hear() {} };
    /** @type {Map<number, Worker>} */
    const workers = new Map();

    /**
     * Rejects a command that the channel does not take.
     * @param {Worker} worker @param {string} text  The command; other messages have no reply.
     */
    const refuse = (worker, text) => {
        const index = /^\{"promiseIndex":(\d+),/.exec(text)?.[1];
        const error = { name: "QuotaExceededError", message: "The command is larger than 256 MiB." };
        if (index) worker.postMessage(JSON.stringify({ promiseIndex: Number(index), error }));
    };

    const start = (/** @type {{run: number, url: string, type: WorkerType}} */ { run, url, type }) => {
        const worker = new Worker(url, { type });
        workers.set(run, worker);
        worker.onmessage = ({ data }) => {
            const text = typeof data === "string" ? data : `${data?.text}`;
            if (!post(`${run}\n${text}`, data?.bytes)) refuse(worker, text);
        };
        worker.onerror = (event) => {
            event.preventDefault();
            post(`!${run}\n${event.message ?? ""}`);
        };
    };

    const stop = (/** @type {number} */ run) => {
        workers.get(run)?.terminate();
        workers.delete(run);
        post(`.${run}`);
    };

    /**
     * Sends a worker text and bytes. The bytes are copied, because WebKit transfers no buffer that C code has had.
     * @param {Worker | undefined} worker @param {string} text @param {Uint8Array} bytes
     */
    const postBytes = (worker, text, bytes) => {
        const copy = bytes.slice();
        worker?.postMessage({ text, bytes: copy }, [copy.buffer]);
    };

    /**
     * Takes the host's words: what for, on a line of its own, and the rest.
     * @param {string} text @param {Uint8Array} [bytes]  Bytes for a worker.
     */
    const take = (text, bytes) => {
        // hop
        const end = text.indexOf("\n");
        const what = text.slice(0, end), rest = text.slice(end + 1);
        if (what === "start") start(JSON.parse(rest));
        else if (what === "stop") stop(Number(rest));
        else if (bytes) postBytes(workers.get(Number(what)), rest, bytes);
        else workers.get(Number(what))?.postMessage(rest);
    };

    hear(take);
    const { webkit, ___swwebviewDocument: id } = /** @type {any} */ (self);
    webkit.messageHandlers.SWWorkerHost.postMessage(ends ? id : "");
}
