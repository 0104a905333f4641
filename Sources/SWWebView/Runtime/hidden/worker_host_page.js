// The hidden page that holds an origin's workers. No other script runs in it. It starts and stops workers, and passes messages
// between them and the host.
{
    /**
     * The channel to the host, which the web-process extension provides.
     * @type {{post: (text: string, bytes?: ArrayBuffer) => void, hear: (callback: (text: string) => void) => void} | undefined}
     */
    const ends = /** @type {any} */ (self).___swwebviewChannel;
    const { post, hear } = ends ?? { post() {}, hear() {} };
    /** @type {Map<number, Worker>} */
    const workers = new Map();
    /**
     * Bodies on their way to workers.
     * @type {Map<string, Promise<ReadableStreamDefaultReader<Uint8Array>>>}
     */
    const bodies = new Map();

    /**
     * Takes a piece of a response to the host, which tells the worker whether more are wanted.
     * @param {number} run @param {any} message
     */
    const takePiece = (run, { body, index, piece, isLast, error }) =>
        post(`${run}\nB${body} ${index} ${isLast ? 1 : 0} ${error === undefined ? 0 : 1}\n${error ?? ""}`, piece);

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
            else if (data?.body !== undefined) takePiece(run, data);
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

    hear(take);
    const { webkit, ___swwebviewDocument: id } = /** @type {any} */ (self);
    webkit.messageHandlers.SWWorkerHost.postMessage(ends ? id : "");
}
