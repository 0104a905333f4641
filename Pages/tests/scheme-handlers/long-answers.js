// Answers that a page brings in over its channel look like any others.

const longTest = testsOf('sqlite://');
const address = 'sqlite://numbers?select=n&limit=50000';
const total = 50000 * 50001 / 2;

/** @param {{n: number}[]} rows */
const sum = (rows) => rows.reduce((all, { n }) => all + n, 0);

longTest(async () => {
    const response = await fetch(address);
    assert_equals(response.url, address);
    assert_equals(response.type, 'cors');
    assert_equals(response.status, 200);
    assert_false(response.redirected);
    assert_equals(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert_false([...response.headers.keys()].some((name) => name.startsWith('swwebview')));
    assert_throws_js(TypeError, () => response.headers.set('x', 'y'));
    assert_false(response.bodyUsed);
    assert_equals(sum(await response.json()), total);
    assert_true(response.bodyUsed);
}, 'a long answer is a response of another origin');

longTest(async () => {
    const response = await fetch(address);
    const copy = response.clone();
    assert_equals(copy.url, address);
    const [text, blob] = await Promise.all([response.text(), copy.blob()]);
    assert_true(blob.type.startsWith('application/json'));
    assert_equals(await blob.text(), text);
    assert_equals(sum(JSON.parse(text)), total);
}, 'text(), blob() and clone()');

longTest(async () => {
    const answers = await Promise.all([address, `${address}&order=n`, address].map((url) => fetch(url)));
    for (const answer of answers) assert_equals(sum(await answer.json()), total);
}, 'several at once');

longTest(async () => {
    for (let round = 0; round < 100; round++) {
        const response = await fetch(address);
        assert_equals(response.status, 200);
        await response.body?.cancel();
    }
}, 'a body that is cancelled gives back what it took');

longTest(async () => {
    const controller = new AbortController();
    const response = await fetch(address, { signal: controller.signal });
    controller.abort();
    const name = await response.text().then(() => 'none', (error) => error.name);
    assert_equals(name, 'AbortError');
}, 'an abort ends the body');

longTest(async () => {
    const response = await fetch(new Request(address, { headers: { Accept: 'text/csv' } }));
    assert_equals((await response.text()).split('\r\n').length, 50002);
}, 'a Request');

longTest(async () => {
    const response = await fetch(new URL(address), { headers: { Accept: 'application/x-ndjson' } });
    assert_equals((await response.text()).split('\n').length, 50001);
}, 'an address that is an object, and headers');

longTest(async () => {
    const frame = document.createElement('iframe');
    const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = 'support/empty.html';
    document.body.append(frame);
    await isLoaded;
    const inner = /** @type {Window & typeof globalThis} */ (frame.contentWindow);
    const response = await inner.fetch(address);
    assert_true(response instanceof inner.Response);
    assert_equals(sum(await response.json()), total);
    frame.remove();
}, 'a frame');
