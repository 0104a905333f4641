// Web sockets of service workers, which have a realm of their own.

promise_test(async (t) => {
    const { worker } = await startWorker(t, answering(`new Promise((resolve) => {
        const socket = new WebSocket('/chat');
        const events = [];
        socket.onerror = () => events.push('error');
        socket.onclose = ({ code }) => resolve([socket.url, ...events, code]);
    })`));
    assert_array_equals(await askWorker(worker), [`wss://${location.host}/chat`, 'error', 1006]);
}, 'a socket of an origin that a folder answers fails');
