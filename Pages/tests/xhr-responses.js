// The addresses of documents of responses, the totals of downloads, and the states of requests that are aborted.

/**
 * Sends a GET request.
 * @param {string} url @param {(xhr: XMLHttpRequest) => void} [prepare]
 * @returns {Promise<XMLHttpRequest>}
 */
const answered = (url, prepare = () => {}) => new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', url);
    prepare(xhr);
    xhr.onload = () => resolve(xhr);
    xhr.onerror = () => reject(new Error(`${url} does not load`));
    xhr.send();
});

const asDocument = (/** @type {XMLHttpRequest} */ xhr) => { xhr.responseType = 'document'; };
const page = new URL('resources/frame.html', location.href).href;

promise_test(async () => {
    for (const [url, fragment] of [[page, ''], [`${page}#part`, '#part'], [`${page}?a=%23#a%20b`, '#a%20b']]) {
        const xhr = await answered(url, asDocument);
        const { response } = xhr;
        assert_true(response === xhr.responseXML && response instanceof Document);
        const [address] = url.split('#');
        assert_equals(xhr.responseURL, address);
        for (const text of [response.URL, response.documentURI, response.baseURI, response.body.baseURI]) assert_equals(text, address + fragment);
        assert_equals(response.querySelector('title').textContent, 'A frame');
    }
    assert_equals(document.URL, location.href);
    assert_equals(document.body.baseURI, document.baseURI);
}, 'a document has the address of its request, with the fragment');

promise_test(async () => {
    const xhr = await answered(endpoint(`redirect?to=${encodeURIComponent(page)}`), asDocument);
    assert_equals(xhr.responseURL, page);
    assert_equals(xhr.response.URL, page);
    assert_equals(xhr.response.documentElement.baseURI, page);
}, 'a document of a redirected request has the address of the response');

promise_test(async () => {
    for (const length of [1, 999, 65537]) {
        /** @type {ProgressEvent[]} */
        const events = [];
        const xhr = await answered(endpoint(`bytes?length=${length}`), (xhr) => {
            xhr.responseType = 'arraybuffer';
            xhr.onprogress = (event) => events.push(event);
        });
        assert_equals(xhr.response.byteLength, length);
        const last = events.at(-1);
        assert_equals(last?.loaded, length);
        assert_array_equals([last?.total, last?.lengthComputable], last?.lengthComputable ? [length, true] : [0, false]);
    }
}, 'the total of a download is its length, or 0 where that is not known');

test(() => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', page, false);
    assert_throws_dom('InvalidAccessError', () => asDocument(xhr));
    assert_throws_dom('InvalidAccessError', () => { xhr.timeout = 1; });
    xhr.responseType = /** @type {any} */ ('unknown');
    assert_equals(xhr.responseType, '');
    assert_equals(xhr.timeout, 0);
    for (const [key, value] of /** @type {[string, any][]} */ ([['timeout', 1], ['responseType', 'json']])) {
        const late = /** @type {any} */ (new XMLHttpRequest());
        late[key] = value;
        assert_throws_dom('InvalidAccessError', () => late.open('GET', page, false));
        assert_equals(late.readyState, 0, 'it was not opened');
        late.open('GET', page);
        assert_equals(late.readyState, 1);
    }
}, 'a synchronous request of a document has neither a timeout nor a response type');

promise_test(async () => {
    const xhr = await answered(endpoint('bytes?length=3'), (xhr) => {
        xhr.overrideMimeType('text/plain; charset=x-user-defined');
        assert_throws_dom('InvalidStateError', () => {
            const late = new XMLHttpRequest();
            late.open('GET', page, false);
            late.send();
            late.overrideMimeType('text/plain');
        });
    });
    assert_equals(xhr.responseText.length, 3);
    assert_equals((await answered(page, (xhr) => xhr.overrideMimeType('application/xml'))).responseXML, null, 'HTML is no XML');
}, 'overrideMimeType() counts until the response loads');

promise_test(async () => {
    const xhr = new XMLHttpRequest();
    /** @type {string[]} */
    const events = [];
    for (const type of ['readystatechange', 'loadstart', 'abort', 'error', 'load', 'loadend']) {
        xhr.addEventListener(type, () => events.push(`${type} ${xhr.readyState}`));
    }
    xhr.abort();
    assert_equals(xhr.readyState, 0);
    xhr.open('GET', page);
    xhr.abort();
    assert_equals(xhr.readyState, 1, 'a request that was not sent stays open');
    xhr.send();
    xhr.abort();
    assert_equals(xhr.readyState, 0);
    assert_array_equals(events, ['readystatechange 1', 'loadstart 1', 'readystatechange 4', 'abort 4', 'loadend 4']);
    events.length = 0;
    await new Promise((resolve) => {
        xhr.open('GET', endpoint(`stall?id=${uniqueName('abort')}`));
        xhr.onreadystatechange = () => {
            if (xhr.readyState !== 3) return;
            xhr.onreadystatechange = null;
            xhr.abort();
            resolve(undefined);
        };
        xhr.send();
    });
    assert_array_equals(events.slice(-3), ['readystatechange 4', 'abort 4', 'loadend 4']);
    assert_array_equals([xhr.readyState, xhr.status, xhr.responseText, xhr.responseURL], [0, 0, '', '']);
}, 'abort() fires the events of the standard, and leaves the state that it names');
