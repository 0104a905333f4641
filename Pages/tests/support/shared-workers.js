// Functions that the shared worker suites share: workers that evaluate the messages that they receive.

const sharedScript = 'shared-workers/resources/echo.js';

/**
 * Asks a worker to evaluate an expression.
 * @param {SharedWorker} worker @param {string} text
 * @returns {Promise<any>}
 */
const askShared = (worker, text) => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.value));
    worker.onerror = () => reject(new Error('the worker did not start'));
    worker.port.postMessage(text, [port2]);
});

/**
 * A worker that no other test has, closed when the test is over.
 * @param {HarnessTest} t @param {string} [url] @param {WorkerOptions} [options]
 */
const shared = (t, url = sharedScript, options = {}) => {
    const worker = new SharedWorker(url, { name: uniqueName('shared'), ...options });
    t.add_cleanup(() => worker.port.postMessage('close()', [new MessageChannel().port1]));
    return worker;
};

/**
 * Starts a service worker that reports requests named `who`, and the clients that it sees.
 * @param {HarnessTest} t @param {string} scope
 */
const startObserver = (t, scope) => startWorker(t, `
    self.addEventListener('fetch', (event) => {
        const { request, clientId, resultingClientId } = event;
        const name = new URL(request.url).pathname.split('/').pop();
        const head = { clientId, resultingClientId, destination: request.destination, mode: request.mode, referrer: request.referrer };
        const script = { headers: { 'Content-Type': 'text/javascript' } };
        if (name === 'who') event.respondWith(request.text().then((body) => Response.json({ ...head, body })));
        if (name === 'who.js') event.respondWith(new Response('self.who = ' + JSON.stringify(head), script));
        if (name === 'generated.js') event.respondWith(fetch(${JSON.stringify(new URL(sharedScript, location.href).href)})
            .then((response) => response.text()).then((text) => new Response('self.seen = ' + JSON.stringify(head) + ';' + text, script)));
    });
    ${answering(`(async ({ claim, tell, text, includeUncontrolled, type = 'sharedworker' }) => {
        if (claim) await self.clients.claim();
        if (tell) (await self.clients.get(tell)).postMessage(text);
        const found = await self.clients.matchAll({ type, includeUncontrolled });
        return found.map(({ id, url, type, frameType }) => ({ id, url, type, frameType }));
    })(event.data)`)}`, { scope: new URL(scope, location.href).href });
