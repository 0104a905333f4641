// XMLHttpRequest.upload fires the events of the standard, in order with those of the request, with bytes that the host has read.

const progressEvents = ['loadstart', 'progress', 'load', 'loadend', 'abort', 'error', 'timeout'];

/**
 * Sends a request, and returns its events. Those of the upload have the prefix `upload.`, their bytes and their total.
 * @param {string} url
 * @param {any} body
 * @param {{ method?: string, timeout?: number, realm?: Window & typeof globalThis, during?: (xhr: XMLHttpRequest, event: string) => void }} options
 * @returns {Promise<{events: string[], xhr: XMLHttpRequest}>}
 */
const watched = (url, body, { method = 'POST', timeout = 0, realm = window, during = () => {} } = {}) =>
    new Promise((resolve) => {
        const xhr = new realm.XMLHttpRequest();
        /** @type {string[]} */
        const events = [];
        const note = (/** @type {string} */ text) => {
            events.push(text);
            during(xhr, text);
        };
        xhr.onreadystatechange = () => note(`readystatechange ${xhr.readyState}`);
        for (const type of progressEvents) {
            if (type !== 'progress') xhr.addEventListener(type, () => note(type));
            xhr.upload.addEventListener(/** @type {'progress'} */ (type), (event) => {
                assert_equals(event.target, xhr.upload);
                assert_equals(event.lengthComputable, event.total > 0);
                note(`upload.${type} ${event.loaded}/${event.total}`);
            });
        }
        xhr.addEventListener('loadend', () => resolve({ events, xhr }));
        xhr.open(method, url);
        xhr.timeout = timeout;
        xhr.send(body);
        note('sent');
    });

/** @param {number} size @returns {string[]}  The events of a small upload. */
const complete = (size) => [
    'readystatechange 1', 'loadstart', `upload.loadstart 0/${size}`, 'sent', `upload.progress ${size}/${size}`, `upload.load ${size}/${size}`,
    `upload.loadend ${size}/${size}`, 'readystatechange 2', 'readystatechange 3', 'readystatechange 4', 'load', 'loadend',
];
const noAnswer = () => endpoint(`beacons?id=${uniqueName('none')}`);
/** @param {string[]} events  The events without repeated states of a response in pieces. */
const once = (events) => events.filter((event, index) => event !== 'readystatechange 3' || events[index - 1] !== event);

for (const bodyCase of bodyCases.filter(({ make }) => make() !== null)) {
    promise_test(async () => {
        const { events, xhr } = await watched(endpoint('inspect'), bodyCase.make());
        const { length, headers } = JSON.parse(xhr.responseText);
        assert_array_equals(once(events), complete(length));
        if (typeof bodyCase.bytes !== 'function') assert_equals(length, bodyCase.bytes.length);
        if (typeof bodyCase.type === 'string') assert_equals(headers['content-type'], bodyCase.type);
    }, `the events of an upload: ${bodyCase.name}`);
}

promise_test(async () => {
    const page = new DOMParser().parseFromString('<!doctype html><title>ü</title><p>text', 'text/html');
    const tree = new DOMParser().parseFromString('<a b="ü"><c/></a>', 'application/xml');
    for (const [given, text, type] of /** @type {[Document, string, string][]} */ ([
        [page, '<!DOCTYPE html><html><head><title>ü</title></head><body><p>text</p></body></html>', 'text/html;charset=UTF-8'],
        [tree, '<a b="ü"><c/></a>', 'application/xml;charset=UTF-8'],
    ])) {
        const { events, xhr } = await watched(endpoint('echo'), given);
        assert_array_equals(once(events), complete(utf8(text).length));
        assert_equals(xhr.responseText, text);
        assert_equals(xhr.getResponseHeader('content-type'), type);
    }
}, 'the events of an upload: documents');

promise_test(async () => {
    const size = 5_000_000;
    const { events } = await watched(endpoint('inspect'), new Blob([patternBytes(size)]));
    const counts = events.filter((event) => event.startsWith('upload.progress')).map((event) => parseInt(event.slice(16)));
    assert_true(counts.length > 1 && counts[0] < size, `${counts}`);
    assert_array_equals(counts, [...counts].sort((left, right) => left - right));
    assert_array_equals(once(events).filter((event) => !event.startsWith('upload.progress')),
        complete(size).filter((event) => !event.startsWith('upload.progress')));
    assert_equals(counts.at(-1), size);
}, 'the progress of a large upload counts what the host has read');

promise_test(async () => {
    for (const method of ['GET', 'HEAD', 'get']) {
        const { events, xhr } = await watched(endpoint('inspect'), 'ignored', { method });
        assert_array_equals(events.filter((event) => event.startsWith('upload')), []);
        if (method !== 'HEAD') assert_equals(JSON.parse(xhr.responseText).length, 0);
    }
    for (const body of [null, undefined]) {
        const { events } = await watched(endpoint('inspect'), body);
        assert_array_equals(events.filter((event) => event.startsWith('upload')), []);
    }
}, 'a request without a body has no upload');

promise_test(async () => {
    const { events } = await watched(noAnswer(), 'text', { during: (xhr, event) => { if (event === 'sent') setTimeout(() => xhr.abort()); } });
    assert_array_equals(events, [
        'readystatechange 1', 'loadstart', 'upload.loadstart 0/4', 'sent', 'readystatechange 4', 'upload.abort 0/0', 'upload.loadend 0/0', 'abort',
        'loadend',
    ]);
}, 'abort() ends an upload that the host has not read');

promise_test(async () => {
    const { events } = await watched(endpoint('inspect'), 'text',
        { during: (xhr, event) => { if (event.startsWith('upload.loadend')) xhr.abort(); } });
    assert_array_equals(events, [...complete(4).slice(0, 7), 'readystatechange 4', 'abort', 'loadend']);
}, 'abort() after the upload fires no more events of the upload');

promise_test(async () => {
    const { events } = await watched(endpoint('inspect'), 'text', { during: (xhr, event) => { if (event === 'loadstart') xhr.abort(); } });
    assert_false(events.some((event) => /upload\.(loadstart|progress|load) /.test(event)), `${events}`);
    assert_equals(events.filter((event) => event === 'abort').length, 1);
}, "abort() in the request's own loadstart leaves no upload");

promise_test(async () => {
    const { events } = await watched('sw://unknown.invalid/', 'text');
    // The host may have read the body before it finds that there is no such host.
    assert_array_equals(events.filter((event) => !event.startsWith('upload')), ['readystatechange 1', 'loadstart', 'sent', 'readystatechange 4', 'error', 'loadend']);
    assert_equals(events.filter((event) => event.startsWith('upload.loadend')).length, 1);
    assert_equals(events.filter((event) => /^upload\.(load|error) /.test(event)).length, 1);
}, 'a request that fails ends its upload once');

promise_test(async () => {
    const { events } = await watched(noAnswer(), 'text', { timeout: 50 });
    assert_array_equals(events.slice(-5), ['readystatechange 4', 'upload.timeout 0/0', 'upload.loadend 0/0', 'timeout', 'loadend']);
}, 'a request that times out ends its upload');

promise_test(async (t) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', endpoint('inspect'));
    xhr.send('text');
    for (const type of progressEvents) xhr.upload.addEventListener(type, t.unreached_func(type));
    await new Promise((resolve) => (xhr.onloadend = resolve));
    xhr.open('POST', endpoint('inspect'), false);
    xhr.send('text');
}, 'listeners that come after send(), and those of a synchronous request, hear nothing');

promise_test(async () => {
    const xhr = new XMLHttpRequest();
    /** @type {number[]} */
    const totals = [];
    xhr.upload.onload = ({ total }) => totals.push(total);
    for (const text of ['first', 'the second']) {
        xhr.open('PUT', endpoint('echo'));
        const ended = new Promise((resolve) => (xhr.onloadend = resolve));
        xhr.send(text);
        assert_throws_dom('InvalidStateError', () => xhr.send(text));
        await ended;
        assert_equals(xhr.responseText, text);
        assert_throws_dom('InvalidStateError', () => xhr.send(text));
    }
    assert_array_equals(totals, [5, 10]);
}, 'one object uploads twice, and a second send() throws');

promise_test(async () => {
    const xhr = new XMLHttpRequest();
    xhr.upload.onload = () => {};
    xhr.open('POST', endpoint('inspect'));
    xhr.setRequestHeader('Content-Type', 'text/plain; charset=iso-8859-1; x=y');
    const ended = new Promise((resolve) => (xhr.onloadend = resolve));
    xhr.send('ü');
    await ended;
    const { headers, length } = JSON.parse(xhr.responseText);
    assert_equals(length, 2);
    assert_regexp_match(headers['content-type'], /^text\/plain; ?charset=UTF-8; ?x=y$/);
}, 'the content type of a text that is watched names UTF-8');

promise_test(async (t) => {
    const { contentWindow: realm } = await addFrame(t, 'resources/frame.html');
    realm.eval(`
        for (const type of [Array, RegExp, Promise, Map, WeakMap, String]) {
            for (const name of Object.getOwnPropertyNames(type.prototype)) {
                const { value, configurable } = Object.getOwnPropertyDescriptor(type.prototype, name);
                if (typeof value === 'function' && configurable && name !== 'constructor') type.prototype[name] = () => { throw new Error(name); };
            }
        }
        Array.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };
        EventTarget.prototype.dispatchEvent = EventTarget.prototype.addEventListener.bind(new EventTarget()) && (() => { throw new Error('dispatch'); });
        ProgressEvent = Blob = undefined;`);
    /** @type {string[]} */
    const events = [];
    const xhr = new realm.XMLHttpRequest();
    for (const type of progressEvents) xhr.upload[/** @type {'onload'} */ (`on${type}`)] = ({ type, loaded }) => { events[events.length] = `${type} ${loaded}`; };
    xhr.open('POST', endpoint('inspect'));
    const ended = new Promise((resolve) => (xhr.onloadend = resolve));
    xhr.send('text');
    await ended;
    assert_array_equals(events, ['loadstart 0', 'progress 4', 'load 4', 'loadend 4']);
}, 'a page that replaces prototypes has the events');

promise_test(async (t) => {
    const text = `
        const xhr = new XMLHttpRequest(), events = [];
        for (const type of ${JSON.stringify(progressEvents)}) xhr.upload.addEventListener(type, ({ loaded, total }) => events.push([type, loaded, total].join(" ")));
        xhr.onreadystatechange = () => { if (xhr.readyState === 2) events.push("response"); };
        xhr.onloadend = () => postMessage(events);
        xhr.open("POST", "${endpoint('inspect')}");
        xhr.send(new Uint8Array(1000));`;
    const url = URL.createObjectURL(new Blob([text]));
    const worker = new Worker(url);
    t.add_cleanup(() => {
        worker.terminate();
        URL.revokeObjectURL(url);
    });
    const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
    assert_array_equals(data, ['loadstart 0 1000', 'progress 1000 1000', 'load 1000 1000', 'loadend 1000 1000', 'response']);
}, 'an upload of a dedicated worker has the events');
