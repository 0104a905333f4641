// A frame's event stream that WebKit cancels without an event, as it does when a navigation comes to nothing: window.stop()
// cancels it the same way. The page opens another, and nothing that was under way is lost or done twice.

/** Which numbers come is written in a failure's message: a failure can be repeated with them. */
const seed = Number(new URLSearchParams(location.search).get('seed')) || Math.floor(Math.random() * 2 ** 32);
const random = randomFrom(seed);

/** Lets the page's other tasks have their turn. */
const turn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); resolve(undefined); };
    port2.postMessage(null);
});

/**
 * Drops the stream at random moments until the work is done.
 * @param {(drops: () => number) => Promise<any>} work  Gets a function that returns the number of drops so far.
 */
const dropUntil = async (work) => {
    let isDone = false;
    let drops = 0;
    const done = work(() => drops).finally(() => { isDone = true; });
    while (!isDone) {
        for (let turns = random(200); turns > 0 && !isDone; turns -= 1) await turn();
        window.stop();
        drops += 1;
    }
    await done;
    return drops;
};

navigator.serviceWorker.startMessages();

promise_test(async () => {
    assert_equals(await SWWebView.send('/ping', 1), 1);
    window.stop();
    assert_equals(await SWWebView.send('/ping', 2), 2);
}, 'a command after the stream was lost is answered');

promise_test(async () => {
    const replies = Array.from({ length: 100 }, (_, index) => SWWebView.send('/ping', index));
    window.stop();
    const more = Array.from({ length: 100 }, (_, index) => SWWebView.send('/ping', 100 + index));
    assert_array_equals(await Promise.all([...replies, ...more]), Array.from({ length: 200 }, (_, index) => index));
}, 'replies that were under way when the stream was lost arrive');

promise_test(async () => {
    // A busy machine has fewer drops in the same time.
    const work = async (/** @type {() => number} */ drops) => {
        for (let index = 0; index < 600 || drops() < 10; index += 1) {
            assert_equals(await SWWebView.send('/ping', { index, text: 'x'.repeat(random(20_000)) }).then((reply) => reply.index), index);
        }
    };
    await dropUntil((drops) => Promise.all([work(drops), work(drops), work(drops)]));
}, 'every command is answered, whenever the stream is dropped', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, 'onmessage = ({ data, source }) => source.postMessage(data);');
    /** @type {number[]} */
    const received = [];
    const all = new Promise((resolve) => navigator.serviceWorker.addEventListener('message', ({ data }) => {
        received.push(data);
        if (received.length === 500) resolve(undefined);
    }));
    const work = async () => {
        for (let index = 0; index < 500; index += 1) {
            worker.postMessage(index);
            if (index % 10 === 0) await turn();
        }
        await all;
    };
    const drops = await dropUntil(work);
    assert_array_equals(received, Array.from({ length: 500 }, (_, index) => index), `seed ${seed}, ${drops} drops`);
}, 'messages of a service worker arrive once and in order, whenever the stream is dropped', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, `onmessage = ({ data, source }) => {
        source.postMessage({ index: data, bytes: new Uint8Array(data % 3 ? 70_000 + data : data).fill(data) });
    };`);
    /** @type {number[]} */
    const received = [];
    const all = new Promise((resolve) => {
        const take = (/** @type {MessageEvent} */ { data: { index, bytes } }) => {
            assert_equals(bytes.length, index % 3 ? 70_000 + index : index);
            assert_true(bytes.every((/** @type {number} */ byte) => byte === index), `the bytes of message ${index}`);
            received.push(index);
            if (received.length < 60) return;
            navigator.serviceWorker.removeEventListener('message', take);
            resolve(undefined);
        };
        navigator.serviceWorker.addEventListener('message', take);
    });
    const drops = await dropUntil(async () => {
        for (let index = 0; index < 60; index += 1) worker.postMessage(index);
        await all;
    });
    assert_array_equals(received, Array.from({ length: 60 }, (_, index) => index), `seed ${seed}, ${drops} drops`);
}, 'messages with long bytes arrive once and in order, whenever requests are cancelled', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, 'onmessage = ({ data, source }) => source.postMessage(data);');
    const first = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage('first');
    assert_equals((await first).data, 'first');
    window.stop();
    const second = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage('second');
    assert_equals((await second).data, 'second');
}, 'a message reaches a page that lost its stream and sends no command');

promise_test(async (t) => {
    const scopes = Array.from({ length: 8 }, () => uniqueScope());
    const url = await putScript(uniqueName('worker'), '');
    const work = async () => {
        for (const scope of scopes) {
            const registration = await navigator.serviceWorker.register(url, { scope });
            t.add_cleanup(() => registration.unregister());
            const all = await navigator.serviceWorker.getRegistrations();
            assert_true(all.includes(registration), scope);
            assert_equals(await navigator.serviceWorker.getRegistration(scope), registration);
        }
    };
    await dropUntil(work);
}, 'registrations are made and found, whenever the stream is dropped', { timeout: 'long' });

promise_test(async (t) => {
    const { worker: counter } = await startWorker(t, `
        const counts = [];
        onmessage = ({ data, ports }) => { if (data === 'report') ports[0].postMessage(counts); else counts.push(data); };`);
    const script = await putScript(uniqueName('dedicated'), `
        const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
        postMessage('ready');
        onmessage = async ({ data: scope }) => {
            try {
                const { active } = await navigator.serviceWorker.getRegistration(scope);
                for (let index = 0; index < 200; index += 1) {
                    active.postMessage(index);
                    if (!(await navigator.serviceWorker.getRegistrations()).length) throw new Error('no registrations');
                    if (index % 20 === 0) await turn();
                }
                postMessage('done');
            } catch (error) { postMessage(String(error)); }
        };`);
    const [registration] = await navigator.serviceWorker.getRegistrations();
    const worker = new Worker(script);
    t.add_cleanup(() => worker.terminate());
    // The page's stop would cancel the load of the worker's script as well.
    await nextEvent(worker, 'message');
    const done = nextEvent(worker, 'message');
    worker.postMessage(registration.scope);
    let outcome = '';
    const drops = await dropUntil(() => done.then(({ data }) => { outcome = data; }));
    assert_equals(outcome, 'done', `seed ${seed}, ${drops} drops`);
    const counts = await askWorker(counter, 'report');
    assert_array_equals(counts, Array.from({ length: 200 }, (_, index) => index), `seed ${seed}, ${drops} drops`);
}, "a dedicated worker's commands are run once and in order, whenever the stream is dropped", { timeout: 'long' });

promise_test(async (t) => {
    const { eventStreams } = await hostStatus();
    for (let index = 0; index < 50; index += 1) {
        window.stop();
        await SWWebView.send('/ping', index);
    }
    await untilHostAtMost(t, 'eventStreams', eventStreams);
}, 'streams that were lost are not kept');
