// Bodies through a worker: piece by piece, as they are made.

/** The frames know their controller, so their requests go over the channel; with a signal they go through WebKit. */
const ways = /** @type {[string, RequestInit][]} */ ([['over the channel', {}], ['through WebKit', { signal: new AbortController().signal }]]);

for (const [way, init] of ways) {
    // A body that its headers call short is not waited for, either.
    for (const headers of ['{}', "{ 'Content-Length': '15' }"]) promise_test(async (t) => {
        const scope = uniqueScope();
        const { worker } = await startWorker(t, `let controller, cancelled = false;
            onfetch = event => {
                if (event.request.mode === 'navigate') return;
                event.respondWith(new Response(new ReadableStream({
                    start(given) { controller = given; controller.enqueue(new TextEncoder().encode('zero')); },
                    cancel() { cancelled = true; }
                }), { headers: ${headers} }));
            };
            onmessage = event => {
                const [port] = event.ports;
                if (event.data === 'cancelled?') return port.postMessage(cancelled);
                if (event.data === 'close') controller.close();
                else if (event.data === 'break') controller.error(new Error('on purpose'));
                else controller.enqueue(new TextEncoder().encode(event.data));
                port.postMessage('done');
            };`, { scope });
        const { contentWindow } = await addFrame(t, scope);
        const decoder = new TextDecoder();
        const open = async () => {
            const response = await contentWindow.fetch('stream', init);
            const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
            // WebKit reports a response of a scheme with its first bytes, not before.
            assert_equals(decoder.decode((await reader.read()).value), 'zero');
            return reader;
        };
        let reader = await open();
        for (const piece of ['one', 'two', 'three']) {
            // The next piece is not made before this one was read: a response that is kept until it is whole never comes.
            const read = reader.read();
            await askWorker(worker, piece);
            assert_equals(decoder.decode((await read).value), piece);
        }
        await askWorker(worker, 'close');
        assert_true((await reader.read()).done);
        reader = await open();
        await askWorker(worker, 'break');
        await reader.read().then(() => assert_unreached('the stream broke'), () => {});
        reader = await open();
        await reader.cancel();
        while (!(await askWorker(worker, 'cancelled?'))) await new Promise(requestAnimationFrame);
    }, `a response with the headers ${headers} arrives piece by piece, breaks where it breaks, and the worker hears when nobody reads on: ${way}`);

    promise_test(async (t) => {
        const scope = uniqueScope();
        await startWorker(t, `onfetch = event => {
            if (event.request.mode === 'navigate') return;
            let count = 0;
            const pieces = new ReadableStream({ pull(controller) {
                if (count === 128) return controller.close();
                controller.enqueue(new Uint8Array(65536).fill(count++));
            } });
            event.respondWith(new Response(pieces));
        };`, { scope });
        const { contentWindow } = await addFrame(t, scope);
        const bytes = new Uint8Array(await (await contentWindow.fetch('large', init)).arrayBuffer());
        assert_equals(bytes.length, 128 * 65536);
        assert_true(bytes.every((byte, index) => byte === index >> 16), 'every byte in its place');
    }, `8 MiB of pieces arrive whole: ${way}`);
}

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = event => {
        if (event.request.mode === 'navigate') return;
        event.respondWith((async () => {
            const bytes = new Uint8Array(await event.request.arrayBuffer());
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
            return Response.json([bytes.length, Array.from(digest)]);
        })());
    };`, { scope });
    const frame = await addFrame(t, scope);
    for (const length of [0, 1, 70_000, 5 << 20]) {
        const body = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 255);
        const digest = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
        const [count, answer] = await (await frame.contentWindow.fetch('up', { method: 'POST', body })).json();
        assert_equals(count, length);
        assert_array_equals(answer, digest, `${length} bytes`);
    }
}, 'request bodies reach the worker whole');

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = event => {
        if (event.request.mode !== 'navigate') event.respondWith(fetch(event.request));
    };`, { scope });
    const frame = await addFrame(t, scope);
    const echoed = await frame.contentWindow.fetch(endpoint('echo'), { method: 'POST', body: 'through the worker and back', headers: { 'Content-Type': 'text/x' } });
    assert_equals(echoed.headers.get('Content-Type'), 'text/x');
    assert_equals(await echoed.text(), 'through the worker and back');
    for (const length of [0, 1, 65_536, 65_537, 1 << 20]) {
        const response = await frame.contentWindow.fetch(endpoint(`bytes?length=${length}`));
        assert_array_equals(await readInto(response, length), patternBytes(length), `${length} bytes`);
    }
    const slow = await frame.contentWindow.fetch(endpoint('slow?chunks=10'));
    assert_equals((await slow.text()).split('\n').length, 11);
}, 'fetch(event.request) goes on to the network with its body');

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = event => {
        if (event.request.mode !== 'navigate') event.respondWith(new Response(new ReadableStream({ start(controller) {
            controller.enqueue(new Uint8Array([1])); controller.error(new Error('on purpose'));
        } })));
    };`, { scope });
    const frame = await addFrame(t, scope);
    const { TypeError } = /** @type {any} */ (frame.contentWindow);
    await promise_rejects_js(t, TypeError, frame.contentWindow.fetch('broken').then((response) => response.text()));
}, 'a stream that breaks off breaks the body off');

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = event => {
        if (event.request.mode !== 'navigate') event.respondWith(new Response(new ReadableStream({ start(controller) {
            controller.enqueue(new URL(event.request.url).search ? 'text' : new Uint8Array(70_000).fill(1));
            controller.close();
        } }), { headers: { 'Content-Length': '4' } }));
    };`, { scope });
    const frame = await addFrame(t, scope);
    const { TypeError } = /** @type {any} */ (frame.contentWindow);
    const bytes = new Uint8Array(await (await frame.contentWindow.fetch('longer')).arrayBuffer());
    assert_true(bytes.length === 70_000 && bytes.every((byte) => byte === 1), 'more than the header says');
    await promise_rejects_js(t, TypeError, frame.contentWindow.fetch('text?x').then((response) => response.text()));
}, 'a stream that is longer than its header says comes whole, and one that gives no bytes breaks off');

for (const [what, answer, events] of [
    ['a response that does not wait for the body', "event.respondWith(new Response('at once'))", 'loadstart'],
    ['a response after the body was read', 'event.respondWith(event.request.text().then((text) => new Response(text)))', 'loadstart'],
    ['a request that the worker leaves to the network', '', 'loadstart progress load loadend'],
    ['a request that the worker leaves to the network after it has read the body', 'event.request.clone().text()', 'loadstart progress load loadend'],
]) promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = (event) => { if (event.request.method === 'POST') { ${answer}; } }`, { scope });
    const { contentWindow } = await addFrame(t, scope);
    const request = new contentWindow.XMLHttpRequest();
    request.open('POST', endpoint('inspect'));
    /** @type {string[]} */
    const seen = [];
    for (const type of ['loadstart', 'progress', 'load', 'loadend', 'abort', 'error']) request.upload.addEventListener(type, () => seen.push(type));
    const ended = nextEvent(request, 'loadend');
    request.send('the body');
    await ended;
    assert_equals(request.status, 200);
    assert_equals(seen.join(' '), events);
}, `the events of an upload: ${what}`);
