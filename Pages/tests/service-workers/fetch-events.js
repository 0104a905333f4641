// The requests that a worker receives as fetch events, and the effect of its responses.
// Source: https://w3c.github.io/ServiceWorker/#on-fetch-request-algorithm

/** Notes every request, and answers those for `made/…` by their extension. */
const WITNESS = `const seen = [];
    const types = { png: 'image/svg+xml', js: 'text/javascript', css: 'text/css', html: 'text/html', txt: 'text/plain' };
    const bodies = {
        png: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>', js: 'self.made = (self.made ?? 0) + 1',
        css: 'body { outline-width: 3px; outline-style: solid }', html: '<title>made</title>', txt: 'made'
    };
    onfetch = event => {
        const { url, destination, mode, method, credentials, redirect, referrer } = event.request;
        const name = new URL(url).pathname.split('/').pop();
        seen.push({ name, destination, mode, method, credentials, redirect, clientId: event.clientId,
            resultingClientId: event.resultingClientId, referrer, isReload: event.request.isReloadNavigation });
        const type = name.startsWith('made.') && name.split('.').pop();
        if (type) event.respondWith(new Response(bodies[type], { headers: { 'Content-Type': types[type] } }));
    };
    ${answering("event.data === 'clients' ? (await clients.matchAll()).map(({ id, url }) => ({ id, url })) : seen")}`;

/** @param {HarnessTest} t @param {string} [text] */
const controlledFrame = async (t, text = WITNESS) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, text, { scope });
    const frame = await addFrame(t, scope);
    return { scope, worker, frame, document: /** @type {Document} */ (frame.contentDocument) };
};

/** @param {ServiceWorker} worker @param {string} name */
const seenBy = async (worker, name) => (await askWorker(worker)).filter((/** @type {any} */ request) => request.name === name);

promise_test(async (t) => {
    const { worker, scope, frame } = await controlledFrame(t);
    const [navigation] = await askWorker(worker);
    const [client] = await askWorker(worker, 'clients');
    assert_equals(navigation.mode, 'navigate');
    assert_equals(navigation.destination, 'iframe');
    assert_equals(navigation.clientId !== navigation.resultingClientId, true);
    assert_equals(navigation.resultingClientId, client.id, 'the client that came of it');
    assert_equals(inPage(client.url), scope);
    assert_equals(navigation.redirect, 'manual');
    assert_equals(navigation.method, 'GET');
    await textThrough(frame, 'made.txt');
    const [request] = await seenBy(worker, 'made.txt');
    assert_equals(request.clientId, client.id);
    assert_equals(request.resultingClientId, '');
    assert_equals(request.destination, '');
    assert_equals(request.mode, 'cors');
    assert_equals(request.credentials, 'same-origin');
    assert_equals(request.redirect, 'follow');
}, 'a navigation and a fetch');

promise_test(async (t) => {
    const { worker, scope, document } = await controlledFrame(t);
    const [client] = await askWorker(worker, 'clients');
    /** @type {[string, string, string, string][]} */
    const elements = [['img', 'src', 'made.png', 'image'], ['script', 'src', 'made.js', 'script'], ['link', 'href', 'made.css', 'style']];
    for (const [tag, attribute, name, destination] of elements) {
        const element = document.createElement(tag);
        if (tag === 'link') element.setAttribute('rel', 'stylesheet');
        const loaded = nextEvent(element, 'load');
        // The image goes into the document first: the client of a picture that gets its address as an attribute outside is unknown.
        if (tag === 'img') document.body.append(element);
        element.setAttribute(attribute, name);
        document.body.append(element);
        await loaded;
        const [request, ...more] = await seenBy(worker, name);
        assert_equals(request?.destination, destination, name);
        assert_equals(more.length, 0, `${name} once`);
        assert_equals(request.clientId, client.id, `who asked for ${name}`);
        assert_equals(request.mode, 'no-cors', name);
    }
    assert_equals(document.querySelector('img')?.naturalWidth, 7);
    assert_equals(/** @type {any} */ (document.defaultView).made, 1);
    assert_equals(document.defaultView?.getComputedStyle(document.body).outlineWidth, '3px');
    const inner = document.createElement('iframe');
    inner.src = `${scope}&inner`;
    const loaded = nextEvent(inner, 'load');
    document.body.append(inner);
    await loaded;
    const [, navigation] = await seenBy(worker, 'frame.html');
    assert_equals(navigation.destination, 'iframe');
    assert_equals(navigation.mode, 'navigate');
    const controller = inner.contentWindow?.navigator.serviceWorker.controller;
    assert_equals(controller?.scriptURL, worker.scriptURL, 'the inner frame is controlled, too');
}, 'images, scripts, style sheets and frames in a frame are its requests, and get the worker’s answers');

promise_test(async (t) => {
    const files = { wav: new URL('../resources/sound.wav', location.href).href, webm: new URL('../resources/video.webm', location.href).href };
    const { worker, document } = await controlledFrame(t, `${WITNESS}
        const files = ${JSON.stringify(files)};
        addEventListener('fetch', (event) => {
            const [name, type] = event.request.url.split('/').pop().split('.');
            if (name.startsWith('played')) event.respondWith(fetch(files[type]));
        });`);
    const [client] = await askWorker(worker, 'clients');
    const { Audio } = /** @type {any} */ (document.defaultView);
    /** @param {'audio' | 'video'} tag @param {string} src */
    const element = (tag, src) => Object.assign(document.createElement(tag), { preload: 'auto', src });
    /** @type {[string, string, (name: string) => HTMLMediaElement][]} */
    const elements = [
        ['audio', 'played.wav', (name) => element('audio', name)], ['video', 'played.webm', (name) => element('video', name)],
        ['audio', 'played-at-once.wav', (name) => new Audio(name)],
    ];
    for (const [destination, name, make] of elements) {
        const media = make(name);
        const failure = await new Promise((resolve) => {
            media.onloadeddata = () => resolve('');
            media.onerror = () => resolve(`code ${media.error?.code}`);
        });
        assert_equals(failure, '', name);
        const [request] = await seenBy(worker, name);
        assert_equals(request?.destination, destination, name);
        assert_equals(request.clientId, client.id, `who asked for ${name}`);
        media.removeAttribute('src');
        media.load();
    }
    assert_equals(`${Audio}`, 'function Audio() {\n    [native code]\n}');
    assert_equals(Audio.prototype.constructor, /** @type {any} */ (document.defaultView).HTMLAudioElement);
}, 'sounds and videos outside of the document of a frame are its requests, and get the worker’s answers');

promise_test(async (t) => {
    const own = new URL('../resources/captions.vtt', location.href).href, foreign = 'sw://foreign.example/resources/captions.vtt';
    const { worker, document } = await controlledFrame(t, `${WITNESS}
        const files = ${JSON.stringify({ own, foreign })};
        addEventListener('fetch', (event) => {
            const [name, mode] = event.request.url.split('/').pop().split('.');
            if (name in files) event.respondWith(fetch(files[name], { mode }));
        });`);
    const video = document.createElement('video');
    document.body.append(video);
    /** @param {string} src */
    const outcome = async (src) => {
        const track = document.createElement('track');
        const ended = Promise.race([nextEvent(track, 'load'), nextEvent(track, 'error')]);
        track.src = src;
        video.append(track);
        track.track.mode = 'hidden';
        const { type } = await ended;
        track.remove();
        return type;
    };
    assert_equals(await outcome('own.cors.vtt'), 'load');
    assert_equals((await seenBy(worker, 'own.cors.vtt'))[0].mode, 'same-origin');
    assert_equals(await outcome('foreign.no-cors.vtt'), 'error', 'an opaque response');
    video.crossOrigin = 'anonymous';
    assert_equals(await outcome('own.cors.vtt'), 'load', 'an element with crossorigin');
    assert_equals((await seenBy(worker, 'own.cors.vtt'))[1].mode, 'cors');
}, 'captions are asked for in the mode of their media element, and are never opaque');

promise_test(async (t) => {
    const { worker } = await controlledFrame(t);
    const image = document.createElement('img');
    image.src = 'resources/made.png';
    t.add_cleanup(() => image.remove());
    const failed = nextEvent(image, 'error');
    document.body.append(image);
    await failed;
    assert_equals((await fetch('resources/made.txt')).status, 404);
    assert_array_equals(await seenBy(worker, 'made.png'), []);
    assert_array_equals(await seenBy(worker, 'made.txt'), []);
}, 'requests of the page around it do not reach the frame’s worker');

promise_test(async (t) => {
    const { worker, frame } = await controlledFrame(t);
    const request = new frame.contentWindow.XMLHttpRequest();
    request.open('POST', 'made.txt');
    const loaded = nextEvent(request, 'load');
    request.send('body');
    await loaded;
    assert_equals(request.responseText, 'made');
    const [seen] = await seenBy(worker, 'made.txt');
    assert_equals(seen.method, 'POST');
    assert_equals(seen.destination, '');
    assert_equals(seen.mode, 'cors');
    const text = frame.contentDocument?.createElement('script');
    if (text) {
        text.textContent = "(() => { const request = new XMLHttpRequest(); request.open('GET', 'made.txt', false); request.send(); window.sync = request.responseText; })()";
        frame.contentDocument?.body.append(text);
    }
    assert_equals(/** @type {any} */ (frame.contentWindow).sync, 'made', 'also synchronously');
}, 'XMLHttpRequest');

promise_test(async (t) => {
    const { frame } = await controlledFrame(t, `onfetch = event => {
        if (event.request.method === 'HEAD' && event.request.url.includes('made')) event.respondWith(new Response('made', { headers: { 'X-A': '1' } }));
    };`);
    const { contentWindow } = frame;
    const { signal } = new AbortController();
    for (const init of [{ method: 'HEAD' }, { method: 'HEAD', signal }]) {
        const response = await contentWindow.fetch('made.txt', init);
        assert_equals(response.headers.get('X-A'), '1');
        assert_equals(await response.text(), 'made');
        assert_equals(await (await contentWindow.fetch(location.href, init)).text(), '', 'from the network');
    }
    const request = new contentWindow.XMLHttpRequest();
    request.open('HEAD', 'made.txt');
    const loaded = nextEvent(request, 'load');
    request.send();
    await loaded;
    assert_equals(request.responseText, 'made');
}, 'a response to HEAD keeps its body, as in WebKit');

promise_test(async (t) => {
    const { frame } = await controlledFrame(t, `let count = 0;
        onfetch = event => { if (event.request.url.includes('count.txt')) event.respondWith(new Response(String(++count))); };`);
    const texts = [];
    for (let index = 0; index < 3; index++) {
        const request = new frame.contentWindow.XMLHttpRequest();
        request.open('GET', 'count.txt');
        const loaded = nextEvent(request, 'load');
        request.send();
        await loaded;
        texts.push(request.responseText);
    }
    assert_array_equals(texts, ['1', '2', '3']);
}, 'an XMLHttpRequest that is made again reaches the worker again');

for (const [control, expected] of /** @type {[string, number[]][]} */ ([['max-age=0', [1, 2]], ['max-age=86400', [1, 1]]])) {
    promise_test(async (t) => {
        const { frame } = await controlledFrame(t, `let count = 0;
            const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': '${control}' };
            onfetch = event => { if (event.request.destination === 'script') event.respondWith(new Response('self.count = ' + ++count, { headers })); };`);
        const counts = [];
        for (let index = 0; index < 2; index++) {
            const script = frame.contentWindow.document.createElement('script');
            script.src = 'count.js';
            const loaded = nextEvent(script, 'load');
            frame.contentWindow.document.body.append(script);
            await loaded;
            counts.push(/** @type {any} */ (frame.contentWindow).count);
        }
        assert_array_equals(counts, expected);
    }, `a script element that is made again reaches the worker unless its answer is fresh: ${control}`);
}

promise_test(async (t) => {
    const { frame } = await controlledFrame(t, `onfetch = event => event.respondWith((async () => {
        const { method, headers } = event.request;
        return Response.json({ method, note: headers.get('X-Note'), type: headers.get('Content-Type'), body: await event.request.text() });
    })())`);
    const { contentWindow } = frame;
    const sent = await contentWindow.fetch('anything', { method: 'PUT', headers: { 'X-Note': 'heron' }, body: 'ü'.repeat(1000) });
    const told = await sent.json();
    assert_equals(told.method, 'PUT');
    assert_equals(told.note, 'heron');
    assert_equals(told.type, 'text/plain;charset=UTF-8');
    assert_equals(told.body, 'ü'.repeat(1000));
    const form = new contentWindow.FormData();
    form.append('title', 'weir');
    form.append('picture', new contentWindow.File(['bytes'], 'p.png', { type: 'image/png' }));
    const posted = await (await contentWindow.fetch('anything', { method: 'POST', body: form })).json();
    assert_regexp_match(posted.type, /^multipart\/form-data; *boundary=/);
    assert_regexp_match(posted.body, /name="picture"; filename="p.png"/);
}, 'method, headers and body');

promise_test(async (t) => {
    const { frame } = await controlledFrame(t, `onfetch = event => {
        const name = new URL(event.request.url).pathname.split('/').pop();
        if (name === 'constructed') event.respondWith(new Response('text', { status: 201, headers: { 'X-Note': 'owl' } }));
        if (name === 'promised') event.respondWith(new Promise(resolve => setTimeout(resolve, 20)).then(() => new Response('later')));
        if (name === 'fetched') event.respondWith(fetch('/resources/types/sample.txt'));
        if (name === 'cached') event.respondWith(caches.open('kept').then(async cache => {
            await cache.put('/kept', new Response('kept', { headers: { 'X-Note': 'kept' } }));
            return cache.match('/kept');
        }));
        if (name === 'error') event.respondWith(Response.error());
        if (name === 'rejected') event.respondWith(Promise.reject(new Error('on purpose')));
        if (name === 'nonsense') event.respondWith('text');
        if (name === 'prevented') event.preventDefault();
        if (name === 'used') event.respondWith((async () => { const response = new Response('x'); await response.text(); return response; })());
        if (name === 'status') event.respondWith(new Response(null, { status: 404 }));
    }`);
    const { contentWindow } = frame;
    const get = (/** @type {string} */ name) => contentWindow.fetch(name);
    const constructed = await get('constructed');
    assert_equals(constructed.status, 201);
    assert_equals(constructed.headers.get('X-Note'), 'owl');
    assert_equals(await constructed.text(), 'text');
    assert_equals(await (await get('promised')).text(), 'later');
    assert_equals(await (await get('fetched')).text(), 'abcdefghijklmnopqrstuvwxyz');
    const cached = await get('cached');
    assert_equals(cached.headers.get('X-Note'), 'kept');
    assert_equals(await cached.text(), 'kept');
    assert_equals((await get('status')).status, 404);
    assert_equals((await get('nobody-answers')).status, 404, 'the network does');
    const { TypeError } = /** @type {any} */ (contentWindow);
    for (const name of ['error', 'rejected', 'nonsense', 'prevented', 'used']) {
        await promise_rejects_js(t, TypeError, get(name), name);
    }
}, 'constructed, promised, fetched and cached answers; and what is a network error');

promise_test(async (t) => {
    const { frame, worker } = await controlledFrame(t, `const log = [];
        onfetch = event => {
            event.waitUntil(event.handled.then(() => log.push('handled'), () => log.push('failed')));
            try { event.respondWith(new Response('first')); event.respondWith(new Response('second')); } catch (error) { log.push(error.name); }
        };
        ${answering('log')}`);
    assert_equals(await textThrough(frame, 'x'), 'first');
    assert_array_equals((await askWorker(worker)).slice(-2), ['InvalidStateError', 'handled']);
}, 'respondWith once, and event.handled');

promise_test(async (t) => {
    const { frame, scope, worker } = await controlledFrame(t);
    const loaded = nextEvent(frame, 'load');
    frame.contentWindow.location.reload();
    await loaded;
    const navigations = (await askWorker(worker)).filter((/** @type {any} */ { mode }) => mode === 'navigate');
    assert_array_equals(navigations.map((/** @type {any} */ { isReload }) => isReload), [false, true]);
    const [client] = await askWorker(worker, 'clients');
    assert_equals(inPage(client.url), scope);
    assert_equals(client.id, navigations[1].resultingClientId);
    assert_not_equals(client.id, navigations[0].resultingClientId);
}, 'a reload is told as such, and gives a new client');

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = (event) => {
        const answers = { gone: () => new Response(null, { status: 504 }), nothing: () => new Response(null),
            bytes: () => new Response(new TextEncoder().encode('<title>bytes</title>')) };
        const make = answers[new URL(event.request.url).searchParams.get('answer')];
        if (make) event.respondWith(make());
    };`, { scope });
    for (const name of ['gone', 'nothing', 'bytes']) {
        const frame = await addFrame(t, `${scope}&answer=${name}`);
        assert_equals(frame.contentWindow.location.href, `${scope}&answer=${name}`, name);
        assert_equals(frame.contentDocument?.contentType, 'text/html', name);
        if (name === 'bytes') assert_equals(frame.contentDocument?.title, 'bytes');
    }
    const { contentWindow } = await addFrame(t, scope);
    assert_equals((await contentWindow.fetch(`${scope}&answer=bytes`)).headers.get('content-type'), null, 'a fetch gets no type');
}, 'a document without a Content-Type is HTML');

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, `onfetch = (event) => {
        if (!event.request.url.endsWith('copied.js')) return;
        event.respondWith(fetch('https://harness.example/testharness.js', { mode: 'no-cors' }).then((response) => response.clone()));
    };`, { scope });
    const { contentWindow } = await addFrame(t, scope);
    const script = contentWindow.document.createElement('script');
    script.src = 'copied.js';
    contentWindow.document.head.append(script);
    await nextEvent(script, 'load');
    assert_equals(typeof contentWindow.promise_test, 'function');
}, 'a copy of an opaque response answers');

promise_test(async (t) => {
    const name = uniqueName('cache');
    const { worker, frame } = await controlledFrame(t, `addEventListener('fetch', (event) => {
            if (event.request.url.includes('guarded')) event.respondWith((async () => {
                const cache = await caches.open('${name}');
                await cache.put(event.request, new Response(event.request.url));
                return cache.match(event.request.clone());
            })());
        });
        ${answering(`(async () => {
            const cache = await caches.open('${name}'), urls = (await cache.keys()).map(({ url }) => url);
            await caches.delete('${name}');
            return urls;
        })()`)}`);
    /** @param {string[]} credentials */
    const answer = (...credentials) => new Promise((resolve, reject) => {
        const xhr = new (/** @type {any} */ (frame.contentWindow)).XMLHttpRequest();
        xhr.open('GET', new URL('guarded', location.href), true, ...credentials);
        xhr.onload = () => resolve(xhr.responseText.replace(/^https?:/, location.protocol));
        xhr.onerror = reject;
        xhr.send();
    });
    const own = new URL('guarded', location.href).href, withUser = own.replace('://', '://a:b@');
    assert_equals(await answer('a', 'b'), withUser);
    assert_equals(await answer(), own);
    assert_array_equals((await askWorker(worker)).map((/** @type {string} */ url) => url.replace(/^https?:/, location.protocol)), [withUser, own], 'the keys of the cache');
}, 'a request with a user name and a password in its address');

promise_test(async (t) => {
    const { document } = await controlledFrame(t, `addEventListener('fetch', (event) => {
        if (event.request.url.includes('preloaded')) event.respondWith(fetch('sw://foreign.example/resources/captions.vtt', { mode: 'no-cors' }));
    });`);
    /** @param {Record<string, string>} members */
    const outcome = async (members) => {
        const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', href: `preloaded?${Math.random()}`, ...members });
        const ended = Promise.race([nextEvent(link, 'load'), nextEvent(link, 'error')]);
        document.head.append(link);
        return (await ended).type;
    };
    assert_equals(await outcome({}), 'load');
    assert_equals(await outcome({ crossOrigin: 'anonymous' }), 'error', 'an opaque response to a request with CORS');
}, 'a link that preloads for scripts gets an opaque response');
