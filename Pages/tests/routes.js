// Answers of a test in the place of folders, servers and the network.
// @ts-expect-error: the host has the module.
import { page, route, unroute } from '/___testing___/commands.js';

/** @param {any} test @param {any[]} rest */
const stub = async (test, ...rest) => {
    const made = await route(...rest);
    test.add_cleanup(() => made.remove());
    return made;
};

/** @param {() => Promise<any>} act @param {string} part */
const assert_fails = async (act, part) => {
    const message = await act().then(() => 'nothing', (error) => error.message);
    assert_equals(message.includes(part), true, message);
};

promise_test(async (test) => {
    const items = await stub(test, '**/api/items*', { json: [{ id: 1 }], status: 201, headers: { 'x-mine': 'yes' } });
    const response = await fetch('/api/items?page=2', { method: 'POST', body: 'a body', headers: { 'x-sent': '1' } });
    assert_equals(response.status, 201);
    assert_equals(response.headers.get('x-mine'), 'yes');
    assert_equals(JSON.stringify(await response.json()), '[{"id":1}]');
    const [request] = await items.requests();
    assert_equals(request.asker, 'page');
    assert_equals(request.method, 'POST');
    assert_equals(request.body, 'a body');
    assert_equals(request.headers['x-sent'], '1');
    assert_equals(new URL(request.url).pathname, '/api/items');
    await items.remove();
    assert_equals((await fetch('/api/items')).status, 404);
}, 'a route answers, and has the requests');

promise_test(async (test) => {
    await stub(test, /\/API\/[a-z]+$/i, new Response('any'));
    await stub(test, '**/api/{one,two}', new Response('either'));
    await stub(test, '**/api/one', new Response('latest'), { method: 'get' });
    const texts = [];
    for (const [path, method] of [['one', 'GET'], ['one', 'POST'], ['two', 'GET'], ['three', 'GET']]) {
        texts.push(await (await fetch(`/api/${path}`, { method })).text());
    }
    assert_equals(texts.join(), 'latest,either,either,any');
    assert_equals((await fetch('/api/one/more')).status, 404);
}, 'patterns and methods choose, the latest route first');

promise_test(async (test) => {
    await stub(test, '**/once.txt', new Response('once'), { times: 1 });
    assert_equals(await (await fetch('/once.txt')).text(), 'once');
    assert_equals((await fetch('/once.txt')).status, 404);
}, 'a route answers as often as it is to');

promise_test(async (test) => {
    await stub(test, '**/gone.json', 'abort');
    await assert_fails(() => fetch('/gone.json'), 'Load failed');
    await stub(test, '**/late.json', { json: 1, delay: 300 });
    const before = performance.now();
    assert_equals(await (await fetch('/late.json')).json(), 1);
    assert_equals(performance.now() - before >= 299, true);
    await stub(test, '**/routes.js', { delay: 100 });
    assert_equals((await (await fetch(new URL('routes.js', import.meta.url))).text()).startsWith('// Answers'), true);
}, 'a route fails a request, and answers late or not at all');

promise_test(async (test) => {
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"></svg>`;
    await stub(test, 'https://cdn.example/logo.svg', new Response(picture, { headers: { 'content-type': 'image/svg+xml' } }));
    const image = new Image();
    image.src = 'https://cdn.example/logo.svg';
    await image.decode();
    assert_equals(image.naturalWidth, 7);
    assert_equals(typeof page.route, 'function');
}, 'a route answers for a host that there is not');

promise_test(async (test) => {
    if (!navigator.serviceWorker || !isSecureContext) return;
    const source = 'onfetch = (event) => { if (event.request.url.includes("through")) event.respondWith(fetch("/behind.txt")); };';
    await stub(test, '**/stubbed-worker.js', new Response(source, { headers: { 'content-type': 'text/javascript' } }));
    const behind = await stub(test, '**/behind.txt', new Response('behind the worker'));
    const scope = '/stubbed/';
    const registration = await navigator.serviceWorker.register('/stubbed-worker.js', { scope });
    test.add_cleanup(() => registration.unregister());
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise((done) => {
        if (worker?.state === 'activated') done(null);
        worker?.addEventListener('statechange', () => worker.state === 'activated' && done(null));
    });
    await stub(test, '**/stubbed/page.html', new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
    const frame = document.createElement('iframe');
    frame.src = `${scope}page.html`;
    test.add_cleanup(() => frame.remove());
    await new Promise((done) => {
        frame.onload = done;
        document.documentElement.append(frame);
    });
    const response = await /** @type {any} */ (frame.contentWindow).fetch('through');
    assert_equals(await response.text(), 'behind the worker');
    assert_equals((await behind.requests())[0].asker, 'worker');
}, 'a service worker and what it fetches are stubbed');

promise_test(async () => {
    await assert_fails(() => route('**/{a', 'abort'), 'brace that does not end');
    await assert_fails(() => route('**/a'), 'A route answers with a Response');
    await assert_fails(() => route('**/a', { status: 99, body: '' }), 'A status is');
    await assert_fails(() => route('**/a', { delay: -1 }), 'A delay has');
    await unroute();
}, 'what cannot be a route is refused');
