// Files of a folder at assets://, from a page that has another origin.

const assetTest = testsOf('assets://letters.txt');

/** @param {string} path @param {Record<string, string>} [headers] @param {RequestInit} [init] */
const getAsset = (path, headers = {}, init = {}) => fetch(`assets://${path}`, { cache: 'no-store', headers, ...init });

/** @template {Element} T @param {T} element @param {Element} [parent] @returns {Promise<T>} */
const loaded = (element, parent = document.body) =>
    new Promise((resolve, reject) => {
        element.addEventListener('load', () => resolve(element));
        element.addEventListener('error', () => reject(new Error('it did not load')));
        parent.append(element);
    });

/** @type {[path: string, type: string][]} */
const types = [
    ['letters.txt', 'text/plain; charset=utf-8'], ['logo.png', 'image/png'], ['module.mjs', 'text/javascript; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'], ['data.json', 'application/json; charset=utf-8'], ['wide.ttf', 'font/ttf'],
    ['folder/nested.txt', 'text/plain; charset=utf-8'], ['folder/', 'text/html; charset=utf-8'],
];
for (const [path, type] of types) {
    assetTest(async () => {
        const response = await getAsset(path);
        assert_equals(response.status, 200);
        assert_equals(response.headers.get('content-type'), type);
        assert_equals(Number(response.headers.get('content-length')), (await response.arrayBuffer()).byteLength);
    }, `${path} is ${type}`);
}

for (const address of ['assets://logo.png', 'assets://folder/logo.png', 'assets:///logo.png']) {
    assetTest(async () => {
        const image = new Image();
        image.src = address;
        await loaded(image);
        assert_true(image.naturalWidth > 0);
    }, `<img src="${address}">`);
}

assetTest(async () => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = 'assets://logo.png';
    await loaded(image);
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    context.drawImage(image, 0, 0);
    assert_equals(context.getImageData(0, 0, 1, 1).data.length, 4);
}, 'an image with crossorigin leaves a canvas readable');

assetTest(async () => {
    const module = await import(`${'assets://module.mjs'}`);
    assert_equals(module.greeting, 'hello assets');
}, 'import() of a module, which imports another by a relative path');

assetTest(async () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = 'assets://module.mjs';
    await loaded(script);
}, '<script type="module">');

assetTest(async () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = 'assets://style.css';
    await loaded(link, document.head);
    const styled = document.createElement('div');
    styled.id = 'styled';
    document.body.append(styled);
    const style = getComputedStyle(styled);
    assert_equals(style.width, '123px');
    assert_equals(style.height, '45px', 'what the sheet imports');
    const picture = new Image();
    picture.src = style.backgroundImage.slice('url("'.length, -'")'.length);
    await loaded(picture);
    assert_true(picture.naturalWidth > 0, picture.src);
}, 'a style sheet, what it imports, and its pictures');

assetTest(async () => {
    const font = new FontFace('Wider', 'url(assets://wide.ttf)');
    document.fonts.add(await font.load());
    const text = document.createElement('span');
    text.style.font = '10px Wider';
    text.textContent = 'A';
    document.body.append(text);
    assert_equals(Math.round(text.getBoundingClientRect().width), 30);
}, 'a font');

assetTest(async () => {
    const part = await getAsset('letters.txt', { Range: 'bytes=2-5' });
    assert_equals(part.status, 206);
    assert_equals(part.headers.get('content-range'), 'bytes 2-5/26');
    assert_equals(await part.text(), 'cdef');
    assert_equals((await getAsset('letters.txt', { Range: 'bytes=26-' })).status, 416);
}, 'ranges');

assetTest(async () => {
    const first = await getAsset('letters.txt');
    const tag = String(first.headers.get('etag'));
    assert_regexp_match(tag, /^"[^"]+"$/);
    const again = await getAsset('letters.txt', { 'If-None-Match': tag });
    assert_equals(again.status, 304);
    const modified = String(first.headers.get('last-modified'));
    assert_equals((await getAsset('letters.txt', { 'If-Modified-Since': modified })).status, 304);
}, 'entity tags and dates');

/** @type {[path: string, status: number][]} */
const escapes = [
    ['missing.txt', 404], ['folder/missing.png', 404], ['Letters.txt', 404], ['letters.TXT', 404], ['letters.txt/', 404],
    ['folder/%2e%2e%2fsqlite.html', 400], ['%2e%2e/sqlite.html', 400], ['folder/..%2f..%2fsqlite.html', 400],
    ['folder%2fnested.txt', 400], ['folder/..%5csqlite.html', 400], ['letters.txt%00.png', 400], ['folder/%ff', 400],
];
for (const [path, status] of escapes) {
    assetTest(async () => {
        const response = await getAsset(path);
        assert_equals(response.status, status);
        assert_regexp_match(await response.text(), /\w+ \w+/, 'a sentence');
    }, `${path} is a ${status}`);
}

assetTest(async () => {
    const response = await getAsset('letters.txt', {}, { method: 'POST', body: 'x' });
    assert_equals(response.status, 405);
    assert_equals((await getAsset('letters.txt', {}, { method: 'HEAD' })).headers.get('content-length'), '26');
}, 'GET and HEAD are all');

assetTest(async () => {
    const frame = document.createElement('iframe');
    frame.src = 'assets://folder/';
    await loaded(frame);
}, 'a folder shows its index.html');

assetTest(async (t) => {
    const video = document.createElement('video');
    video.innerHTML = '<source src="assets://film.mp4" type="video/mp4"><source src="assets://beep.wav">';
    document.body.append(video);
    t.add_cleanup(() => video.remove());
    await new Promise((resolve) => video.addEventListener('canplaythrough', resolve, { once: true }));
    assert_equals(video.currentSrc, 'assets://beep.wav');
}, 'media play');
