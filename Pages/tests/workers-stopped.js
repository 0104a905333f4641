// A worker that is stopped before its script has come. WebKit makes one request for a script that two workers want at the same
// time: the next worker of the address must not get what was meant for the stopped one.

const kept = `workers-stopped-${crypto.randomUUID()}`;
const script = `workers-stopped/worker.js?${kept}#part`;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Returns what a worker says first.
 * @param {Worker | MessagePort} end @param {Worker | SharedWorker} worker
 */
const firstMessage = (end, worker) => new Promise((resolve, reject) => {
    end.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => reject(new Error('the worker did not start'));
});

/** @param {HarnessTest} t */
const keepAnswer = async (t) => {
    const cache = await caches.open(kept);
    await cache.put(`/${kept}`, new Response('from the cache'));
    t.add_cleanup(() => caches.delete(kept));
};

promise_test(async (t) => {
    await keepAnswer(t);
    for (let step = 0; step < 40; step++) {
        const stopped = new Worker(script);
        if (step) await pause(step / 4);
        stopped.terminate();
        const worker = new Worker(script);
        assert_equals(await firstMessage(worker, worker), 'from the cache #part', `step ${step}`);
        worker.terminate();
    }
}, 'a dedicated worker starts after one of its address was terminated at any moment of its start');

promise_test(async (t) => {
    await keepAnswer(t);
    for (let step = 0; step < 40; step++) {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const { SharedWorker: FrameWorker } = /** @type {any} */ (frame.contentWindow);
        new FrameWorker(script, `stopped ${step}`);
        if (step) await pause(step / 4);
        frame.remove();
        const worker = new SharedWorker(script, `next ${step}`);
        assert_equals(await firstMessage(worker.port, worker), 'from the cache #part', `step ${step}`);
        worker.port.close();
    }
}, 'a shared worker starts after one of its address lost its only document at any moment of its start');

/** @param {Worker} worker @param {string} address */
const throwsAt = async (worker, address) => {
    const error = await new Promise((resolve) => { worker.onerror = resolve; });
    error.preventDefault();
    assert_equals(error.filename, address, 'the file of the error');
};

promise_test(async () => {
    const module = new URL('workers-stopped/module.js#part', document.baseURI).href;
    // WebKit makes the second one from an address with a mark, because the script of the first may be under way.
    const workers = [1, 2].map(() => new Worker(module, { type: 'module' }));
    const messages = workers.map((worker) => firstMessage(worker, worker));
    for (const [index, worker] of workers.entries()) {
        assert_array_equals(await messages[index], [module, module, 'from the cache']);
        const thrown = throwsAt(worker, module);
        worker.postMessage('throw');
        await thrown;
        worker.terminate();
    }
}, 'workers of one address see their own address, and can make workers of it');

promise_test(async () => {
    const module = new URL('workers-stopped/module.js#part', document.baseURI).href;
    const workers = [1, 2].map((name) => new SharedWorker(module, { type: 'module', name: `${name}` }));
    for (const worker of workers) {
        assert_array_equals(await firstMessage(worker.port, worker), [module, module, 'from the cache']);
        worker.port.close();
    }
}, 'shared workers of one address see their own address, and can make workers of it');
