// Web sockets of pages under sw://. An origin that a folder answers has no server: its sockets fail, and the console tells why.

/** Makes a socket, and tells what becomes of it. */
const TRY = `async (address) => {
    const lines = [], native = console.error;
    console.error = (...values) => lines.push(values.join(' '));
    const events = [];
    let socket;
    try {
        socket = new WebSocket(address);
    } catch (error) {
        console.error = native;
        return { thrown: error.name };
    }
    console.error = native;
    await new Promise((resolve) => {
        for (const type of ['open', 'error', 'close']) socket.addEventListener(type, (event) => {
            events.push(type === 'close' ? type + event.code : type);
            if (type === 'close') resolve();
        });
    });
    return { url: socket.url, state: socket.readyState, events: events.join(), reason: lines.join() };
}`;

/** @param {any} result @param {string} url */
const hasFailed = (result, url) => {
    assert_equals(result.url, url);
    assert_equals(result.events, 'error,close1006', 'the events');
    assert_equals(result.state, WebSocket.CLOSED);
    assert_true(result.reason.includes(url), result.reason);
    assert_true(result.reason.includes('answered from a folder'), result.reason);
};

const addresses = [
    ['/chat?room=1', `wss://${location.host}/chat?room=1`],
    ['chat', new URL('chat', location.href).href.replace('sw:', 'wss:')],
    [`${location.origin}/chat`, `wss://${location.host}/chat`],
    [`ws://${location.host}/chat`, `ws://${location.host}/chat`],
    [`wss://${location.host}/chat`, `wss://${location.host}/chat`],
    [`http://${location.host}/chat`, `ws://${location.host}/chat`],
];
for (const [address, url] of addresses) {
    promise_test(async () => {
        hasFailed(await (0, eval)(TRY)(address), url);
    }, `a socket to ${address} fails and says why`);
}

test(() => {
    for (const address of ['mailto:nobody', 'wss://', 'ws://x/#part']) {
        assert_throws_dom('SyntaxError', () => new WebSocket(address), address);
    }
    assert_throws_dom('SyntaxError', () => new WebSocket('/x', 'no protocol'));
    // @ts-ignore
    assert_throws_js(TypeError, () => WebSocket('/x'));
    // @ts-ignore
    assert_throws_js(TypeError, () => new WebSocket());
}, 'addresses and protocols that no socket can have');

test(() => {
    class Socket extends WebSocket {}
    const socket = new Socket('/x');
    assert_true(socket instanceof Socket && socket instanceof WebSocket);
    assert_equals(socket.constructor, Socket);
    assert_equals(WebSocket.prototype.constructor, WebSocket);
    assert_equals(WebSocket.toString(), 'function WebSocket() {\n    [native code]\n}');
    assert_equals(WebSocket.OPEN, 1);
    socket.close();
}, 'the interface looks as before');

/** @param {string} text */
const scriptURL = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

promise_test(async (t) => {
    const answer = await new Promise((resolve) => {
        const worker = new Worker(scriptURL(`(${TRY})('wss://${location.host}/x').then(postMessage)`));
        t.add_cleanup(() => worker.terminate());
        worker.onmessage = ({ data }) => resolve(data);
    });
    hasFailed(answer, `wss://${location.host}/x`);
}, 'a dedicated worker');

promise_test(async () => {
    const answer = await new Promise((resolve) => {
        const script = `onconnect = async ({ ports }) => { ports[0].postMessage(await (${TRY})('wss://${location.host}/x')); close(); };`;
        new SharedWorker(scriptURL(script)).port.onmessage = ({ data }) => resolve(data);
    });
    hasFailed(answer, `wss://${location.host}/x`);
}, 'a shared worker');
