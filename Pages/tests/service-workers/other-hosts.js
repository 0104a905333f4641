// Requests of a controlled page to hosts that are not loaded under sw://. The worker gets them first. Those that it declines go where they
// would have gone. https://suites.example has this folder, and WebKit loads it itself.
// Source: https://fetch.spec.whatwg.org/#http-fetch

const OTHER = 'https://suites.example';
const ownFolder = new URL('.', location.href).pathname;
/** An address of the other host that nothing answers but the worker. */
const made = (/** @type {string} */ name) => `${OTHER}/made/${name}`;
/** An address of the other host that has a file. */
const keptAt = (/** @type {string} */ name) => `${OTHER}${ownFolder}${name}`;

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>';

/** Notes every request, and answers those for `made/…`. */
const RECORDER = `const seen = [];
    const types = { png: 'image/svg+xml', js: 'text/javascript', css: 'text/css', txt: 'text/plain', events: 'text/event-stream', json: 'application/json' };
    const bodies = { png: '${PICTURE}', js: 'self.made = (self.made ?? 0) + 1', css: 'body { outline-width: 3px; outline-style: solid }',
        txt: 'made', events: 'data: made\\n\\n', json: '[]' };
    onfetch = event => {
        const { url, destination, mode, method, credentials, redirect, referrer, keepalive, cache, integrity } = event.request;
        if (new URL(url).origin === location.origin) return;
        seen.push({ url, destination, mode, method, credentials, redirect, referrer, keepalive, cache, integrity, clientId: event.clientId,
            type: event.request.headers.get('content-type'), own: event.request.headers.get('x-own') });
        if (!url.includes('/made/')) return;
        const { pathname, search } = new URL(url), type = pathname.split('.').pop();
        if (search === '?echo') return event.respondWith(event.request.text().then(text => new Response('got ' + text)));
        if (search === '?opaque') return event.respondWith(fetch('${keptAt('resources/plain.html')}', { mode: 'no-cors' }));
        if (search === '?rejected') return event.respondWith(Promise.reject(new Error('refused')));
        if (search === '?redirected') return event.respondWith(Response.redirect('${keptAt('resources/plain.html')}'));
        event.respondWith(new Response(bodies[type], { headers: { 'Content-Type': types[type], 'X-Own': 'yes' } }));
    };
    ${answering("event.data === 'clients' ? (await clients.matchAll()).map(({ id, url }) => ({ id, url })) : seen")}`;

/** @param {HarnessTest} t */
const frameOfRecorder = async (t, text = RECORDER) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, text, { scope });
    const frame = await addFrame(t, scope);
    return { scope, worker, frame, window: /** @type {any} */ (frame.contentWindow), document: /** @type {Document} */ (frame.contentDocument) };
};

/** @param {ServiceWorker} worker @param {string} url */
const recordedBy = async (worker, url) => (await askWorker(worker)).filter((/** @type {any} */ request) => request.url === url);

/** @param {ServiceWorker} worker @param {string} url @returns {Promise<any>} */
const onlySeen = async (worker, url) => {
    const requests = await recordedBy(worker, url);
    assert_equals(requests.length, 1, `the worker got ${url} once`);
    return requests[0];
};

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    const response = await window.fetch(made('a.txt'), { headers: { 'X-Own': '1' } });
    assert_equals(await response.text(), 'made');
    assert_equals(response.url, made('a.txt'));
    assert_equals(response.type, 'default');
    assert_equals(response.headers.get('X-Own'), 'yes', 'no CORS hides the headers of a worker’s response');
    const request = await onlySeen(worker, made('a.txt'));
    const [client] = await askWorker(worker, 'clients');
    assert_equals(request.clientId, client.id);
    assert_equals(request.mode, 'cors');
    assert_equals(request.credentials, 'same-origin');
    assert_equals(request.destination, '');
    assert_equals(request.redirect, 'follow');
    assert_equals(request.own, '1');
    assert_equals(inPage(request.referrer), `${location.origin}/`, 'the origin alone goes to another origin');
}, 'a fetch of another host reaches the worker, which answers it');

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    const response = await window.fetch(keptAt('resources/plain.html'));
    assert_equals(response.type, 'cors');
    assert_equals(response.url, keptAt('resources/plain.html'));
    assert_true((await response.text()).includes('A page that asks for nothing.'));
    await onlySeen(worker, keptAt('resources/plain.html'));
}, 'a fetch that the worker declines goes to the other host');

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    for (const credentials of ['omit', 'include']) {
        const url = made(`${credentials}.txt`);
        const response = await window.fetch(new window.Request(url, { method: 'PUT', credentials, cache: 'no-store', body: 'text' }));
        assert_equals(await response.text(), 'made');
        const request = await onlySeen(worker, url);
        assert_equals(request.method, 'PUT');
        assert_equals(request.credentials, credentials);
        assert_equals(request.cache, 'no-store');
        assert_true(request.type.startsWith('text/plain'), 'the type of the body');
    }
    const long = 'x'.repeat(3_000_000);
    for (const body of ['text', new Blob(['text']), long]) {
        const response = await window.fetch(`${made('body.txt')}?echo`, { method: 'POST', body });
        assert_equals((await response.text()).length, body === long ? long.length + 4 : 8);
    }
    const stopped = new AbortController();
    const aborted = window.fetch(made('aborted.txt'), { signal: stopped.signal });
    stopped.abort();
    await promise_rejects_dom(t, 'AbortError', window.DOMException, aborted);
    await promise_rejects_js(t, window.TypeError, window.fetch(`${made('b.txt')}?rejected`));
    await promise_rejects_js(t, window.TypeError, window.fetch(`${made('b.txt')}?opaque`), 'an opaque response to a request of mode cors');
    assert_true((await (await window.fetch(`${made('b.txt')}?redirected`)).text()).includes('A page'), 'a redirect is followed');
}, 'methods, bodies and failures of fetches of another host');

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    const readable = await window.fetch(made('c.txt'), { mode: 'no-cors' });
    assert_equals(readable.type, 'default', 'the worker’s own response');
    assert_equals(await readable.text(), 'made');
    assert_equals((await onlySeen(worker, made('c.txt'))).mode, 'no-cors');
    for (const method of ['GET', 'POST']) {
        const opaque = await window.fetch(`${made('c.txt')}?opaque`, { mode: 'no-cors', method });
        assert_equals(opaque.type, 'opaque');
        assert_equals(opaque.status, 0);
        assert_equals(await opaque.text(), '', 'the body stays out of reach');
    }
    const declined = await window.fetch(keptAt('resources/plain.html?no-cors'), { mode: 'no-cors' });
    assert_equals(declined.type, 'opaque');
    assert_equals(await declined.text(), '');
    await onlySeen(worker, keptAt('resources/plain.html?no-cors'));
}, 'no-cors fetches of another host');

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    const request = new window.XMLHttpRequest();
    request.open('POST', made('x.txt'));
    request.setRequestHeader('X-Own', '2');
    const loaded = nextEvent(request, 'load');
    request.send('body');
    await loaded;
    assert_equals(request.responseText, 'made');
    assert_equals(request.responseURL, made('x.txt'));
    assert_equals(request.getResponseHeader('X-Own'), 'yes');
    const seen = await onlySeen(worker, made('x.txt'));
    assert_equals(seen.method, 'POST');
    assert_equals(seen.own, '2');
    assert_equals(seen.mode, 'cors');
    const declined = new window.XMLHttpRequest();
    declined.open('GET', keptAt('resources/plain.html?xhr'));
    const over = nextEvent(declined, 'load');
    declined.send();
    await over;
    assert_true(declined.responseText.includes('A page'));
    assert_equals(declined.responseURL, keptAt('resources/plain.html?xhr'));
    await onlySeen(worker, keptAt('resources/plain.html?xhr'));
    const waiting = new window.XMLHttpRequest();
    waiting.open('GET', made('sync.txt'), false);
    waiting.send();
    assert_equals(waiting.responseText, 'made', 'also synchronously');
    await onlySeen(worker, made('sync.txt'));
}, 'XMLHttpRequests to another host');

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    const source = new window.EventSource(made('a.events'));
    t.add_cleanup(() => source.close());
    const { data } = await nextEvent(source, 'message');
    assert_equals(data, 'made');
    assert_equals(source.url, made('a.events'));
    const [request] = await recordedBy(worker, made('a.events'));
    assert_equals(request.mode, 'cors');
    assert_equals(request.cache, 'no-store');
}, 'an EventSource of another host');

promise_test(async (t) => {
    const { worker, window, document } = await frameOfRecorder(t);
    const [client] = await askWorker(worker, 'clients');
    /** @type {[string, string, string, string][]} */
    const elements = [['img', 'src', 'made.png', 'image'], ['script', 'src', 'made.js', 'script'], ['link', 'href', 'made.css', 'style']];
    for (const [tag, attribute, name, destination] of elements) {
        const element = document.createElement(tag);
        if (tag === 'link') element.setAttribute('rel', 'stylesheet');
        const loaded = nextEvent(element, 'load');
        // The image goes into the document first: in a page of several frames, one outside of its document counts as the page's.
        if (tag === 'img') document.body.append(element);
        element.setAttribute(attribute, made(name));
        document.body.append(element);
        await loaded;
        const request = await onlySeen(worker, made(name));
        assert_equals(request.destination, destination, name);
        assert_equals(request.clientId, client.id, `who asked for ${name}`);
        assert_equals(request.mode, 'no-cors', name);
        assert_equals(request.credentials, 'include', name);
    }
    assert_equals(document.querySelector('img')?.naturalWidth, 7);
    assert_equals(window.made, 1);
    assert_equals(window.getComputedStyle(document.body).outlineWidth, '3px');
    const module = document.createElement('script');
    module.type = 'module';
    const loaded = nextEvent(module, 'load');
    module.src = made('module.js');
    document.body.append(module);
    await loaded;
    assert_equals((await onlySeen(worker, made('module.js'))).mode, 'cors');
    assert_equals(window.made, 2);
    const image = document.body.appendChild(document.createElement('img'));
    const declined = nextEvent(image, 'load');
    image.src = keptAt('resources/picture.svg?declined');
    await declined;
    assert_equals((await onlySeen(worker, keptAt('resources/picture.svg?declined'))).destination, 'image');
}, 'images, scripts and style sheets of another host');

promise_test(async (t) => {
    const { worker, window, document } = await frameOfRecorder(t);
    const style = document.createElement('style');
    style.textContent = `@font-face { font-family: elsewhere; src: url(${made('a.woff2')}) } p { background: url(${made('background.png')}) }`;
    const text = document.createElement('p');
    document.head.append(style);
    document.body.append(text);
    await promise_rejects_dom(t, 'NetworkError', window.DOMException, window.document.fonts.load('10px elsewhere'));
    const font = await onlySeen(worker, made('a.woff2'));
    assert_equals(font.destination, 'font');
    assert_equals(font.mode, 'cors');
    assert_equals(font.credentials, 'same-origin');
    while (!(await recordedBy(worker, made('background.png'))).length) await new Promise((resolve) => window.requestAnimationFrame(resolve));
    assert_equals((await onlySeen(worker, made('background.png'))).destination, 'image');
}, 'fonts and pictures that a style names');

promise_test(async (t) => {
    const { worker, window } = await frameOfRecorder(t);
    assert_true(window.navigator.sendBeacon(made('beacon.txt'), 'text'));
    while (!(await recordedBy(worker, made('beacon.txt'))).length) await window.fetch(made('wait.txt'));
    const request = await onlySeen(worker, made('beacon.txt'));
    assert_equals(request.method, 'POST');
    assert_true(request.keepalive);
    assert_equals(request.mode, 'no-cors');
    assert_equals(request.credentials, 'include');
    assert_equals(request.destination, '');
}, 'beacons');

promise_test(async (t) => {
    const { worker, window, document } = await frameOfRecorder(t);
    const link = Object.assign(document.createElement('a'), { href: '#here', ping: made('ping.txt') });
    document.body.append(link);
    link.click();
    while (!(await recordedBy(worker, made('ping.txt'))).length) await window.fetch(made('wait.txt'));
    const request = await onlySeen(worker, made('ping.txt'));
    assert_equals(request.method, 'POST');
    assert_equals(request.type, 'text/ping');
    assert_equals(request.mode, 'no-cors');
    assert_true(request.keepalive);
}, 'pings of links');

promise_test(async (t) => {
    const { worker, window, document } = await frameOfRecorder(t);
    const insecure = (/** @type {string} */ name) => `http://suites.example${ownFolder}${name}`;
    await promise_rejects_js(t, window.TypeError, window.fetch(insecure('resources/plain.html')));
    const request = new window.XMLHttpRequest();
    request.open('GET', insecure('resources/plain.html'), false);
    assert_throws_dom('NetworkError', window.DOMException, () => request.send());
    const script = document.createElement('script');
    const failed = nextEvent(script, 'error');
    script.src = insecure('none.js');
    document.body.append(script);
    await failed;
    const image = document.createElement('img');
    const loaded = nextEvent(image, 'load');
    image.src = insecure('resources/picture.svg');
    await loaded;
    assert_equals(image.naturalWidth, 7, 'an image comes over https');
    assert_array_equals((await askWorker(worker)).filter((/** @type {any} */ { url }) => url.startsWith('http:')), []);
}, 'insecure addresses are blocked, and those of images upgraded');

promise_test(async (t) => {
    const { worker, document, window } = await frameOfRecorder(t);
    const taints = async (/** @type {string} */ url, /** @type {string | null} */ crossOrigin) => {
        const image = document.body.appendChild(document.createElement('img'));
        image.crossOrigin = crossOrigin;
        const loaded = nextEvent(image, 'load');
        image.src = url;
        await loaded;
        const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
        context.drawImage(image, 0, 0);
        try {
            context.getImageData(0, 0, 1, 1);
            return false;
        } catch (error) {
            return error instanceof window.DOMException && /** @type {any} */ (error).name === 'SecurityError';
        }
    };
    assert_false(await taints(made('clean.png'), 'anonymous'), 'a worker’s response to a request with CORS');
    assert_equals((await onlySeen(worker, made('clean.png'))).mode, 'cors');
    assert_equals((await onlySeen(worker, made('clean.png'))).credentials, 'same-origin');
    const opaque = await frameOfRecorder(t, `onfetch = event => { if (event.request.destination === 'image') {
        event.respondWith(fetch('${OTHER}${ownFolder}resources/picture.svg', { mode: 'no-cors' })); } };`);
    const image = opaque.document.body.appendChild(opaque.document.createElement('img'));
    const loaded = nextEvent(image, 'load');
    image.src = made('opaque.png');
    await loaded;
    const context = /** @type {CanvasRenderingContext2D} */ (opaque.document.createElement('canvas').getContext('2d'));
    context.drawImage(image, 0, 0);
    assert_throws_dom('SecurityError', opaque.window.DOMException, () => context.getImageData(0, 0, 1, 1));
}, 'images of another host taint a canvas without CORS, and not with it');

promise_test(async (t) => {
    const { worker, document, window } = await frameOfRecorder(t);
    const foreign = document.createElement('iframe');
    const asked = nextEvent(window, 'message');
    const target = encodeURIComponent(`${OTHER}/made`);
    foreign.src = `https://foreign.example${ownFolder}resources/asks-elsewhere.html?target=${target}&first=foreign`;
    document.body.append(foreign);
    await asked;
    for (const name of ['foreign.png', 'foreign.css', 'foreign.txt']) assert_array_equals(await recordedBy(worker, made(name)), [], name);
    assert_equals(await (await window.fetch(made('beside.txt'))).text(), 'made', 'the page’s own fetch');
}, 'requests of a frame of another origin do not reach the worker of the page');

promise_test(async (t) => {
    const { worker } = await frameOfRecorder(t);
    await fetch(keptAt('resources/plain.html?outside'));
    const image = new Image();
    const loaded = nextEvent(image, 'load');
    image.src = keptAt('resources/picture.svg');
    await loaded;
    assert_array_equals(await recordedBy(worker, keptAt('resources/plain.html?outside')), []);
}, 'requests of a page without a controller do not reach its frame’s worker');
