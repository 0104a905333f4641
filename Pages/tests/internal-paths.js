// Frames of other origins get no answer from an internal path of the host, change nothing and disable nothing.

const own = { 'X-SWWebView-Request': '1' };

/** A seed makes every run different: it changes the order of the paths and how they are written. */
const orderSeed = Number(new URLSearchParams(location.search).get('seed'));
const choice = randomFrom(orderSeed);

/** @param {string} path */
const rewritten = (path) => {
    const at = 1 + choice(path.split('?')[0].length - 1);
    const code = path.charCodeAt(at).toString(16);
    const same = [
        path, `${path.slice(0, at)}%${code}${path.slice(at + 1)}`, `/.${path}`, `/x/..${path}`, `${path}#___sw?document=${code}`,
        path.replace('?', '/?'), path.replace('?', `?document=${code}&`),
    ];
    // A mapped web server's folder answers all origins, also for files that it lacks.
    const others = location.protocol.startsWith('http') ? [] : [`/${path}`, path.toUpperCase()];
    return [...same, ...others][choice(same.length + others.length)];
};

/**
 * The paths that a kind of frame asks for: with a seed all of them, otherwise those of documents and its share of the others.
 * @param {string} kind
 */
const wantedPaths = async (kind) => {
    const paths = (await internalPaths()).filter(({ asker }) => asker !== 'hiddenPage');
    const kinds = Object.keys(foreignKinds);
    if (!orderSeed) return paths.filter(({ isDocument }, index) => isDocument || index % kinds.length === kinds.indexOf(kind));
    return paths.sort(() => choice(3) - 1).map((path) => ({ ...path, path: rewritten(path.path) }));
};

const { Capacitor } = /** @type {any} */ (self);
const ranAs = new Set();
Object.assign(self, { ranAs });

localStorage.setItem('internal-paths', 'kept');

const checkHost = async () => {
    assert_equals(localStorage.getItem('internal-paths'), 'kept', 'no data was cleared');
    assert_array_equals([...ranAs], [], 'no file was a document of the application');
    assert_true(navigator.onLine, 'the view is online');
    assert_equals((await fetch(endpoint('script?id=forged'), { headers: own })).status, 404, 'no script was stored');
    const { handlers, calls } = await (await fetch(endpoint('native'), { headers: own })).json();
    assert_false(JSON.stringify([handlers, calls]).includes('forged'), 'no handler was added');
    await fetch(endpoint('beacon?id=forged'), { method: 'POST', headers: own, body: 'own' });
    assert_equals(await (await fetch(endpoint('beacons?id=forged'), { headers: own })).text(), 'own', 'no beacon was stored');
    if (location.protocol === 'sw:') {
        const cache = await caches.open('internal-paths');
        await cache.put('/kept', new Response('kept'));
        assert_true(await caches.delete('internal-paths'), 'the quota is as before');
        const echoed = await fetch(endpoint('echo'), { method: 'POST', body: new Blob([new Uint8Array(3 << 20)]) });
        assert_equals((await echoed.arrayBuffer()).byteLength, 3 << 20, 'bodies are sent in pieces');
    }
};

promise_test(async () => {
    const data = '<script>top.ranAs.add(origin)</script>';
    if (Capacitor) await Capacitor.Plugins.Filesystem.writeFile({ path: 'page.html', data, directory: 'DOCUMENTS', encoding: 'utf8' });
    const paths = await internalPaths();
    const names = paths.map(({ path }) => path.replace(/\?.*/, ''));
    for (const name of ['/___testing___/offline', '/___testing___/native', ...(location.protocol === 'sw:' ? ['/___events___', '/___body___'] : [])]) assert_in_array(name, names);
    assert_equals((await fetch(endpoint('offline?mode=strict'))).status, 403, 'without the header');
    assert_equals((await fetch(endpoint('native'), { method: 'POST', body: '{}' })).status, 403, 'without the header');
    assert_equals((await fetch(endpoint('status'), { headers: { Accept: 'text/html, */*; q=0.01' } })).status, 200, 'a script that accepts HTML');
    const response = await fetch(endpoint('inspect'), { headers: own });
    assert_false(JSON.stringify(await response.json()).toLowerCase().includes('x-swwebview'), 'the header does not go on');
    await checkHost();
}, 'documents of the origin get answers, and need a header for changes');

for (const kind in foreignKinds) {
    promise_test(async () => {
        assert_equals((await askFromFrame(kind, await wantedPaths(kind))).join('\n'), '');
        await checkHost();
    }, `${kind} reads, changes and disables nothing`);
}
