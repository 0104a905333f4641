// A port lives as long as a script can reach it, however it does so: garbage collections lose no message.

navigator.serviceWorker.startMessages();
const COUNT = 100;

/** Sends ports to its client, and posts to each when it is asked to. */
const SENDER = `
    const kept = [];
    onmessage = ({ data, source, ports }) => {
        if (data === 'again') return source.postMessage('again');
        if (data === 'post') {
            kept.forEach((port, index) => port.postMessage(index));
            return source.postMessage('done');
        }
        for (let index = 0; index < data; index += 1) {
            const { port1, port2 } = new MessageChannel();
            kept.push(port1);
            if (ports[0]) ports[0].postMessage('port', [port2]);
            else source.postMessage('port', [port2]);
        }
    };`;

/**
 * The next messages of a target.
 * @param {EventTarget} target
 * @param {number} count
 * @returns {Promise<MessageEvent[]>}
 */
const nextMessages = (target, count) => new Promise((resolve) => {
    /** @type {MessageEvent[]} */
    const events = [];
    const take = (/** @type {any} */ event) => {
        events.push(event);
        if (events.length < count) return;
        target.removeEventListener('message', take);
        resolve(events);
    };
    target.addEventListener('message', take);
});

/**
 * Counts the ports that get their message.
 * @param {ServiceWorker} worker @param {readonly MessagePort[]} ports
 * @param {((index: number) => unknown) | null} [messageOf]
 */
const countArrivals = async (worker, ports, messageOf = (index) => index) => {
    let count = 0;
    ports.forEach((port, index) => { port.onmessage = ({ data }) => { if (data === (messageOf ? messageOf(index) : null)) count += 1; }; });
    const done = nextMessages(navigator.serviceWorker, 1);
    worker.postMessage('post');
    await done;
    // The messages are on their way through ports, which many later answers of the worker may overtake on a busy machine.
    for (let turn = 0; turn < 1000 && count < ports.length; turn += 1) {
        const again = nextMessages(navigator.serviceWorker, 1);
        worker.postMessage('again');
        await again;
    }
    return count;
};

promise_test(async (t) => {
    const { worker } = await startWorker(t, SENDER);
    const arriving = nextMessages(navigator.serviceWorker, COUNT);
    worker.postMessage(COUNT);
    const events = await arriving;
    await collectGarbage();
    assert_equals(await countArrivals(worker, events.map(({ ports }) => ports[0])), COUNT);
}, 'ports of kept message events', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, SENDER);
    const { port1, port2 } = new MessageChannel();
    const arriving = nextMessages(port1, COUNT);
    port1.start();
    worker.postMessage(COUNT, [port2]);
    const events = await arriving;
    await collectGarbage();
    assert_equals(await countArrivals(worker, events.map(({ ports }) => ports[0])), COUNT);
}, 'ports that came over a port', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, SENDER);
    const { port1, port2 } = new MessageChannel();
    const moved = nextMessages(port1, COUNT);
    port1.start();
    const arriving = nextMessages(navigator.serviceWorker, COUNT);
    worker.postMessage(COUNT);
    for (const { ports } of await arriving) port2.postMessage(null, [...ports]);
    const events = await moved;
    await collectGarbage();
    assert_equals(await countArrivals(worker, events.map(({ ports }) => ports[0])), COUNT);
}, 'ports that the page sends on to itself', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, SENDER);
    const url = URL.createObjectURL(new Blob([`
        onmessage = ({ ports: { 0: port } }) => {
            port.onmessage = () => {
                self.count = (self.count ?? 0) + 1;
                if (self.count === ${COUNT}) postMessage(self.count);
            };
        };`]));
    const dedicated = new Worker(url);
    t.add_cleanup(() => dedicated.terminate());
    const arriving = nextMessages(navigator.serviceWorker, COUNT);
    worker.postMessage(COUNT);
    for (const { ports } of await arriving) dedicated.postMessage(null, { transfer: [...ports] });
    await collectGarbage();
    const answer = nextMessages(dedicated, 1);
    await countArrivals(worker, []);
    assert_equals((await answer)[0].data, COUNT);
}, 'ports that the page sends on to a dedicated worker', { timeout: 'long' });

for (const [which, prepare] of /** @type {[string, (port: MessagePort) => void][]} */ ([
    ['ports', () => {}], ['ports that have posted, and', (port) => port.postMessage('hello')],
])) {
    promise_test(async (t) => {
        const { worker } = await startWorker(t, SENDER);
        const frame = await addFrame(t, 'resources/plain.html');
        const arriving = nextMessages(navigator.serviceWorker, COUNT);
        worker.postMessage(COUNT);
        const moved = nextMessages(frame.contentWindow, COUNT);
        for (const { ports } of await arriving) {
            prepare(ports[0]);
            frame.contentWindow.postMessage(null, '*', [...ports]);
        }
        const events = await moved;
        await collectGarbage();
        assert_equals(await countArrivals(worker, events.map(({ ports }) => ports[0])), COUNT);
    }, `${which} that the page sends on to a frame`, { timeout: 'long' });
}

promise_test(async (t) => {
    const { worker } = await startWorker(t, `
        const kept = [];
        const collectGarbage = ${collectGarbage};
        onmessage = (event) => {
            if (event.data === 'again') return event.source.postMessage('again');
            if (event.data !== 'post') return kept.push(event);
            event.waitUntil((async () => {
                await collectGarbage();
                kept.forEach(({ ports }) => ports[0].postMessage(null));
                event.source.postMessage('done');
            })());
        };`);
    const ports = Array.from({ length: COUNT }, () => {
        const { port1, port2 } = new MessageChannel();
        worker.postMessage(null, [port2]);
        return port1;
    });
    assert_equals(await countArrivals(worker, ports, null), COUNT);
}, 'ports of message events that a worker keeps', { timeout: 'long' });

promise_test(async (t) => {
    const events = [];
    for (let index = 0; index < 20; index += 1) {
        const { registration, worker } = await startWorker(t, '');
        const redundant = nextEvent(worker, 'statechange');
        await registration.unregister();
        events.push(await redundant);
    }
    await collectGarbage();
    assert_equals(events.filter(({ target }) => target instanceof ServiceWorker && target.state === 'redundant').length, 20);
}, 'the targets of kept events of workers', { timeout: 'long' });
