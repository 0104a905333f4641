// Files of the mapped folder, as a good host would serve them.

const TYPES = 'resources/types/';

/** @type {Record<string, string[]>} */
const expectedTypes = {
    'sample.html': ['text/html'],
    'sample.js': ['text/javascript'],
    'sample.mjs': ['text/javascript'],
    'sample.css': ['text/css'],
    'sample.json': ['application/json'],
    'sample.svg': ['image/svg+xml'],
    'sample.png': ['image/png'],
    'sample.wasm': ['application/wasm'],
    'sample.txt': ['text/plain'],
};
for (const [name, types] of Object.entries(expectedTypes)) {
    promise_test(async () => {
        const response = await fetch(TYPES + name);
        assert_equals(response.status, 200);
        const type = String(response.headers.get('content-type')).split(';')[0]?.trim();
        assert_in_array(type, types);
        assert_greater_than((await response.arrayBuffer()).byteLength, 0);
    }, `the type of ${name}`);
}

promise_test(async () => {
    const response = await fetch(TYPES + 'sample.txt');
    assert_true(response.ok);
    assert_equals(response.type, 'basic');
    assert_equals(response.url, new URL(TYPES + 'sample.txt', location.href).href);
    assert_false(response.redirected);
    assert_equals(await response.text(), 'abcdefghijklmnopqrstuvwxyz');
}, 'status, type and url of a response');

promise_test(async () => {
    const response = await fetch(TYPES + 'sample.txt', { method: 'HEAD' });
    assert_equals(response.status, 200);
    assert_equals(response.headers.get('content-length'), '26');
    assert_equals(await response.text(), '');
}, 'HEAD has the headers and no body');

promise_test(async () => {
    for (const path of ['nothing-here.txt', TYPES + 'sample.txt/more', TYPES + 'Sample.TXT', 'resources/none/sample.txt']) {
        const response = await fetch(path);
        assert_equals(response.status, 404, path);
        assert_false(response.ok);
    }
}, 'what is not there is 404');

promise_test(async () => {
    for (const path of [TYPES + 's%61mple.txt', TYPES + '../types/./sample.txt', TYPES + 'sample.txt?query=1', TYPES + 'sample.txt#part']) {
        assert_equals(await (await fetch(path)).text(), 'abcdefghijklmnopqrstuvwxyz', path);
    }
    const name = 'a & 100% + b.txt';
    assert_equals(await (await fetch(TYPES + encodeURIComponent(name))).text(), 'Grüße\n');
}, 'escapes, dots, queries and names with odd characters find their file');

promise_test(async () => {
    const up = ['..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '%2e%2e%5c', '..\\', '.%2e/', '%252e%252e%252f', '..;/', '....//', '/'];
    const paths = up.flatMap((step) => [`/${step.repeat(8)}etc/passwd`, `/resources/${step.repeat(8)}etc/passwd`]);
    paths.push('/%2fetc/passwd', '//etc/passwd', '/%00/etc/passwd', '/..%00/..%00/etc/passwd', '/file:%2f%2f/etc/passwd', '/~root/.profile');
    paths.push('/..%2ftests/harness/testharness.js', '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd', '/..%c0%afetc/passwd');
    for (const path of paths) {
        const response = await fetch(location.origin + path).catch(() => undefined);
        if (!response) continue;
        assert_greater_than_equal(response.status, 400, path);
        assert_false(/^root:/m.test(await response.text()), `${path} shows what is outside`);
    }
}, 'no path leads out of the folder');

promise_test(async () => {
    for (const path of [TYPES + 'sample.txt%00', TYPES + 'sample.txt%00.html', '%00', TYPES + '%ff%fe.txt']) {
        const response = await fetch(path).catch(() => undefined);
        if (response) assert_greater_than_equal(response.status, 400, path);
    }
    assert_equals((await fetch(TYPES + 'sample.txt')).status, 200);
}, 'a NUL, or bytes that are no UTF-8, find nothing and harm nothing');

promise_test(async () => {
    const { answer } = await import('./resources/types/sample.mjs');
    assert_equals(answer, 42);
    const url = new URL(TYPES + 'sample.mjs', location.href).href;
    assert_equals((await import(url)).default, url, 'import.meta.url');
}, 'a module imports another');

promise_test(async () => {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(TYPES + 'sample.wasm'));
    assert_equals(/** @type {any} */ (instance.exports).add(40, 2), 42);
}, 'WebAssembly compiles as it streams');

promise_test(async (t) => {
    for (const name of ['sample.png', 'sample.svg']) {
        const image = new Image();
        image.src = TYPES + name;
        await image.decode();
        assert_equals(image.naturalWidth, 4, name);
    }
}, 'images are decoded');

promise_test(async (t) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    const loaded = new Promise((resolve, reject) => {
        link.onload = resolve;
        link.onerror = () => reject(new Error('the style sheet did not load'));
    });
    link.href = TYPES + 'sample.css';
    t.add_cleanup(() => link.remove());
    document.head.append(link);
    await loaded;
    assert_equals(getComputedStyle(document.documentElement).getPropertyValue('--sample').trim(), '42');
}, 'a style sheet is used');

promise_test(async (t) => {
    const script = document.createElement('script');
    const failed = new Promise((resolve, reject) => {
        script.onerror = resolve;
        script.onload = () => reject(new Error('it loaded'));
    });
    script.src = 'resources/none.js';
    t.add_cleanup(() => script.remove());
    document.body.append(script);
    await failed;
}, 'a script that is not there fires error');

promise_test(async (t) => {
    const { contentWindow } = await addFrame(t, TYPES + 'sample.html');
    assert_equals(contentWindow.document.title, 'Sample ü');
    assert_equals(contentWindow.document.characterSet, 'UTF-8');
}, 'a page is shown in an iframe');

promise_test(async () => {
    const request = new XMLHttpRequest();
    request.open('GET', TYPES + 'sample.json');
    request.responseType = 'json';
    const loaded = new Promise((resolve) => (request.onload = resolve));
    request.send();
    await loaded;
    assert_equals(request.response.answer, 42);
    assert_equals(request.responseURL, new URL(TYPES + 'sample.json', location.href).href);
}, 'XMLHttpRequest reads JSON');

promise_test(async () => {
    const redirect = (/** @type {string} */ to) => fetch(endpoint(`redirect?to=${encodeURIComponent(to)}`));
    assert_equals(await (await redirect('/resources/types/sample.txt')).text(), 'abcdefghijklmnopqrstuvwxyz');
    const gone = await redirect('/nothing-here');
    assert_equals(gone.status, 404);
}, 'a redirect ends at the file, or at its 404');
