// The hidden page that an origin's shared workers are made in. It does as the host says, and tells what goes wrong.

import "./watch_requests.js";

/** @type {Map<string, Worker>} */
const workers = new Map();

/** @param {string} text */
const tell = (text) => /** @type {any} */ (self).webkit.messageHandlers.SWSharedWorkers.postMessage(text);

/** @param {string} id @param {boolean} isLate @param {{message?: string, filename?: string, lineno?: number, colno?: number}} error */
const tellError = (id, isLate, { message = "", filename = "", lineno = 0, colno = 0 }) =>
    tell(`${id}\n${isLate ? "late" : ""}\n${JSON.stringify({ message, filename: filename.replace(/#___sw\?.*/, ""), lineno, colno })}`);

/** @param {{id: string, url: string, shown: string, options: WorkerOptions}} order  `shown`: the address as scripts know it. */
const startWorker = ({ id, url, shown, options }) => {
    try {
        const worker = new Worker(url, options);
        workers.set(id, worker);
        let isLate = false;
        worker.onmessage = () => { isLate = true; };
        worker.onerror = ({ message, filename, lineno, colno }) =>
            tellError(id, isLate, { message, filename: filename === url ? shown : filename, lineno, colno });
    } catch (error) {
        tellError(id, false, { message: `${error}` });
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
