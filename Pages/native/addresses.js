// A page of a mapped https origin is one of that origin, for WebKit and for itself.

const inspect = async (/** @type {RequestInit} */ init = {}) => (await fetch('/___testing___/inspect', init)).json();

test(() => {
    assert_equals(location.href, 'https://native.example/addresses.html');
    assert_equals(self.origin, 'https://native.example');
    assert_equals(document.URL, location.href);
    assert_equals(document.domain, 'native.example');
    assert_true(isSecureContext);
}, 'the origin is the mapped one');

test(() => {
    assert_false('SWWebView' in self);
    for (const native of [fetch, navigator.serviceWorker.register, caches.open, XMLHttpRequest, EventSource, Worker]) {
        assert_true(String(native).includes('[native code]'), String(native));
    }
}, 'nothing of the bridge is there');

promise_test(async (t) => {
    t.add_cleanup(() => {
        document.cookie = 'taste=; Max-Age=0';
    });
    document.cookie = 'taste=sweet; Secure; SameSite=Strict';
    assert_equals(document.cookie, 'taste=sweet');
    assert_equals((await inspect()).headers.cookie, 'taste=sweet');
    assert_equals((await inspect({ credentials: 'omit' })).headers.cookie, undefined);
}, 'cookies are kept and sent');

promise_test(async () => {
    const { method, url, headers, length } = await inspect({ method: 'PUT', headers: { 'X-Own': '1' }, body: 'text' });
    assert_equals(method, 'PUT');
    assert_equals(url, 'https://native.example/___testing___/inspect');
    assert_equals(headers['x-own'], '1');
    assert_equals(headers.origin, 'https://native.example');
    assert_equals(headers.referer, location.href);
    assert_equals(length, 4);
}, 'requests have the origin and the referrer');

promise_test(async () => {
    const response = await fetch('/___testing___/redirect?to=/support/frame.html');
    assert_true(response.redirected);
    assert_equals(response.url, 'https://native.example/support/frame.html');
    assert_equals((await fetch('/___testing___/redirect?to=/', { redirect: 'manual' })).type, 'opaqueredirect');
}, 'fetch follows redirects');

promise_test(async (t) => {
    const frame = document.createElement('iframe');
    t.add_cleanup(() => frame.remove());
    frame.src = '/___testing___/redirect?to=/support/frame.html?x%23y';
    document.body.append(frame);
    await new Promise((resolve) => {
        frame.onload = resolve;
    });
    assert_equals(frame.contentWindow?.location.href, 'https://native.example/support/frame.html?x#y');
}, 'a redirect changes the location');

promise_test(async () => {
    const response = await fetch('/___testing___/slow?chunks=3');
    assert_equals(await response.text(), 'chunk 0\nchunk 1\nchunk 2\n');
}, 'answers come in pieces');

promise_test(async () => {
    const response = await fetch('/support/frame.html', { headers: { Range: 'bytes=0-8' } });
    assert_equals(response.status, 206);
    assert_equals(await response.text(), '<!doctype');
}, 'a folder answers ranges');

promise_test(async () => {
    const response = await fetch('/missing.txt');
    assert_equals(response.status, 404);
}, 'a file that is missing is a 404');
