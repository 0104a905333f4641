// Beacons, keepalive requests and synchronous requests of a page with a service worker.

/** A worker that reports the requests whose address contains "seen" to all its windows, and answers them. */
const reporting = `
    onfetch = (event) => {
        const { request, clientId } = event;
        if (!request.url.includes('seen')) return;
        event.respondWith((async () => {
            const text = await request.clone().text();
            const { url, method, mode, credentials, keepalive, destination } = request;
            const type = request.headers.get('content-type');
            const ping = ['ping-from', 'ping-to'].map((name) => request.headers.get(name));
            for (const client of await clients.matchAll({ includeUncontrolled: true })) {
                client.postMessage({ url, method, mode, credentials, keepalive, destination, type, ping, text, clientId });
            }
            return url.includes('network') ? fetch(request) : new Response('from the worker');
        })());
    };`;

/** @param {HarnessTest} t */
const echoFrame = async (t) => {
    const scope = uniqueScope();
    await startWorker(t, reporting, { scope });
    const frame = await addFrame(t, scope);
    assert_true(frame.contentWindow.navigator.serviceWorker.controller !== null);
    return frame;
};

/** @param {string} part @returns {Promise<any>}  What the worker reports of the request whose address contains the part. */
const reported = (part) => new Promise((resolve) => {
    const hear = (/** @type {MessageEvent} */ { data }) => {
        if (!String(data.url).includes(part)) return;
        navigator.serviceWorker.removeEventListener('message', hear);
        resolve(data);
    };
    navigator.serviceWorker.addEventListener('message', hear);
    navigator.serviceWorker.startMessages();
});

promise_test(async (t) => {
    const { contentWindow } = await echoFrame(t);
    const id = uniqueName('seen');
    const seen = reported(id);
    assert_true(contentWindow.navigator.sendBeacon(endpoint(`inspect?${id}`), 'text'));
    const { method, credentials, keepalive, destination, type, text, clientId } = await seen;
    assert_array_equals([method, credentials, keepalive, destination, type, text], ['POST', 'include', true, '', 'text/plain;charset=UTF-8', 'text']);
    assert_true(clientId !== '');
}, "a page's beacon goes through its service worker");

promise_test(async (t) => {
    const frame = await echoFrame(t);
    const id = uniqueName('seen-network');
    const seen = reported(id);
    frame.contentWindow.navigator.sendBeacon(endpoint(`beacon?id=${id}`), 'last');
    frame.remove();
    assert_equals((await seen).text, 'last');
    const response = await fetch(endpoint(`beacons?id=${id}`), { cache: 'no-store' });
    assert_equals(await response.text(), 'last');
}, 'a beacon of a frame that goes right away reaches the worker, and the network');

promise_test(async (t) => {
    const { contentWindow } = await addFrame(t, 'resources/frame.html');
    const { navigator } = contentWindow;
    const url = endpoint(`beacons?id=${uniqueName('none')}`);
    assert_true(navigator.sendBeacon(url, 'x'.repeat(40000)));
    assert_false(navigator.sendBeacon(url, 'x'.repeat(40000)), 'both have more than 64 KiB');
    assert_true(navigator.sendBeacon(url, 'x'.repeat(25536)));
    assert_false(navigator.sendBeacon(url, 'x'));
    assert_true(navigator.sendBeacon(url), 'no body takes no room');
}, 'beacons that are not answered yet have 64 KiB together');

promise_test(async () => {
    const { sendBeacon } = navigator;
    for (let round = 0; round < 3; round++) {
        const id = uniqueName('room');
        while (!sendBeacon.call(navigator, endpoint(`beacon?id=${id}`), 'x'.repeat(60000))) await fetch(endpoint('inspect'), { cache: 'no-store' });
        const response = await fetch(endpoint(`beacons?id=${id}`), { cache: 'no-store' });
        assert_equals((await response.text()).length, 60000);
    }
}, 'a beacon that was answered makes room');

promise_test(async (t) => {
    const post = (/** @type {any} */ body) => fetch(endpoint('inspect'), { method: 'POST', keepalive: true, body });
    for (const body of ['x'.repeat(65536), new Blob(['x'.repeat(65536)])]) assert_equals((await (await post(body)).json()).length, 65536);
    for (const body of ['x'.repeat(65537), new Blob(['x'.repeat(65537)]), new Blob(['x'.repeat(2_000_000)])]) {
        await promise_rejects_js(t, TypeError, post(body));
    }
}, 'a keepalive request has 64 KiB at most');

promise_test(async (t) => {
    const frame = await addFrame(t, 'resources/frame.html');
    const ids = ['text', 'blob'].map(uniqueName);
    const init = { method: 'POST', keepalive: true };
    frame.contentWindow.fetch(endpoint(`beacon?id=${ids[0]}`), { ...init, body: 'last' }).catch(() => {});
    frame.contentWindow.fetch(endpoint(`beacon?id=${ids[1]}`), { ...init, body: new Blob(['last bytes']) }).catch(() => {});
    frame.remove();
    assert_equals(await (await fetch(endpoint(`beacons?id=${ids[0]}`), { cache: 'no-store' })).text(), 'last');
    assert_equals(await (await fetch(endpoint(`beacons?id=${ids[1]}`), { cache: 'no-store' })).text(), 'last bytes');
}, 'keepalive requests of a frame that goes right away arrive');

promise_test(async (t) => {
    const controller = new AbortController();
    const id = uniqueName('aborted');
    const response = await fetch(endpoint(`stall?id=${id}`), { keepalive: true, signal: controller.signal });
    assert_equals(response.status, 200);
    controller.abort();
    assert_true((await (await fetch(endpoint(`stopped?id=${id}`), { cache: 'no-store' })).json()).stopped);
    await promise_rejects_dom(t, 'AbortError', response.text());
}, 'a keepalive request that is aborted stops at the host');

promise_test(async (t) => {
    const { contentWindow } = await echoFrame(t);
    const xhr = new contentWindow.XMLHttpRequest();
    xhr.open('POST', endpoint(`inspect?${uniqueName('seen')}`), false);
    xhr.send('text');
    assert_equals(xhr.responseText, 'from the worker');
    xhr.open('GET', endpoint('inspect?past'), false);
    xhr.send();
    assert_equals(JSON.parse(xhr.responseText).method, 'GET');
}, 'a synchronous request of a page goes through its service worker');

promise_test(async (t) => {
    const { contentWindow } = await echoFrame(t);
    const xhr = new contentWindow.XMLHttpRequest();
    /** @type {string[]} */
    const events = [];
    for (const type of ['loadstart', 'progress', 'load', 'loadend']) {
        xhr.upload.addEventListener(/** @type {'load'} */ (type), ({ loaded, total }) => events.push(`${type} ${loaded}/${total}`));
    }
    const ended = new Promise((resolve) => (xhr.onloadend = resolve));
    xhr.open('POST', endpoint(`inspect?${uniqueName('seen-network')}`));
    xhr.send(new Blob(['bytes']));
    await ended;
    assert_equals(JSON.parse(xhr.responseText).length, 5);
    assert_array_equals(events, ['loadstart 0/5']);
}, 'an upload that a service worker answers from the network has no progress');

promise_test(async (t) => {
    const { contentWindow } = await echoFrame(t);
    const { document, location: { href } } = contentWindow;
    const name = uniqueName('seen'), elsewhere = `${uniqueName('seen')}-elsewhere`;
    for (const ping of [name, `sw://foreign.example/${elsewhere}`]) {
        const link = Object.assign(document.createElement('a'), { href: '#part', ping });
        document.body.append(link);
        const found = reported(ping === name ? name : elsewhere);
        link.click();
        const { method, mode, credentials, keepalive, destination, type, text, ping: names } = await found;
        assert_array_equals([method, mode, credentials, keepalive, destination, type, text], ['POST', 'no-cors', 'include', true, '', 'text/ping', 'PING']);
        // The page is known by its https address there, as it is to servers.
        const spelled = (/** @type {string | null} */ address) => address && address.replace(/^(sw|https?):/, '');
        assert_array_equals(names.map(spelled), [ping === name ? spelled(href.replace(/#.*/, '')) : null, spelled(`${href.replace(/#.*/, '')}#part`)]);
        link.remove();
    }
}, 'pings of links reach the worker');
