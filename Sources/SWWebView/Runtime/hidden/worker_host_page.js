// The hidden page that holds an origin's workers. No other script runs in it. It starts and stops workers, and passes messages
// between them and the host.
{
    const handler = /** @type {any} */ (self).webkit.messageHandlers.SWWorkerHost;
    /** The channel to the host, which the web-process extension provides; without one there are messages and a stream. */
    const channel = /** @type {any} */ (self).___swwebviewChannel;
    /** @type {(text: string, bytes?: ArrayBuffer) => void} */
    const post = channel ? channel.post : (text) => handler.postMessage(text);
    /** @type {Map<number, Worker>} */
    const workers = new Map();
    /**
     * Bodies on their way to workers.
     * @type {Map<string, Promise<ReadableStreamDefaultReader<Uint8Array>>>}
     */
    const bodies = new Map();

    /**
     * Takes a piece of a response to the host, and tells the worker whether more are wanted.
     * @param {Worker} worker @param {number} run @param {any} message
     */
    const takePiece = async (worker, run, { body, index, piece, isLast, error }) => {
        if (channel) return post(`${run}\nB${body} ${index} ${isLast ? 1 : 0} ${error === undefined ? 0 : 1}\n${error ?? ""}`, piece);
        const query = `run=${run}&body=${Number(body)}&index=${Number(index)}`;
        const end = error !== undefined ? `&error=${encodeURIComponent(`${error}`)}` : isLast ? "&last=1" : "";
        let isWanted = false;
        try {
            const response = await fetch(`/___worker___/piece?${query}${end}`, { method: "POST", body: piece, cache: "no-store" });
            isWanted = response.status === 204;
        } catch {
            // The host does not want the piece.
        }
        worker.postMessage({ taken: body, isWanted });
    };

    /**
     * Gives a worker the next piece of a body that the host holds.
     * @param {Worker} worker @param {number} run @param {any} message
     */
    const givePiece = async (worker, run, { pull }) => {
        const key = `${run}/${pull}`;
        try {
            let opening = bodies.get(key);
            if (!opening) {
                opening = fetch(`/___worker___/body?run=${run}&name=${encodeURIComponent(`${pull}`)}`).then((response) => {
                    if (!response.ok || !response.body) throw new TypeError("The body is gone");
                    return response.body.getReader();
                });
                bodies.set(key, opening);
            }
            const { done, value } = await (await opening).read();
            if (done) {
                bodies.delete(key);
                return worker.postMessage({ pulled: pull });
            }
            const bytes = value.byteLength === value.buffer.byteLength ? value : value.slice();
            worker.postMessage({ pulled: pull, bytes }, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
        } catch (error) {
            bodies.delete(key);
            worker.postMessage({ pulled: pull, error: `${error}` });
        }
    };

    const dropBody = (/** @type {string} */ key) => {
        const opening = bodies.get(key);
        bodies.delete(key);
        opening?.then((reader) => reader.cancel()).catch(() => {});
    };

    const start = (/** @type {{run: number, url: string, type: WorkerType}} */ { run, url, type }) => {
        const worker = new Worker(url, { type });
        workers.set(run, worker);
        worker.onmessage = ({ data }) => {
            if (typeof data === "string") post(`${run}\n${data}`);
            else if (data?.body !== undefined) takePiece(worker, run, data);
            else if (data?.pull !== undefined) givePiece(worker, run, data);
            else if (data?.drop !== undefined) dropBody(`${run}/${data.drop}`);
        };
        worker.onerror = (event) => {
            event.preventDefault();
            post(`!${run}\n${event.message ?? ""}`);
        };
    };

    const stop = (/** @type {number} */ run) => {
        workers.get(run)?.terminate();
        workers.delete(run);
        for (const key of bodies.keys()) if (key.startsWith(`${run}/`)) dropBody(key);
    };

    /**
     * Takes the host's words: what for, on a line of its own, and the rest.
     * @param {string} text
     */
    const take = (text) => {
        const end = text.indexOf("\n");
        const what = text.slice(0, end), rest = text.slice(end + 1);
        if (what === "start") start(JSON.parse(rest));
        else if (what === "stop") stop(Number(rest));
        else workers.get(Number(what))?.postMessage(rest);
    };

    if (channel) {
        channel.hear(take);
        handler.postMessage(`#${/** @type {any} */ (self).___swwebviewDocument}`);
    } else {
        new EventSource("/___worker___/events").onmessage = ({ data }) => take(data);
    }
}
