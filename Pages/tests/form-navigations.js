// Navigations that WebKit does not make on a custom scheme as on https: forms with files, redirects that keep the method, and answers
// without a document.

/** A file that only the page has. */
const file = () => new File([patternBytes(70000)], 'größe.bin', { type: 'application/x-own' });

/**
 * Makes a form with a file and a text, whose answer goes to a frame.
 * @param {HarnessTest} t
 * @param {string} action
 * @param {ParentNode} parent
 */
const makeForm = async (t, action, parent = document.body) => {
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
    parent.append(form);
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
    ['submit() in a listener that prevents the submission', (form, button) => {
        form.onsubmit = (event) => {
            event.preventDefault();
            form.submit();
        };
        button.click();
    }],
    ['a button of another document', (form) => {
        const frame = /** @type {HTMLIFrameElement} */ (document.querySelector(`iframe`));
        const button = /** @type {HTMLInputElement} */ (frame.contentDocument?.createElement('input'));
        Object.assign(button, { type: 'submit', formAction: form.action });
        form.append(button);
        button.click();
    }],
])) {
    promise_test(async (t) => {
        const { form, frame, loaded, button } = await makeForm(t, endpoint('inspect'));
        send(form, button);
        await loaded;
        assertForm(inspected(frame));
    }, `a form with a file navigates by ${how}`);
}

promise_test(async (t) => {
    await startWorker(t, `
        const read = async (request) => {
            const form = await request.formData();
            const file = form.get("file");
            return Response.json({
                names: [...form.keys()], texts: [form.get("text"), form.get("button")], file: [file.name, file.type],
                digest: [...new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()))],
            });
        };
        self.addEventListener("fetch", (event) => { if (event.request.method === "POST") event.respondWith(read(event.request)); });`,
        { scope: new URL('resources/read/', location.href).href });
    const { frame, loaded, button } = await makeForm(t, new URL('resources/read/', location.href).href);
    button.click();
    await loaded;
    const { names, texts, file: facts, digest } = inspected(frame);
    assert_array_equals(names, ['text', 'file', 'button']);
    assert_array_equals(texts, ['a text', 'pressed']);
    assert_array_equals(facts, ['größe.bin', 'application/x-own']);
    assert_array_equals(digest, [...new Uint8Array(await crypto.subtle.digest('SHA-256', patternBytes(70000)))]);
}, 'the form arrives whole');

promise_test(async (t) => {
    const { form, frame, loaded, button } = await makeForm(t, endpoint('missing'));
    form.method = 'get';
    form.enctype = '';
    button.formAction = endpoint('inspect');
    button.formMethod = 'post';
    button.formEnctype = 'multipart/form-data';
    // On https, WebKit's own submission loses a Blob that is collected before it is sent, as the File is that an entry list makes of one.
    const more = new File(['x'.repeat(2 << 20)], 'more');
    form.addEventListener('formdata', (event) => event.formData.append('more', more));
    button.click();
    await loaded;
    assert_equals(more.size, 2 << 20);
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
    const host = document.body.appendChild(document.createElement('div'));
    t.add_cleanup(() => host.remove());
    const { frame, loaded, button } = await makeForm(t, endpoint('inspect'), host.attachShadow({ mode: 'closed' }));
    button.click();
    await loaded;
    assertForm(inspected(frame));
}, 'a form in a shadow tree navigates');

promise_test(async (t) => {
    const first = await makeForm(t, endpoint('inspect'));
    const second = await makeForm(t, endpoint('inspect'));
    second.form.append(Object.assign(document.createElement('input'), { name: 'more', value: 'x'.repeat(10000) }));
    first.form.submit();
    second.form.submit();
    await Promise.all([first.loaded, second.loaded]);
    assertForm(inspected(first.frame));
    assert_greater_than(inspected(second.frame).length, inspected(first.frame).length + 10000);
}, 'two forms with one address send their own bodies');

promise_test(async (t) => {
    const { form, frame, loaded } = await makeForm(t, endpoint('inspect'));
    form.submit();
    /** @type {HTMLInputElement} */ (form.elements.namedItem('file')).files = new DataTransfer().files;
    form.submit();
    await loaded;
    assert_less_than(inspected(frame).length, 1000);
}, 'a file that the user has removed is not sent');

promise_test(async (t) => {
    const { form, loaded, button } = await makeForm(t, endpoint('inspect'));
    let listed = new FormData();
    form.onsubmit = () => { listed = new FormData(form); };
    button.click();
    await loaded;
    for (const data of [listed, new FormData(form)]) {
        assert_equals([...data.keys()].join(), 'text,file');
        assert_equals(/** @type {File} */ (data.get('file')).size, 70000);
    }
}, 'a script reads the entries of a form that is sent');

promise_test(async (t) => {
    const { form, button } = await makeForm(t, endpoint('inspect'));
    /** @type {string[]} */
    const errors = [];
    const note = (/** @type {any} */ event) => errors.push(event.message ?? String(event.reason));
    for (const type of ['error', 'unhandledrejection']) {
        addEventListener(type, note);
        t.add_cleanup(() => removeEventListener(type, note));
    }
    for (const type of ['submit', 'formdata']) form.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    for (const target of [form, document.body]) {
        target.dispatchEvent(new SubmitEvent('submit', { bubbles: true, submitter: button }));
        target.dispatchEvent(new FormDataEvent('formdata', { bubbles: true, formData: new FormData(form) }));
    }
    assert_equals(/** @type {File} */ (new FormData(form).get('file')).size, 70000);
    await fetch(endpoint('inspect'));
    assert_array_equals(errors, []);
}, 'events that a script makes submit nothing and cause no error');

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

// WebKit's own service workers lose the body.
if (location.protocol === 'sw:') {
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
}

/** Waits for answers of the host; a navigation breaks off the requests of its page. */
const settle = async () => {
    for (let answers = 0; answers < 5;) if (await fetch(endpoint('inspect')).catch(() => undefined)) answers++;
};

for (const status of [204, 205]) {
    promise_test(async (t) => {
        const frame = await addFrame(t, 'resources/frame.html');
        const document = frame.contentDocument;
        frame.contentWindow.location.href = endpoint(`bytes?length=0&status=${status}`);
        await settle();
        location.href = endpoint(`bytes?length=0&status=${status}`);
        await settle();
        // These navigations are answered after the others.
        frame.contentWindow.location.href = endpoint(`bytes?length=1&attachment=framed-${status}`);
        assert_equals((await nextDownload()).name, `framed-${status}`);
        assert_equals(frame.contentDocument, document);
        location.href = endpoint(`bytes?length=1&attachment=page-${status}`);
        assert_equals((await nextDownload()).name, `page-${status}`);
        assert_equals(location.pathname, '/form-navigations.html');
    }, `an answer with status ${status} keeps the documents`);
}
