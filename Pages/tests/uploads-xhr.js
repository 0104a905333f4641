// Request bodies of every kind arrive whole, with the content type a browser gives them: XMLHttpRequest.

/**
 * @param {any} body
 * @param {Record<string, string>} [headers]
 * @param {Window & typeof globalThis} [realm]
 * @returns {Promise<XMLHttpRequest>}
 */
const sendLater = (body, headers = {}, realm = window) =>
    new Promise((resolve, reject) => {
        const request = new realm.XMLHttpRequest();
        request.open('POST', endpoint('echo'));
        request.responseType = 'arraybuffer';
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.onload = () => resolve(request);
        request.onerror = () => reject(new Error('the request failed'));
        request.send(body);
    });

/**
 * Synchronous requests have no responseType: bytes come as characters.
 * @param {any} body
 */
const sendNow = (body) => {
    const request = new XMLHttpRequest();
    request.open('POST', endpoint('echo'), false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send(body);
    const bytes = Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 255);
    return { bytes, type: request.getResponseHeader('content-type'), status: request.status };
};

/**
 * The type the echo repeats; where the request had none, `inspect` tells.
 * @param {any} body
 * @param {boolean} async
 */
const inspectedType = async (body, async) => {
    const request = new XMLHttpRequest();
    request.open('POST', endpoint('inspect'), async);
    const ended = async ? new Promise((resolve) => (request.onloadend = resolve)) : undefined;
    request.send(body);
    await ended;
    return JSON.parse(request.responseText).headers['content-type'];
};

for (const bodyCase of bodyCases) {
    promise_test(async () => {
        const request = await sendLater(bodyCase.make());
        assert_equals(request.status, 200);
        const type = bodyCase.type === null
            ? await inspectedType(bodyCase.make(), true)
            : request.getResponseHeader('content-type');
        assertArrived(bodyCase, new Uint8Array(request.response), type);
    }, `XMLHttpRequest sends ${bodyCase.name}`);
}

for (const bodyCase of bodyCases) {
    promise_test(async () => {
        const { bytes, type, status } = sendNow(bodyCase.make());
        assert_equals(status, 200);
        const inspected = bodyCase.type === null ? await inspectedType(bodyCase.make(), false) : type;
        assertArrived(bodyCase, bytes, inspected);
    }, `a synchronous XMLHttpRequest sends ${bodyCase.name}`);
}

promise_test(async () => {
    const blob = new Blob(['{}'], { type: 'text/x-blob' });
    const request = await sendLater(blob, { 'Content-Type': 'application/json', 'X-Mine': 'kept' });
    assert_equals(request.getResponseHeader('content-type'), 'application/json');
    const form = await sendLater(formData([['f', blob]]), { 'content-type': 'text/x-mine' });
    assert_equals(form.getResponseHeader('content-type'), 'text/x-mine');
}, "a Content-Type of the page's wins over the body's");

promise_test(async () => {
    const request = new XMLHttpRequest();
    for (const text of ['first', 'second']) {
        request.open('POST', endpoint('echo'));
        const loaded = new Promise((resolve) => (request.onload = resolve));
        request.send(new Blob([text], { type: `text/x-${text}` }));
        await loaded;
        assert_equals(request.responseText, text);
        assert_equals(request.getResponseHeader('content-type'), `text/x-${text}`);
    }
}, 'one XMLHttpRequest used twice');

promise_test(async () => {
    const bytes = patternBytes(1_000_000);
    const request = new XMLHttpRequest();
    request.open('POST', endpoint('echo'));
    request.responseType = 'arraybuffer';
    /** @type {string[]} */
    const events = [];
    for (const name of ['loadstart', 'load', 'loadend']) request.addEventListener(name, () => events.push(name));
    const ended = new Promise((resolve) => (request.onloadend = resolve));
    request.send(new Blob([bytes]));
    assert_equals(request.readyState, XMLHttpRequest.OPENED, 'send() does not wait');
    await ended;
    assert_equals(await sha256(new Uint8Array(request.response)), await sha256(bytes));
    assert_array_equals(events, ['loadstart', 'load', 'loadend']);
}, 'a Blob of 1 MB fires the events a page waits for, in order');

promise_test(async () => {
    const request = new XMLHttpRequest();
    request.open('POST', endpoint('echo'));
    request.onload = () => assert_unreached('an aborted request does not load');
    const aborted = new Promise((resolve) => (request.onabort = resolve));
    request.send(new Blob(['never']));
    request.abort();
    await aborted;
    assert_equals(request.status, 0);
}, 'abort() right after send() of a Blob');

test(() => {
    const request = new XMLHttpRequest();
    assert_throws_dom('InvalidStateError', () => request.send(new Blob(['too early'])));
    request.open('POST', endpoint('echo'));
    request.send(new Blob(['once']));
    assert_throws_dom('InvalidStateError', () => request.send(new Blob(['twice'])));
    request.abort();
}, 'send() before open(), and a second send(), throw');

for (const bodyCase of bodyCases) {
    promise_test(async (t) => {
        const { contentWindow: inner } = await addFrame(t, 'resources/frame.html');
        const request = await sendLater(bodyCase.make(), {}, inner);
        const type = bodyCase.type === null ? null : request.getResponseHeader('content-type');
        assertArrived(bodyCase, new Uint8Array(request.response), type);
    }, `a frame's XMLHttpRequest sends the page's body: ${bodyCase.name}`);
}
