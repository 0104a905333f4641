// Parts of files, and files the page has already.

const FILE = 'resources/types/sample.txt';

/** @param {Record<string, string>} headers @param {RequestInit} [init] */
const get = (headers, init) => fetch(FILE, { cache: 'no-store', headers, ...init });

/** @type {[range: string, contentRange: string, text: string][]} */
const parts = [
    ['bytes=0-0', 'bytes 0-0/26', 'a'],
    ['bytes=2-5', 'bytes 2-5/26', 'cdef'],
    ['bytes=20-', 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=20-1000', 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=-4', 'bytes 22-25/26', 'wxyz'],
    ['bytes=-1000', 'bytes 0-25/26', 'abcdefghijklmnopqrstuvwxyz'],
    ['bytes=25-25', 'bytes 25-25/26', 'z'],
];
for (const [range, contentRange, text] of parts) {
    promise_test(async () => {
        const response = await get({ Range: range });
        assert_equals(response.status, 206);
        assert_equals(response.headers.get('content-range'), contentRange);
        assert_equals(response.headers.get('content-length'), String(text.length));
        assert_equals(await response.text(), text);
    }, `Range: ${range}`);
}

for (const range of ['bytes=26-', 'bytes=1000-2000', 'bytes=-0']) {
    promise_test(async () => {
        const response = await get({ Range: range });
        assert_equals(response.status, 416);
        assert_equals(response.headers.get('content-range'), 'bytes */26');
    }, `Range: ${range} is not satisfiable`);
}

for (const range of ['bytes=5-2', 'bytes=a-b', 'bytes=', 'bytes', 'lines=0-1', 'bytes=-', 'bytes=0x1-2', 'bytes=1.5-2']) {
    promise_test(async () => {
        const response = await get({ Range: range });
        assert_equals(response.status, 200);
        assert_equals((await response.text()).length, 26);
    }, `Range: ${range} is no range: the whole file`);
}

promise_test(async () => {
    const response = await get({});
    assert_equals(response.headers.get('accept-ranges'), 'bytes');
    assert_equals(response.headers.get('content-length'), '26');
}, 'the whole file says that it has parts, and its length');

promise_test(async () => {
    const etag = String((await get({})).headers.get('etag'));
    assert_regexp_match(etag, /^(W\/)?"[^"]+"$/);
    assert_equals((await get({})).headers.get('etag'), etag, 'the same again');
    for (const tags of [etag, `"other", ${etag}`, '*', `W/${etag.replace(/^W\//, '')}`]) {
        const response = await get({ 'If-None-Match': tags });
        assert_equals(response.status, 304, tags);
        assert_equals(await response.text(), '', 'no body');
    }
    const changed = await get({ 'If-None-Match': '"other"' });
    assert_equals(changed.status, 200);
    assert_equals((await changed.text()).length, 26);
}, 'ETag and If-None-Match');

promise_test(async () => {
    const modified = String((await get({})).headers.get('last-modified'));
    assert_regexp_match(modified, /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    assert_equals((await get({ 'If-Modified-Since': modified })).status, 304);
    assert_equals((await get({ 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status, 200);
    assert_equals((await get({ 'If-Modified-Since': 'yesterday' })).status, 200, 'no date');
    const both = { 'If-Modified-Since': modified, 'If-None-Match': '"other"' };
    assert_equals((await get(both)).status, 200, 'the tag decides');
}, 'Last-Modified and If-Modified-Since');

promise_test(async () => {
    for (const cache of /** @type {RequestCache[]} */ (['default', 'no-cache', 'reload', 'no-store', 'force-cache'])) {
        const response = await fetch(FILE, { cache });
        assert_equals(response.status, 200, cache);
        assert_equals((await response.text()).length, 26, cache);
    }
}, 'every cache mode gets the file');
