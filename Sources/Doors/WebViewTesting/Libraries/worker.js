// In a worker: its console, and the errors that nobody caught, told to the runner before the worker says anything else. The
// parts of the page's hook that come before this file find no script message handler here: `post` has another way.

const WorkerRequest = XMLHttpRequest;
const workerOpen = WorkerRequest.prototype.open;
const workerSend = WorkerRequest.prototype.send;
const workerHeader = WorkerRequest.prototype.setRequestHeader;

hookSend = (text) => {
    const request = new WorkerRequest();
    hookApply(workerOpen, request, ['POST', self.origin + '/___testing___/console', false]);
    hookApply(workerHeader, request, [ownHeader, '1']);
    hookApply(workerSend, request, [text]);
};

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
