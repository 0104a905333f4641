// The endpoints that write files beside the test: snapshots and pictures. Only the test's own page may ask, and no path leads out of its folder.

const withHeader = { 'X-SWWebView-Request': '1' };

/** @param {string} query @param {any} [body] */
const askSnapshots = async (query, body) => {
    const response = await fetch(`/___testing___/snapshots${query}`, { method: body ? 'POST' : 'GET', headers: withHeader, body: body && JSON.stringify(body) });
    return { status: response.status, ...await response.json() };
};

promise_test(async () => {
    const known = await askSnapshots('');
    assert_equals(`${known.status} ${known.file} ${JSON.stringify(known.entries)}`, '200 __snapshots__/snapshot-files.html.snap {}');
    assert_in_array(known.update, ['none', 'new', 'all']);
    assert_equals((await askSnapshots('?file=snapshot-files.html')).text.startsWith('<!doctype html>'), true);
    assert_equals((await askSnapshots('?file=resources/nothing.txt')).text, null);
}, 'a page reads the snapshots of its test');

promise_test(async () => {
    for (const path of ['../secret.txt', '/etc/hostname', 'resources/../../x', '.git/config', 'a/.hidden', 'node_modules/x/index.js', '']) {
        assert_equals((await askSnapshots(`?file=${encodeURIComponent(path)}`)).error, `“${path}” is not below the folder of the test`);
    }
    const call = { url: 'https://cdn.example/other.js', line: 1, column: 1, method: 'toMatchInlineSnapshot', text: '1' };
    for (const body of [{}, { entries: 1, obsolete: [], files: [], calls: [] }, { entries: {}, obsolete: [], files: [{ path: 1 }], calls: [] }]) {
        const { status, error } = await askSnapshots('', body);
        assert_equals(`${status} ${error.length > 0}`, '400 true');
    }
    const { update } = await askSnapshots('');
    const answer = await askSnapshots('', { entries: {}, obsolete: [], files: [], calls: [call] });
    if (update === 'none') assert_equals(answer.status, 200, 'nothing is written');
    else assert_equals(answer.error.includes('not below the folder'), true, answer.error);
    for (const change of [{ column: -(2 ** 53) }, { line: -(2 ** 53) }, { line: 0 }, { line: 2 ** 40 }, { method: 'fetch' }]) {
        const { error } = await askSnapshots('', { entries: {}, obsolete: [], files: [], calls: [{ ...call, ...change }] });
        assert_equals(update === 'none' || error.includes('has no snapshot in its call'), true, error);
    }
}, 'no path leads out of the folder of the test');

for (const scheme of ['sw:', 'https:']) {
    promise_test(async (t) => {
        const frame = document.createElement('iframe');
        const next = () => new Promise((resolve) => {
            const hear = (/** @type {MessageEvent} */ event) => {
                if (event.source !== frame.contentWindow) return;
                removeEventListener('message', hear);
                resolve(event.data);
            };
            addEventListener('message', hear);
        });
        t.add_cleanup(() => frame.remove());
        const ready = next();
        frame.src = `${scheme}//foreign.example/resources/own-endpoints.html`;
        document.body.append(frame);
        assert_equals(await ready, 'ready');
        const ask = (/** @type {string} */ path, /** @type {string} */ body = '') => {
            const answer = next();
            frame.contentWindow?.postMessage({ path: `/___testing___/${path}`, body }, '*');
            return answer;
        };
        assert_equals((await ask('echo', 'a')).status, 200, 'the frame reaches endpoints of its own origin');
        const report = JSON.stringify({ entries: {}, obsolete: [], files: [{ path: 'forged.txt', text: 'forged' }], calls: [] });
        for (const [path, body] of [['snapshots', ''], ['snapshots?file=snapshot-files.js', ''], ['snapshots', report], ['screenshot', '{"path": "forged.png"}'],
            ['match-screenshot', '{"name": "forged"}'], ['input', '{"actions": []}'], ['viewport', '{"width": 9, "height": 9}'], ['media', '{"colorScheme": "dark"}'], ['user-agent', '{"userAgent": "forged"}'],
            ['routes', '{}']]) {
            const { status, text } = await ask(/** @type {string} */ (path), body);
            assert_equals(`${status} ${JSON.parse(text).error}`, `403 ${path?.replace(/\?.*/, '')} answers the test’s own page alone`);
        }
        assert_equals((await askSnapshots('?file=forged.txt')).text, null);
    }, `a frame of another ${scheme}// origin writes no files, reads none and acts not on the page`);
}
