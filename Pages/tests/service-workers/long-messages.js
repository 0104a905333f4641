// Long messages take time in proportion to their length, both ways.

navigator.serviceWorker.startMessages();
const LONG = 24 * MEBIBYTE;

/** Sends its client as many bytes as the message says, or the number of bytes and their sum that came. */
const WORKER = `onmessage = ({ data, source, ports }) => {
    if (typeof data !== 'number') {
        const sum = data.reduce((total, byte) => total + byte, 0);
        return source.postMessage([data.length, sum]);
    }
    const bytes = new Uint8Array(data).fill(7);
    if (ports[0]) ports[0].postMessage(bytes);
    else source.postMessage(bytes);
};`;

/** @param {Uint8Array} bytes */
const sumOf = (bytes) => bytes.reduce((total, byte) => total + byte, 0);

/**
 * @param {ServiceWorker} worker @param {unknown} message
 * @returns {Promise<any>}
 */
const answerOf = async (worker, message) => {
    const answer = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage(message);
    return (await answer).data;
};

promise_test(async (t) => {
    const { worker } = await startWorker(t, WORKER);
    /** @param {number} size */
    const timeOf = async (size) => {
        const start = performance.now();
        assert_equals((await answerOf(worker, size)).length, size);
        return performance.now() - start;
    };
    await timeOf(MEBIBYTE);
    const short = await timeOf(MEBIBYTE);
    const long = await timeOf(8 * MEBIBYTE);
    // The square would be 64 times.
    assert_less_than(long, 32 * short, `1 MiB took ${short} ms, 8 MiB ${long} ms`);
}, 'the time to send bytes to a page grows with their number', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, WORKER);
    const bytes = await answerOf(worker, LONG);
    assert_equals(bytes.length, LONG);
    assert_equals(sumOf(bytes), 7 * LONG);
}, '24 MiB come from a worker', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, WORKER);
    const [length, sum] = await answerOf(worker, new Uint8Array(LONG).fill(3));
    assert_equals(length, LONG);
    assert_equals(sum, 3 * LONG);
}, '24 MiB go to a worker', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, WORKER);
    const bytes = await askWorker(worker, 4 * MEBIBYTE);
    assert_equals(bytes.length, 4 * MEBIBYTE);
}, 'long messages come over a port', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, WORKER);
    assert_throws_dom('DataCloneError', () => worker.postMessage(new Uint8Array(128 * MEBIBYTE + 1)));
    const pieces = ['ü', '🦉', 'a\n"\\', '\0'];
    const text = pieces.map((piece) => piece.repeat(100_003)).join('');
    const answer = nextEvent(navigator.serviceWorker, 'message');
    const echo = await startWorker(t, 'onmessage = ({ data, source }) => source.postMessage(data);');
    echo.worker.postMessage(text);
    assert_true((await answer).data === text, 'characters of every length come back from long events');
    const reply = await SWWebView.send('/ping', text);
    assert_true(reply === text, 'a long reply');
}, 'long texts keep every character', { timeout: 'long' });

/** Sends back each message, in the order that they came. */
const ECHOES = 'onmessage = ({ data, source }) => source.postMessage(data);';

/** Sends messages of all sizes in turn, to a client or on the port that came with the message. */
const SENDS_ALL_SIZES = `onmessage = ({ source, ports: [port] }) => {
    for (let index = 0; index < 12; index++) {
        const value = { index, bytes: new Uint8Array(index % 3 ? index : 300_000 * index + 1).fill(index) };
        if (port) port.postMessage(value);
        else source.postMessage(value);
    }
};`;

/**
 * Waits for a number of messages.
 * @param {any} target @param {number} count
 * @returns {Promise<any[]>}
 */
const messagesOf = (target, count) => new Promise((resolve) => {
    /** @type {any[]} */
    const heard = [];
    const take = (/** @type {MessageEvent} */ { data }) => {
        heard.push(data);
        if (heard.length < count) return;
        target.removeEventListener('message', take);
        resolve(heard);
    };
    target.addEventListener('message', take);
});

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHOES);
    const heard = messagesOf(navigator.serviceWorker, 9);
    for (let index = 0; index < 9; index++) worker.postMessage([index, index % 3 ? 'short' : 'x'.repeat(3 * MEBIBYTE)]);
    assert_array_equals((await heard).map(([index]) => index), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
}, 'short messages arrive after the long ones before them', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, SENDS_ALL_SIZES);
    const { port1, port2 } = new MessageChannel();
    port1.start();
    for (const target of [navigator.serviceWorker, port1]) {
        const heard = messagesOf(target, 12);
        worker.postMessage(null, target === port1 ? [port2] : []);
        (await heard).forEach(({ index, bytes }, position) => {
            assert_equals(index, position);
            assert_equals(bytes.length, index % 3 ? index : 300_000 * index + 1);
            assert_true(bytes.every((/** @type {number} */ byte) => byte === index), `the bytes of message ${index}`);
        });
    }
}, 'messages of a worker with short and long bytes keep their order, and each has its own bytes', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, `onmessage = async ({ data, source }) => {
        const { buffer } = data;
        source.postMessage({ buffer, text: data.text }, [buffer]);
        source.postMessage(buffer.byteLength);
    };`);
    const heard = messagesOf(navigator.serviceWorker, 2);
    const buffer = new Uint8Array(2 * MEBIBYTE).fill(5).buffer;
    worker.postMessage({ buffer, text: 'é'.repeat(MEBIBYTE) }, [buffer]);
    assert_equals(buffer.byteLength, 0, 'the page has the buffer no longer');
    const [value, left] = await heard;
    assert_equals(left, 0, 'nor has the worker');
    assert_true(value.text === 'é'.repeat(MEBIBYTE));
    assert_equals(value.buffer.byteLength, 2 * MEBIBYTE);
    const again = structuredClone(value.buffer, { transfer: [value.buffer] });
    assert_equals(value.buffer.byteLength, 0, 'a buffer that has come can be transferred on');
    assert_equals(sumOf(new Uint8Array(again)), 10 * MEBIBYTE);
}, 'long buffers are transferred', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHOES);
    const rows = Array.from({ length: 30_000 }, (_, index) => ({ index, name: `row "${index}"`, at: new Date(index) }));
    const answer = await answerOf(worker, { rows, file: new File([new Uint8Array(MEBIBYTE).fill(1)], 'a.bin', { type: 'x/y' }) });
    assert_equals(answer.rows.length, 30_000);
    assert_equals(answer.rows[29_999].name, 'row "29999"');
    assert_equals(answer.rows[29_999].at.getTime(), 29_999);
    assert_equals(answer.file.name, 'a.bin');
    assert_equals(sumOf(new Uint8Array(await answer.file.arrayBuffer())), MEBIBYTE);
}, 'many objects and a long File come back in one message', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, `onmessage = ({ ports: [port] }) => {
        port.onmessage = ({ data, ports: [inner] }) => (inner ?? port).postMessage(data);
    };`);
    const { port1, port2 } = new MessageChannel();
    port1.start();
    worker.postMessage(null, [port2]);
    const inner = new MessageChannel();
    inner.port1.start();
    const [first, second] = [messagesOf(port1, 1), messagesOf(inner.port1, 1)];
    port1.postMessage(new Uint8Array(MEBIBYTE).fill(2));
    port1.postMessage(new Uint8Array(MEBIBYTE).fill(3), [inner.port2]);
    assert_equals(sumOf((await first)[0]), 2 * MEBIBYTE);
    assert_equals(sumOf((await second)[0]), 3 * MEBIBYTE);
}, 'long messages over a port, with a port', { timeout: 'long' });

// The command is the bridge's.
if (location.protocol === 'sw:') promise_test(async (t) => {
    const { worker, registration } = await startWorker(t, `
        onmessage = ({ data, source }) => source.postMessage(data);
        onmessageerror = ({ data, source }) => source.postMessage(['error', data]);`);
    const { active: { id } } = await SWWebView.send('/ServiceWorkerContainer/getregistration', { url: registration.scope });
    const forged = ['5000', '-1', '0.5', '"text"', '[["text",0,5000]]', '[[0],"buffer",[[0,5000]]]', '[[0],"buffer",[[-1,1]]]', '[[0],"blob",[[0,1],""]]'];
    for (const data of forged) {
        const answer = nextEvent(navigator.serviceWorker, 'message');
        await SWWebView.send('/ServiceWorker/postMessage', { id, message: { data, ports: [] } });
        assert_array_equals((await answer).data, ['error', null], data);
    }
    const long = await answerOf(worker, new Uint8Array(5000));
    assert_equals(long.length, 5000, 'the worker goes on');
}, 'a message that names bytes which did not come is a messageerror');
