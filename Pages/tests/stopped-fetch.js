// A request that the page aborts is stopped on the native side: the handler of `stall` is called.

/**
 * Waits until the native handler of a stalled request was stopped.
 * @param {string} id
 */
const stopped = async (id) => {
    const answer = await (await fetch(endpoint(`stopped?id=${id}`), { cache: 'no-store' })).json();
    assert_equals(answer.stopped, true);
};

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
const readFirst = async (reader) => {
    let text = '';
    const decoder = new TextDecoder();
    while (text.length < 6) {
        const { done, value } = await reader.read();
        assert_false(done, 'the stalled body does not end');
        text += decoder.decode(value, { stream: true });
    }
    assert_equals(text, 'first\n');
};

/** @param {string} id @param {RequestInit} [init] */
const stall = async (id, init) => {
    const response = await fetch(endpoint(`stall?id=${id}`), init);
    const body = /** @type {ReadableStream<Uint8Array>} */ (response.body);
    const reader = body.getReader();
    await readFirst(reader);
    return reader;
};

promise_test(async (t) => {
    await navigator.serviceWorker.getRegistration(); // The page's event stream is open from now on.
    const { openRequests } = await hostStatus();
    const id = uniqueName('abort');
    const controller = new AbortController();
    const reader = await stall(id, { signal: controller.signal });
    const pending = reader.read();
    controller.abort();
    await promise_rejects_dom(t, 'AbortError', pending);
    await stopped(id);
    await untilHostAtMost(t, 'openRequests', openRequests);
}, 'AbortController.abort() stops a fetch whose body has begun');

promise_test(async (t) => {
    const controller = new AbortController();
    const response = fetch(endpoint(`stall?id=${uniqueName('early')}`), { signal: controller.signal });
    controller.abort();
    await promise_rejects_dom(t, 'AbortError', response);
    const aborted = fetch(endpoint('inspect'), { signal: controller.signal });
    await promise_rejects_dom(t, 'AbortError', aborted);
    assert_equals((await fetch(endpoint('inspect'))).status, 200);
}, 'a fetch aborted before its response rejects, and the next one works');

promise_test(async (t) => {
    const { openRequests } = await hostStatus();
    const id = uniqueName('cancel');
    const reader = await stall(id);
    await reader.cancel();
    await stopped(id);
    await untilHostAtMost(t, 'openRequests', openRequests);
}, 'reader.cancel() stops a fetch');

promise_test(async () => {
    const id = uniqueName('body');
    const response = await fetch(endpoint(`stall?id=${id}`));
    await response.body?.cancel();
    await stopped(id);
}, 'response.body.cancel() stops a fetch');

promise_test(async (t) => {
    const id = uniqueName('xhr');
    const request = new XMLHttpRequest();
    request.open('GET', endpoint(`stall?id=${id}`));
    const begun = new Promise((resolve) => (request.onprogress = resolve));
    const ended = new Promise((resolve) => (request.onabort = resolve));
    request.send();
    await begun;
    assert_equals(request.responseText, 'first\n');
    request.abort();
    await ended;
    await stopped(id);
    assert_equals(request.readyState, XMLHttpRequest.UNSENT);
}, 'XMLHttpRequest.abort() stops a request');

promise_test(async (t) => {
    const id = uniqueName('frame');
    const frame = await addFrame(t, 'resources/frame.html');
    const response = await frame.contentWindow.fetch(endpoint(`stall?id=${id}`));
    await readFirst(/** @type {ReadableStream<Uint8Array>} */ (response.body).getReader());
    frame.remove();
    await stopped(id);
}, "removing an iframe stops its requests");

promise_test(async (t) => {
    const id = uniqueName('navigation');
    const frame = await addFrame(t, 'resources/frame.html');
    const response = await frame.contentWindow.fetch(endpoint(`stall?id=${id}`));
    await readFirst(/** @type {ReadableStream<Uint8Array>} */ (response.body).getReader());
    frame.contentWindow.location.replace('resources/frame.html?next');
    await stopped(id);
}, "an iframe that navigates stops its requests");

promise_test(async (t) => {
    const { openRequests } = await hostStatus();
    const controller = new AbortController();
    const ids = Array.from({ length: 50 }, (_, index) => uniqueName(`many-${index}`));
    await Promise.all(ids.map((id) => stall(id, { signal: controller.signal })));
    controller.abort();
    await Promise.all(ids.map(stopped));
    await untilHostAtMost(t, 'openRequests', openRequests);
}, 'fifty fetches stopped at once, and none is left open');
