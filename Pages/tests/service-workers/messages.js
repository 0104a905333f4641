// Messages between pages and workers, both ways: structured clones, ports, sources, order.

/** Sends each message back to its sender. */
const ECHO = 'onmessage = event => event.source.postMessage({ echo: event.data });';

/**
 * @param {ServiceWorker} worker
 * @param {unknown} value
 * @param {Transferable[]} [transfer]
 */
const echo = async (worker, value, transfer = []) => {
    const answer = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage(value, transfer);
    return (await answer).data.echo;
};
navigator.serviceWorker.startMessages();

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    for (const value of [undefined, null, true, 0, -0, NaN, Infinity, 1e300, 'text ü 🦉 \0', '', 12345678901234567890n]) {
        const result = await echo(worker, value);
        assert_true(Object.is(result, value), `${String(value)} came back as ${String(result)}`);
    }
    const date = await echo(worker, new Date(86_400_000));
    assert_true(date instanceof Date);
    assert_equals(date.getTime(), 86_400_000);
    const pattern = await echo(worker, /a(b)\/c/gi);
    assert_true(pattern instanceof RegExp);
    assert_equals(String(pattern), '/a(b)\\/c/gi');
    const map = await echo(worker, new Map([['key', new Set([1, 'two'])]]));
    assert_true(map instanceof Map);
    assert_true(map.get('key') instanceof Set && map.get('key').has('two'));
    const list = await echo(worker, [1, , 3]);
    assert_equals(list.length, 3);
    assert_false(1 in list, 'a hole stays a hole');
    const wrapped = await echo(worker, [Object(1), Object('a'), Object(true)]);
    assert_equals(wrapped.map((/** @type {any} */ value) => typeof value).join(), 'object,object,object');
    const error = await echo(worker, new RangeError('too far'));
    assert_true(error instanceof RangeError);
    assert_equals(error.message, 'too far');
}, 'values of every kind come back as they were');

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    /** @param {any} object @param {string[]} names */
    const members = (object, names) => names.map((name) => `${name}=${object[name]}`).join();
    for (const type of [DOMPoint, DOMPointReadOnly]) {
        const point = await echo(worker, new type(1, -2.5, NaN, Infinity));
        assert_true(point instanceof type, type.name);
        assert_equals(members(point, ['x', 'y', 'z', 'w']), 'x=1,y=-2.5,z=NaN,w=Infinity');
    }
    for (const type of [DOMRect, DOMRectReadOnly]) {
        const area = await echo(worker, new type(1, 2, 3, -4));
        assert_true(area instanceof type, type.name);
        assert_equals(members(area, ['x', 'y', 'width', 'height']), 'x=1,y=2,width=3,height=-4');
    }
    const inSpace = Array.from({ length: 16 }, (_, index) => index + 0.5);
    for (const type of [DOMMatrix, DOMMatrixReadOnly]) {
        for (const numbers of [[1, 2, 3, 4, 5, 6], inSpace]) {
            const matrix = await echo(worker, new type(numbers));
            assert_true(matrix instanceof type, type.name);
            assert_equals(matrix.is2D, numbers.length === 6);
            assert_equals(members(matrix, ['is2D', 'm12', 'm41']), members(new type(numbers), ['is2D', 'm12', 'm41']));
            assert_array_equals(Array.from(matrix.toFloat64Array()), Array.from(new type(numbers).toFloat64Array()));
        }
    }
    const quad = await echo(worker, new DOMQuad({ x: 1, y: 2 }, { x: 3, y: 4 }, { x: 5, y: 6 }, { x: 7, y: 8, z: 9, w: 10 }));
    assert_true(quad instanceof DOMQuad);
    assert_equals(members(quad.p4, ['x', 'y', 'z', 'w']), 'x=7,y=8,z=9,w=10');
}, 'geometry comes back with its members');

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    for (const type of [Uint8Array, Int8Array, Uint8ClampedArray, Uint16Array, Int32Array, Float32Array, Float64Array, BigInt64Array]) {
        const array = new type(bytes.slice(0, 64).buffer);
        const result = await echo(worker, array);
        assert_true(result instanceof type, type.name);
        assert_array_equals(Array.from(new Uint8Array(result.buffer)), Array.from(bytes.slice(0, 64)));
    }
    const view = await echo(worker, new DataView(bytes.buffer, 16, 8));
    assert_true(view instanceof DataView);
    assert_equals(view.byteOffset, 16);
    assert_equals(view.getUint8(0), 16);
    const shared = await echo(worker, { a: bytes, b: new Uint8Array(bytes.buffer, 4, 2) });
    assert_equals(shared.a.buffer, shared.b.buffer, 'one buffer stays one');
    const resizable = new /** @type {any} */ (ArrayBuffer)(4, { maxByteLength: 8 });
    const views = await echo(worker, [new Uint8Array(resizable, 1), new Uint8Array(resizable, 1, 3)]);
    views[0].buffer.resize(8);
    assert_equals(views[0].length, 7, 'a view follows the length of its buffer');
    assert_equals(views[1].length, 3, 'a view keeps the length that it was given');
    const buffer = bytes.buffer.slice(0);
    const moved = await echo(worker, buffer, [buffer]);
    assert_equals(buffer.byteLength, 0, 'a transferred buffer is gone here');
    assert_equals(moved.byteLength, 256);
    const large = await echo(worker, new Uint8Array(3 << 20).fill(7));
    assert_true(large.length === 3 << 20 && large.every((/** @type {number} */ byte) => byte === 7));
}, 'buffers and views of every type');

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    /** @type {any} */
    const cycle = { name: 'cycle', list: [] };
    cycle.self = cycle;
    cycle.list.push(cycle, { parent: cycle });
    const result = await echo(worker, cycle);
    assert_equals(result.self, result);
    assert_equals(result.list[1].parent, result);
    const file = new File(['a', 'file'], 'note ü.txt', { type: 'text/plain', lastModified: 1000 });
    const both = await echo(worker, { blob: new Blob([Uint8Array.of(1, 2, 255)], { type: 'image/x' }), file });
    assert_true(both.blob instanceof Blob);
    assert_equals(both.blob.type, 'image/x');
    assert_array_equals(Array.from(new Uint8Array(await both.blob.arrayBuffer())), [1, 2, 255]);
    assert_true(both.file instanceof File);
    assert_equals(both.file.name, 'note ü.txt');
    assert_equals(both.file.lastModified, 1000);
    assert_equals(await both.file.text(), 'afile');
}, 'cyclic graphs, Blobs and Files');

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    assert_throws_dom('DataCloneError', () => worker.postMessage(() => {}));
    assert_throws_dom('DataCloneError', () => worker.postMessage({ deep: [Symbol('s')] }));
    assert_throws_dom('DataCloneError', () => worker.postMessage(document.body));
    const { port1 } = new MessageChannel();
    assert_throws_dom('DataCloneError', () => worker.postMessage(null, [port1, port1]));
    assert_throws_js(TypeError, () => /** @type {any} */ (worker).postMessage());
    assert_equals(await echo(worker, 'fine'), 'fine', 'the worker goes on');
    const other = await startWorker(t, answering(
        "(() => { try { event.source.postMessage(() => {}); } catch (error) { return [error.name, error instanceof DOMException]; } })()"));
    assert_array_equals(await askWorker(other.worker), ['DataCloneError', true]);
}, 'what can’t be cloned is a DataCloneError, on both sides');

promise_test(async (t) => {
    const { worker } = await startWorker(t, 'onmessage = onmessageerror = ({ type, source }) => source.postMessage(type)');
    const [track] = /** @type {any} */ (document.createElement('canvas')).captureStream().getVideoTracks();
    const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const { port1, port2 } = new MessageChannel();
    /** @type {[string, any, any[]][]} */
    const messages = [['a track', { track }, [track]], ['a module', [module, new Blob(['text'])], []], ['a port beside a module', { module, port1 }, [port1]]];
    for (const [what, value, transfer] of messages) {
        const answer = nextEvent(navigator.serviceWorker, 'message');
        worker.postMessage(value, transfer);
        assert_equals((await answer).data, 'messageerror', what);
    }
    const answer = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage('fine');
    assert_equals((await answer).data, 'message', 'the worker goes on');
    port2.close();
}, 'an object that cannot be in a service worker is a messageerror there');

// WebKit's own workers have no limit.
if (location.protocol === 'sw:') promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    const piece = new Uint8Array(8 << 20);
    assert_throws_dom('DataCloneError', () => worker.postMessage(new Blob(Array(17).fill(piece))));
    assert_throws_dom('DataCloneError', () => worker.postMessage([new Blob(Array(15).fill(piece)), new ArrayBuffer(16 << 20)]));
    assert_equals(await echo(worker, 'fine'), 'fine', 'the worker goes on');
}, 'a message holds 128 MiB of blobs and buffers at most');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker, url } = await startWorker(t, `onmessage = event => event.source.postMessage({
        kind: event.source.constructor.name, id: event.source.id, url: event.source.url, origin: event.origin,
        same: event.source === event.source, ports: event.ports.length, last: event.lastEventId
    })`, { scope });
    const frame = await addFrame(t, scope);
    const container = frame.contentWindow.navigator.serviceWorker;
    container.startMessages();
    const answer = nextEvent(container, 'message');
    container.controller?.postMessage('who');
    const event = await answer;
    assert_equals(event.data.kind, 'WindowClient');
    assert_equals(inPage(event.data.url), scope);
    assert_equals(inPage(event.data.origin), location.origin);
    assert_equals(event.data.ports, 0);
    assert_equals(event.source, container.controller, 'the worker is the source');
    assert_true(event.source instanceof frame.contentWindow.ServiceWorker);
    assert_equals(event.source.scriptURL, url);
    assert_equals(event.origin, location.origin);
    const own = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage('who');
    const second = await own;
    assert_equals(inPage(second.data.url), location.href, 'also a page that is not controlled is a source');
    assert_equals(second.source, worker);
    assert_not_equals(second.data.id, event.data.id);
}, 'event.source is who sent it');

promise_test(async (t) => {
    const { worker } = await startWorker(t, `onmessage = ({ ports: [port] }) => {
        let count = 0;
        port.onmessage = ({ data }) => port.postMessage({ data, count: ++count });
        port.postMessage('hello');
    }`);
    const { port1, port2 } = new MessageChannel();
    /** @type {any[]} */
    const heard = [];
    const { promise, resolve } = (() => {
        /** @type {any} */
        let resolve;
        return { promise: new Promise((done) => (resolve = done)), resolve };
    })();
    port1.onmessage = ({ data }) => {
        heard.push(data);
        if (heard.length === 201) resolve();
    };
    worker.postMessage('a port', [port2]);
    for (let index = 0; index < 200; index += 1) port1.postMessage(index);
    await promise;
    assert_equals(heard[0], 'hello');
    assert_array_equals(heard.slice(1).map(({ data }) => data), Array.from({ length: 200 }, (_, index) => index), 'in order');
    assert_equals(heard[200].count, 200);
}, 'a port carries many messages both ways, in order');

promise_test(async (t) => {
    const scope = uniqueScope();
    const first = await startWorker(t, `let kept;
        onmessage = event => {
            if (event.data === 'keep') { kept = event.ports[0]; event.waitUntil(Promise.resolve()); }
            else if (event.data === 'pass') event.source.postMessage('here', [kept]);
        }`, { scope });
    const second = await startWorker(t, `onmessage = ({ ports: [port] }) => {
        port.onmessage = ({ data }) => port.postMessage(data + ' through the second');
    }`);
    const frame = await addFrame(t, scope);
    const { serviceWorker } = frame.contentWindow.navigator;
    serviceWorker.startMessages();
    const { port1, port2 } = new MessageChannel();
    first.worker.postMessage('keep', [port2]);
    const passed = nextEvent(serviceWorker, 'message');
    serviceWorker.controller?.postMessage('pass');
    const [port] = (await passed).ports;
    assert_true(port instanceof frame.contentWindow.MessagePort);
    second.worker.postMessage('yours', [port]);
    const answer = nextEvent(port1, 'message');
    port1.start();
    port1.postMessage('hello');
    assert_equals((await answer).data, 'hello through the second');
}, 'a port goes on from a worker to a frame and to another worker, and still works');

promise_test(async (t) => {
    const { worker } = await startWorker(t, `onmessage = ({ data, ports: [port], source }) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = ({ data }) => channel.port1.postMessage('worker heard ' + data);
        source.postMessage('a port of mine', [channel.port2]);
    }`);
    const answer = nextEvent(navigator.serviceWorker, 'message');
    worker.postMessage('give');
    const [port] = (await answer).ports;
    const reply = new Promise((resolve) => (port.onmessage = (/** @type {MessageEvent} */ { data }) => resolve(data)));
    port.postMessage('the page');
    assert_equals(await reply, 'worker heard the page');
}, 'a port that a worker made works in the page');

promise_test(async (t) => {
    const { worker } = await startWorker(t, ECHO);
    /** @type {number[]} */
    const heard = [];
    const all = new Promise((resolve) => {
        const listener = (/** @type {MessageEvent} */ { data }) => {
            heard.push(data.echo);
            if (heard.length === 300) resolve(undefined);
        };
        navigator.serviceWorker.addEventListener('message', listener);
        t.add_cleanup(() => navigator.serviceWorker.removeEventListener('message', listener));
    });
    for (let index = 0; index < 300; index += 1) worker.postMessage(index);
    await all;
    assert_array_equals(heard, Array.from({ length: 300 }, (_, index) => index));
}, 'messages arrive in the order they were sent');
