// Addresses in a service worker: https://HOST/ where the page has sw://HOST/. Either spelling is accepted from scripts.

const web = location.origin.replace('sw:', 'https:');
const ownScheme = location.protocol;

/** @param {string} address */
const asWeb = (address) => address.replace(/^sw:/, 'https:');

promise_test(async (t) => {
    const { worker, registration, url } = await startWorker(t, answering(`({
        location: [location.href, location.origin, location.protocol, location.host, String(location), location + ''],
        self: [self.origin, registration.scope, serviceWorker.scriptURL, registration.active.scriptURL],
        made: [new URL('a', location).href, new URL('a', registration.scope).protocol, new URL('/a', 'sw://x.example/b').href,
            new URL('sw://x.example/b?c#d').href, URL.parse('sw://x.example/b').origin, new URL('blob:sw://x/y').protocol,
            new Request('a').url, new Request('/b', { referrer: '/c' }).referrer, new Request('d').clone().url, Response.redirect('/e').headers.get('location')],
    })`));
    const seen = await askWorker(worker);
    const script = asWeb(url);
    assert_array_equals(seen.location, [script, web, 'https:', location.host, script, script]);
    assert_array_equals(seen.self, [web, asWeb(registration.scope), script, script]);
    assert_array_equals(seen.made, [
        new URL('a', script).href, 'https:', 'https://x.example/a', 'https://x.example/b?c#d', 'https://x.example', 'blob:',
        new URL('a', script).href, `${web}/c`, new URL('d', script).href, `${web}/e`,
    ]);
    assert_equals(registration.scope.startsWith(ownScheme), true, 'the page keeps its own spelling');
}, 'location, registration and what a worker makes');

promise_test(async (t) => {
    const { worker, url } = await startWorker(t, answering(`(() => {
        const link = new URL('https://other.example/');
        link.href = 'sw://x.example/a';
        return [link.href, link instanceof URL, new URL('https://x.example/').constructor === URL, URL.canParse('sw://x.example/'),
            (() => { try { return new URL('nonsense'); } catch (error) { return error.name; } })(),
            (() => { try { return URL(); } catch (error) { return error.name; } })(),
            String(URL).includes('native code'), Object.getOwnPropertyNames(URL).includes('canParse')];
    })()`));
    assert_array_equals(await askWorker(worker), ['https://x.example/a', true, true, true, 'TypeError', 'TypeError', true, true]);
    const library = await putScript(uniqueName('library'), 'export const address = import.meta.url;');
    const module = await startWorker(t, `import { address } from '${library}'; ${answering('[address, import.meta.url]')}`, { type: 'module' });
    assert_array_equals(await askWorker(module.worker), [asWeb(library), asWeb(module.url)]);
    assert_true(url.startsWith(ownScheme));
}, 'the URL interface, and import.meta.url');

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, `const seen = [];
        onfetch = (event) => {
            const { request } = event;
            seen.push({ url: request.url, referrer: request.referrer, isWeb: request.url.startsWith('http'), isOwn: new URL(request.url).origin === location.origin });
            if (request.url.endsWith('made.txt')) event.respondWith(new Response('made'));
        };
        ${answering(`(async () => ({
            seen, clients: (await clients.matchAll()).map(({ url }) => url),
            fetched: [(await fetch('frame.html')).url, (await fetch(new Request('plain.html'))).url, (await fetch('/there-is-none')).url],
            origin: event.origin,
        }))()`)}`, { scope });
    const frame = await addFrame(t, scope);
    assert_equals(await (await frame.contentWindow.fetch('made.txt')).text(), 'made');
    const { seen, clients, fetched, origin } = await askWorker(worker);
    assert_array_equals(seen.map((/** @type {any} */ { url }) => url), [asWeb(scope), asWeb(new URL('made.txt', scope).href)]);
    assert_true(seen.every((/** @type {any} */ { isWeb, isOwn }) => isWeb && isOwn), 'the guards of public workers let them through');
    assert_true(seen[1].referrer === '' || seen[1].referrer.startsWith(web), seen[1].referrer);
    assert_array_equals(clients, [asWeb(scope)]);
    const base = asWeb(worker.scriptURL);
    assert_array_equals(fetched, [new URL('frame.html', base).href, new URL('plain.html', base).href, `${web}/there-is-none`]);
    assert_equals(origin, web);
}, 'requests, responses, clients and messages');

promise_test(async (t) => {
    const name = uniqueName('cache');
    const { worker } = await startWorker(t, answering(`(async () => {
        const cache = await caches.open('${name}');
        for (const [index, address] of event.data.entries()) await cache.put(address, new Response(String(index)));
        const keys = (await cache.keys()).map(({ url }) => url);
        const found = [];
        for (const address of event.data) found.push(await (await cache.match(new Request(address))).text(), await (await caches.match(address)).text());
        return { keys, found, removed: await cache.delete(event.data[0]), left: (await cache.keys()).length };
    })()`));
    t.add_cleanup(() => caches.delete(name));
    const addresses = [`${web}/a`, `${location.origin}/a`, '/a'];
    const { keys, found, removed, left } = await askWorker(worker, addresses);
    assert_array_equals(keys, [`${web}/a`], 'three spellings are one entry');
    assert_array_equals(found, ['2', '2', '2', '2', '2', '2']);
    assert_true(removed);
    assert_equals(left, 0);
}, 'either spelling is the same key of a cache, in a worker');

promise_test(async (t) => {
    const name = uniqueName('cache');
    t.add_cleanup(() => caches.delete(name));
    const cache = await caches.open(name);
    await cache.put(`${web}/x`, new Response('one'));
    await cache.put(new Request(`${web}/y`), new Response('two'));
    await cache.add(`${web}${location.pathname}`);
    assert_array_equals((await cache.keys()).map(({ url }) => url), [`${location.origin}/x`, `${location.origin}/y`, location.href]);
    for (const spelling of [web, location.origin, '']) {
        assert_equals(await (await cache.match(`${spelling}/x`))?.text(), 'one');
        assert_equals(await (await cache.match(new Request(`${spelling}/y`)))?.text(), 'two');
    }
}, 'and in a page');

promise_test(async (t) => {
    const library = await putScript(uniqueName('library'), 'self.imported = (self.imported ?? 0) + 1;');
    const scope = uniqueScope();
    const { worker } = await startWorker(t, `importScripts('${asWeb(library)}'); importScripts('${library}');
        const text = async (address) => (await fetch(address)).text();
        onmessage = (event) => event.waitUntil((async () => {
            const { texts, opened } = event.data;
            const client = await clients.openWindow(opened);
            event.ports[0].postMessage({ imported, opened: client.url, texts: await Promise.all(texts.map(text)),
                requested: await text(new Request(texts[0])), referred: (await fetch(texts[0], { referrer: texts[0] })).ok });
        })());`, { scope });
    const echo = endpoint('script?id=none');
    const spelled = new URL('resources/plain.html', location.href).href;
    const answer = await askWorker(worker, { texts: [asWeb(spelled), spelled, new URL(spelled).pathname], opened: `${asWeb(scope)}&opened` });
    assert_equals(answer.imported, 2);
    assert_equals(answer.opened, `${asWeb(scope)}&opened`);
    assert_equals(new Set([...answer.texts, answer.requested]).size, 1, 'all of them are one file');
    assert_true(answer.texts[0].includes('<!doctype html>'));
    assert_true(answer.referred);
    assert_true(echo.length > 0);
}, 'importScripts, openWindow and fetch take either spelling');

promise_test(async (t) => {
    const scope = uniqueScope();
    const url = await putScript(uniqueName('worker'), '// nothing');
    const registration = await registerScript(t, asWeb(url), { scope: asWeb(scope) });
    assert_equals(registration.scope, scope);
    assert_equals(await navigator.serviceWorker.getRegistration(asWeb(scope)), registration);
    assert_equals(await (await fetch(asWeb(new URL('resources/plain.html', location.href).href))).text(),
        await (await fetch('resources/plain.html')).text());
}, 'register, getRegistration and fetch of a page take the https address of its own host');

promise_test(async (t) => {
    const scope = uniqueScope();
    const target = `${asWeb(new URL('resources/plain.html', location.href).href)}`;
    await startWorker(t, `onfetch = (event) => {
        if (event.request.url.includes('redirected')) event.respondWith(Response.redirect('${target}'));
        if (event.request.url.includes('placed')) event.respondWith(new Response(null, { status: 302, headers: { Location: '${target}' } }));
    };`, { scope });
    for (const way of ['redirected', 'placed']) {
        const frame = await addFrame(t, `${scope}&${way}`);
        if (frame.contentWindow.location.pathname.endsWith('frame.html')) await nextEvent(frame, 'load');
        assert_equals(frame.contentWindow.location.href, new URL('resources/plain.html', location.href).href, way);
    }
}, 'a redirect of a worker to the https address of its own host stays with the bridge');
