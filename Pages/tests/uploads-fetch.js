// Request bodies of every kind arrive whole, with the content type a browser gives them: fetch.

/** @param {Response} response */
const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer());

for (const bodyCase of bodyCases) {
    promise_test(async () => {
        const init = { method: 'POST', body: bodyCase.make() };
        const seen = await (await fetch(endpoint('inspect'), init)).json();
        assert_equals(seen.method, 'POST');
        const type = seen.headers['content-type'];
        // The boundary is another in each request: the echo tells it again.
        const response = await fetch(endpoint('echo'), init);
        const bytes = await bytesOf(response);
        const isMultipart = bodyCase.type instanceof RegExp;
        if (!isMultipart) assert_equals(seen.length, bytes.length, 'length');
        else assert_regexp_match(type, /** @type {RegExp} */ (bodyCase.type), 'Content-Type inspected');
        assertArrived(bodyCase, bytes, isMultipart ? response.headers.get('content-type') : type);
    }, `fetch sends ${bodyCase.name}`);
}

for (const bodyCase of bodyCases.filter(({ bytes, type }) => typeof bytes !== 'function' && type !== null)) {
    promise_test(async () => {
        const request = new Request(endpoint('echo'), { method: 'PUT', body: bodyCase.make() });
        const copy = request.clone();
        const response = await fetch(request);
        assertArrived(bodyCase, await bytesOf(response), response.headers.get('content-type'));
        assert_true(request.bodyUsed, 'the request is used up');
        const again = await fetch(copy);
        assertArrived(bodyCase, await bytesOf(again), again.headers.get('content-type'));
    }, `fetch sends a Request with ${bodyCase.name}, and its clone`);
}

promise_test(async () => {
    const form = bodyCases.filter(({ name }) => name === 'FormData with files')[0];
    assert_true(form !== undefined);
    const request = new Request(endpoint('echo'), { method: 'POST', body: form?.make() });
    const response = await fetch(request);
    assertArrived(/** @type {BodyCase} */ (form), await bytesOf(response), response.headers.get('content-type'));
}, 'fetch sends a Request with FormData with files');

promise_test(async () => {
    const request = new Request(endpoint('echo'), { method: 'POST', body: 'replaced' });
    const response = await fetch(request, { body: new Blob([everyByte], { type: 'text/x-init' }) });
    assert_array_equals(await bytesOf(response), everyByte);
}, "the body given to fetch takes the place of the Request's");

promise_test(async () => {
    const body = new Blob(['{}'], { type: 'text/x-blob' });
    const headers = { 'Content-Type': 'application/json', 'X-Mine': 'kept' };
    for (const given of [headers, new Headers(headers), Object.entries(headers)]) {
        const seen = await (await fetch(endpoint('inspect'), { method: 'PATCH', body, headers: given })).json();
        assert_equals(seen.method, 'PATCH');
        assert_equals(seen.headers['content-type'], 'application/json');
        assert_equals(seen.headers['x-mine'], 'kept');
        assert_equals(seen.length, 2);
    }
}, "headers given as a record, as Headers or as a list win over the Blob's type");

promise_test(async (t) => {
    const blob = new Blob(['never']);
    await promise_rejects_js(t, TypeError, fetch(endpoint('echo'), { method: 'GET', body: blob }));
    await promise_rejects_js(t, TypeError, fetch(endpoint('echo'), { method: 'HEAD', body: new FormData() }));
    const controller = new AbortController();
    controller.abort();
    const aborted = fetch(endpoint('echo'), { method: 'POST', body: blob, signal: controller.signal });
    await promise_rejects_dom(t, 'AbortError', aborted);
    const used = new Request(endpoint('echo'), { method: 'POST', body: blob });
    await used.text();
    await promise_rejects_js(t, TypeError, fetch(used));
}, 'fetch rejects a body with GET or HEAD, an aborted signal and a Request that is used up');

promise_test(async () => {
    const bytes = patternBytes(3_000_000);
    const form = formData([['file', new File([bytes], 'three megabytes.bin')], ['after', 'the end']]);
    const response = await fetch(endpoint('echo'), { method: 'POST', body: form });
    const boundary = MULTIPART.exec(response.headers.get('content-type') ?? '')?.[1] ?? '';
    const expected = multipart(boundary, [
        ['name="file"; filename="three megabytes.bin"', 'application/octet-stream', bytes],
        ['name="after"', null, 'the end'],
    ]);
    assert_equals(await sha256(await readInto(response, expected.length)), await sha256(expected));
}, 'a file of 3 MB in FormData arrives whole');

promise_test(async () => {
    const bodies = bodyCases.filter(({ bytes, type }) => typeof bytes !== 'function' && type !== null);
    await Promise.all(
        bodies.flatMap((bodyCase) =>
            Array.from({ length: 10 }, async () => {
                const response = await fetch(endpoint('echo'), { method: 'POST', body: bodyCase.make() });
                assertArrived(bodyCase, await bytesOf(response), response.headers.get('content-type'));
            })
        )
    );
}, 'many uploads at once do not mix');

promise_test(async () => {
    const body = new ReadableStream({
        start(controller) {
            controller.enqueue(utf8('streamed '));
            controller.enqueue(utf8('up'));
            controller.close();
        },
    });
    const init = /** @type {RequestInit} */ ({ method: 'POST', body, duplex: 'half' });
    /** @type {Response} */
    let response;
    try {
        response = await fetch(endpoint('echo'), init);
    } catch (error) {
        // WebKit has no upload streams yet: it may say so, but not send something else.
        assert_in_array(/** @type {Error} */ (error).name, ['TypeError', 'NotSupportedError']);
        return;
    }
    assert_equals(await response.text(), 'streamed up');
}, 'a ReadableStream is sent whole, or refused');

promise_test(async () => {
    const id = crypto.randomUUID();
    const controller = new AbortController();
    /** @type {number[]} */
    const refused = [];
    await new Promise((resolve) => {
        for (let number = 0; number < 12; number++) {
            const piece = fetch(`/___body___?id=${id}`, { method: 'POST', body: new Uint8Array(10), signal: controller.signal });
            piece.then(({ status }) => { if (refused.push(status) === 8) resolve(undefined); }, () => {});
        }
    });
    controller.abort();
    assert_array_equals(refused, Array(8).fill(429));
    assert_equals((await fetch('/___testing___/echo', { method: 'POST', body: 'fine' })).status, 200);
}, 'four pieces of an upload may wait that no request takes');

for (const bodyCase of bodyCases) {
    promise_test(async (t) => {
        const { contentWindow: inner } = await addFrame(t, 'resources/frame.html');
        const init = { method: 'POST', body: bodyCase.make() };
        for (const response of [
            await inner.fetch(endpoint('echo'), init),
            await inner.fetch(new inner.Request(endpoint('echo'), { method: 'POST', body: bodyCase.make() })),
            await fetch(new inner.Request(endpoint('echo'), { method: 'POST', body: bodyCase.make() })),
        ]) {
            const type = bodyCase.type === null ? null : response.headers.get('content-type');
            assertArrived(bodyCase, await bytesOf(response), type);
        }
    }, `a frame's fetch sends the page's body: ${bodyCase.name}`);
}
