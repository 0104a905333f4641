// In a worker: reports its console, and the errors that nobody caught, before the worker sends anything else. A worker has no script
// message handler, so that `post` sends requests.

import { hookAddListener, hookApply, post, setHookSend } from "../../../Simulator/Simulator/Console/base.js";
import { inspect } from "../../../Simulator/Simulator/Console/format.js";

const WorkerRequest = XMLHttpRequest;
const workerOpen = WorkerRequest.prototype.open;
const workerSend = WorkerRequest.prototype.send;
const workerHeader = WorkerRequest.prototype.setRequestHeader;

setHookSend((text) => {
    const request = new WorkerRequest();
    hookApply(workerOpen, request, ['POST', self.origin + '/___testing___/console', false]);
    hookApply(workerHeader, request, [ownHeader, '1']);
    hookApply(workerSend, request, [text]);
});

/** @param {string} text */
const postWorkerError = (text) => post({ __proto__: null, type: 'console', level: 'error', text });

hookApply(hookAddListener, self, [
    'error',
    (/** @type {any} */ event) => {
        const place = event.filename ? ' (' + event.filename + ':' + event.lineno + ':' + event.colno + ')' : '';
        if (!event.defaultPrevented) postWorkerError('Uncaught in a worker: ' + event.message + place);
    },
]);
hookApply(hookAddListener, self, [
    'unhandledrejection',
    (/** @type {any} */ event) => {
        if (!event.defaultPrevented) postWorkerError('Unhandled rejection in a worker: ' + inspect(event.reason));
    },
]);
