// The hidden page that an origin's shared workers are made in. It does as the host says, and tells what goes wrong.

/** @type {Map<string, Worker>} */
const workers = new Map();

/** @param {string} text */
const tell = (text) => /** @type {any} */ (self).webkit.messageHandlers.SWSharedWorkers.postMessage(text);

/** @param {{id: string, url: string, options: WorkerOptions}} order */
const startWorker = ({ id, url, options }) => {
    try {
        const worker = new Worker(url, options);
        workers.set(id, worker);
        worker.onerror = ({ message, filename, lineno }) => {
            const place = filename?.replace(/#___sw\?.*/, "");
            tell(`${id}\n${message ? `${message} (${place}:${lineno})` : "its script did not load"}`);
        };
    } catch (error) {
        tell(`${id}\n${error}`);
    }
};

/** @param {string} id */
const stopWorker = (id) => {
    workers.get(id)?.terminate();
    workers.delete(id);
};

// For the host, which has no other way in.
Object.assign(self, { startWorker, stopWorker });
tell("");
