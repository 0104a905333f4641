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
