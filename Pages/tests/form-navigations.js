// Navigations that WebKit does not make on a custom scheme as on https: forms with files, redirects that keep the method, and answers
// without a document.

/** A file that only the page has. */
const file = () => new File([patternBytes(70000)], 'größe.bin', { type: 'application/x-own' });

/**
 * Makes a form with a file and a text, whose answer goes to a frame.
 * @param {HarnessTest} t
 * @param {string} action
 */
const makeForm = async (t, action) => {
    const name = uniqueName('frame');
    const frame = await addFrame(t, 'resources/frame.html');
    frame.contentWindow.name = name;
    const form = document.createElement('form');
    form.method = 'post';
    form.enctype = 'multipart/form-data';
    form.action = action;
    form.target = name;
    form.innerHTML = '<input name=text value="a text"><input type=file name=file><button name=button value=pressed>send</button>';
    const transfer = new DataTransfer();
    transfer.items.add(file());
    /** @type {HTMLInputElement} */ (form.elements.namedItem('file')).files = transfer.files;
    document.body.append(form);
    t.add_cleanup(() => form.remove());
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    return { form, frame, loaded, button: /** @type {HTMLButtonElement} */ (form.querySelector('button')) };
};

/** @param {HTMLIFrameElement} frame @returns {any}  What the endpoint `inspect` says of the navigation. */
const inspected = (frame) => JSON.parse(/** @type {HTMLElement} */ (frame.contentDocument?.body).innerText);

/** @param {any} facts */
const assertForm = ({ method, headers, length }) => {
    assert_equals(method, 'POST');
    assert_true(headers['content-type'].startsWith('multipart/form-data; boundary='), headers['content-type']);
    assert_greater_than(length, 70000);
};

for (const [how, send] of /** @type {[string, (form: HTMLFormElement, button: HTMLButtonElement) => void][]} */ ([
    ['submit()', (form) => form.submit()], ['requestSubmit()', (form) => form.requestSubmit()],
    ['a click', (_, button) => button.click()],
])) {
    promise_test(async (t) => {
        const { form, frame, loaded, button } = await makeForm(t, endpoint('inspect'));
        send(form, button);
        await loaded;
        assertForm(inspected(frame));
    }, `a form with a file navigates by ${how}`);
}

promise_test(async (t) => {
    const { form, button } = await makeForm(t, endpoint('echo'));
    button.click();
    // WebKit cannot show the type.
    const { id, type } = await (await fetch(endpoint('download'))).json();
    assert_equals(type, 'multipart/form-data');
    const body = await (await fetch(endpoint(`download?id=${id}`))).arrayBuffer();
    const boundary = new TextDecoder().decode(body.slice(2, 200)).split('\r\n')[0];
    const sent = await new Response(body, { headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } }).formData();
    assert_array_equals([...sent.keys()], ['text', 'file', 'button']);
    assert_equals(sent.get('text'), 'a text');
    assert_equals(sent.get('button'), 'pressed');
    const arrived = /** @type {File} */ (sent.get('file'));
    assert_equals(arrived.name, 'größe.bin');
    assert_equals(arrived.type, 'application/x-own');
    assert_equals(await sha256(await arrived.arrayBuffer()), await sha256(patternBytes(70000)));
    assert_true(form.isConnected);
}, 'the form arrives whole');

promise_test(async (t) => {
    const { form, frame, loaded, button } = await makeForm(t, endpoint('missing'));
    form.method = 'get';
    form.enctype = '';
    button.formAction = endpoint('inspect');
    button.formMethod = 'post';
    button.formEnctype = 'multipart/form-data';
    form.addEventListener('formdata', (event) => event.formData.append('more', new Blob(['x'.repeat(2 << 20)])));
    button.click();
    await loaded;
    const facts = inspected(frame);
    assertForm(facts);
    assert_greater_than(facts.length, 2 << 20);
}, 'attributes of the button and entries of a listener count');

promise_test(async (t) => {
    const { form, frame, loaded, button } = await makeForm(t, endpoint('inspect'));
    const prevent = (/** @type {Event} */ event) => {
        new FormData(form);
        event.preventDefault();
    };
    form.addEventListener('submit', prevent);
    button.click();
    form.removeEventListener('submit', prevent);
    button.click();
    await loaded;
    assertForm(inspected(frame));
}, 'a submission that a script prevents sends nothing');

promise_test(async (t) => {
    const to = encodeURIComponent(endpoint('inspect'));
    for (const [status, method] of [[307, 'POST'], [308, 'POST'], [303, 'GET']]) {
        const { frame, loaded, button } = await makeForm(t, endpoint(`redirect?status=${status}&to=${to}`));
        button.click();
        await loaded;
        const facts = inspected(frame);
        assert_equals(facts.method, method, `${status}`);
        if (method === 'POST') assertForm(facts);
        else assert_equals(facts.length, 0);
    }
}, 'a redirect keeps the method and the body, or neither');

promise_test(async (t) => {
    await startWorker(
        t, `self.addEventListener("fetch", (event) => {
            if (event.request.method === "POST") event.respondWith(new Response(null, { status: 307, headers: { Location: "${endpoint('inspect')}" } }));
        });`, { scope: new URL('resources/posted/', location.href).href });
    const { frame, loaded, button } = await makeForm(t, new URL('resources/posted/', location.href).href);
    button.click();
    await loaded;
    assertForm(inspected(frame));
}, 'a redirect of a service worker keeps the method and the body');

for (const status of [204, 205]) {
    promise_test(async (t) => {
        const frame = await addFrame(t, 'resources/frame.html');
        const document = frame.contentDocument;
        frame.contentWindow.location.href = endpoint(`bytes?length=0&status=${status}`);
        location.href = endpoint(`bytes?length=0&status=${status}`);
        // The download is a navigation of the same frame, and comes after.
        frame.contentWindow.location.href = endpoint(`bytes?length=1&attachment=after-${status}`);
        assert_equals((await (await fetch(endpoint('download'))).json()).name, `after-${status}`);
        assert_equals(frame.contentDocument, document);
        assert_equals(location.pathname, '/form-navigations.html');
    }, `an answer with status ${status} keeps the documents`);
}
