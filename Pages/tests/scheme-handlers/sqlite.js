// Tables at sqlite://, from a page that has another origin.

const tableTest = testsOf('sqlite://');

/** @param {unknown} actual @param {unknown} expected */
const assert_same = (actual, expected) => assert_equals(JSON.stringify(actual), JSON.stringify(expected));

/** @param {string} method @param {string} address @param {unknown} [body] @param {Record<string, string>} [headers] */
const send = (method, address, body, headers = {}) =>
    fetch(`sqlite://${address}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
    });

/** @param {string} address @param {Record<string, string>} [headers] */
const rows = async (address, headers = {}) => (await fetch(`sqlite://${address}`, { headers })).json();

tableTest(async () => {
    assert_same(await rows('products?name=tea&select=id,price,photo,tags'), [
        { id: 1, price: 3.5, photo: 'AP8Q', tags: ['hot', 'green'] },
    ]);
    assert_same(await rows('products?price=gt.1&order=price.desc&select=name'), [{ name: 'coffee' }, { name: 'tea' }]);
    assert_same(await rows(`products?${new URLSearchParams({ name: 'in.(tea,"milk")', select: 'id', order: 'id' })}`), [
        { id: 1 }, { id: 3 },
    ]);
    assert_same(await rows('products/2?select=name,tags'), { name: 'coffee', tags: { roast: { level: 3 } } });
}, 'filters, order, selection, and a row by its key');

tableTest(async () => {
    const response = await send('GET', 'numbers?limit=10&offset=20', undefined, { Prefer: 'count=exact' });
    assert_equals(response.status, 206);
    assert_equals(response.headers.get('content-range'), '20-29/200000');
}, 'Prefer: count=exact, with a preflight');

tableTest(async () => {
    const made = await send('POST', 'notes', { text: 'first' });
    assert_equals(made.status, 201);
    const location = String(made.headers.get('location'));
    assert_regexp_match(location, /^sqlite:\/\/notes\/\d+$/);
    const key = location.slice('sqlite://'.length);
    assert_equals((await send('PATCH', key, { text: 'second', big: '9007199254740993' })).status, 204);
    assert_same(await rows(`${key}?select=text,big`, { Prefer: 'integers=string' }), { text: 'second', big: '9007199254740993' });
    assert_equals((await send('PUT', key, { text: 'third' })).status, 204);
    assert_same(await rows(`${key}?select=text,big`), { text: 'third', big: null });
    const gone = await send('DELETE', key, undefined, { Prefer: 'return=representation' });
    assert_equals((await gone.json())[0].text, 'third');
    assert_equals((await send('DELETE', key)).status, 404);
}, 'a row is made, changed, replaced and deleted');

tableTest(async () => {
    const response = await send('POST', 'notes', [{ text: 'a' }, { text: null }]);
    assert_equals(response.status, 400);
    const error = await response.json();
    assert_equals(error.status, 400);
    assert_equals(error.code, 'constraint');
    assert_regexp_match(error.message, /NOT NULL/);
    assert_same(await rows('notes?text=a'), []);
}, 'a request is done as a whole, or not at all');

tableTest(async () => {
    const response = await fetch('sqlite://missing');
    assert_equals(response.status, 404);
    assert_equals((await response.json()).code, 'table_not_found');
    assert_equals((await (await send('DELETE', 'notes')).json()).code, 'no_filter');
    const form = await fetch('sqlite://notes', { method: 'POST', body: new URLSearchParams({ text: 'x' }) });
    assert_equals(form.status, 415);
}, 'refusals are JSON that a page can read');

tableTest(async (t) => {
    const events = new EventSource('sqlite://notes?subscribe');
    t.add_cleanup(() => events.close());
    await new Promise((resolve) => (events.onopen = resolve));
    /** @type {[string, any][]} */
    const seen = [];
    const three = new Promise((resolve) => {
        for (const kind of ['insert', 'update', 'delete'])
            events.addEventListener(kind, (event) => {
                seen.push([kind, JSON.parse(event.data)]);
                if (seen.length === 3) resolve(undefined);
            });
    });
    const key = String((await send('POST', 'notes', { text: 'watched' })).headers.get('location')).slice('sqlite://'.length);
    await send('PATCH', key, { text: 'changed' });
    await send('DELETE', key);
    await three;
    assert_same(seen.map(([kind, data]) => [kind, data.row?.text]), [['insert', 'watched'], ['update', 'changed'], ['delete', undefined]]);
    assert_equals(`notes/${seen[2][1].key[0]}`, key);
}, 'an EventSource hears of changes');

tableTest(async () => {
    const response = await fetch('sqlite://numbers', { headers: { Accept: 'application/x-ndjson' } });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    let lines = 0;
    for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        for (const byte of value) if (byte === 10) lines += 1;
    }
    assert_equals(lines, 200000);
}, '200,000 rows are streamed as lines');

tableTest(async () => {
    for (let round = 0; round < 100; round += 1) {
        const abort = new AbortController();
        const response = await fetch('sqlite://numbers', { signal: abort.signal });
        await /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader().read();
        abort.abort();
    }
    assert_equals((await rows('numbers?limit=3')).length, 3);
}, 'answers that are not read to their end hold nothing up');

tableTest(async () => {
    const { tables } = await rows('');
    assert_same(tables.map((/** @type {any} */ table) => table.name), ['notes', 'numbers', 'products']);
    assert_same(tables[2].primaryKey, ['id']);
}, 'the schema');

tableTest(async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => rows(`numbers/${index + 1}`)));
    assert_true(answers.every((row, index) => row.n === index + 1));
}, '300 requests at once');

tableTest(async () => {
    const source = 'onmessage = async ({ data }) => postMessage(await (await fetch(data)).json());';
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    const row = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage('sqlite://products/1?select=name');
    });
    worker.terminate();
    assert_same(row, { name: 'tea' });
}, 'a worker reads tables, too');

tableTest(async () => {
    const many = Array.from({ length: 20000 }, (_, index) => ({ text: `many ${index} ${'x'.repeat(60)}` }));
    const made = await send('POST', 'notes', many, { Prefer: 'count=exact' });
    assert_equals(made.status, 201);
    assert_equals(made.headers.get('content-range'), '*/20000');
    const lines = new Blob([many.slice(0, 100).map((row) => JSON.stringify(row)).join('\n')]);
    const more = await fetch('sqlite://notes', { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: lines });
    assert_equals(more.status, 201);
    const request = new XMLHttpRequest();
    request.open('POST', 'sqlite://notes');
    request.setRequestHeader('Content-Type', 'application/json');
    request.send(JSON.stringify(many));
    await new Promise((resolve) => (request.onloadend = resolve));
    assert_equals(request.status, 201);
    const gone = await send('DELETE', 'notes?text=like.many*', undefined, { Prefer: 'count=exact' });
    assert_equals(gone.headers.get('content-range'), '*/40100');
}, 'large bodies, and Blobs');

tableTest(async (t) => {
    const count = (await rows('products?select=id')).length;
    const script = `<script>
        const outcomes = [];
        const ask = (method, address) => {
            const request = new XMLHttpRequest();
            try {
                request.open(method, address, false);
                request.send();
                outcomes.push(request.status);
            } catch {
                outcomes.push(0);
            }
        };
        ask("GET", "sqlite://products");
        ask("DELETE", "sqlite://products?id=gt.0");
        ask("PATCH", "sqlite://products?id=gt.0");
        ask("GET", "assets://letters.txt");
        fetch("sqlite://products?id=gt.0", { method: "DELETE" }).then(({ status }) => status, () => 0)
            .then((status) => parent.postMessage([...outcomes, status], "*"));
    </script>`;
    for (const [name, value] of [['srcdoc', script], ['src', `data:text/html,${encodeURIComponent(script)}`]]) {
        const frame = document.createElement('iframe');
        t.add_cleanup(() => frame.remove());
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.setAttribute(name, value);
        const answer = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
        document.body.append(frame);
        for (const status of await answer) assert_true(status === 403 || status === 0, `${name}: ${status}`);
    }
    assert_equals((await rows('products?select=id')).length, count);
}, 'sandboxed frames and data: documents get nothing');
