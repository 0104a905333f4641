// The APIs that pages have on a mapped scheme of an application, such as capacitor://localhost, as well as on sw://.

test(() => {
    assert_equals(location.href, `${location.origin}/application-origin.html`);
    assert_equals(self.origin, location.origin);
    assert_equals(document.URL, location.href);
    assert_not_equals(location.host, '');
    assert_true(isSecureContext);
}, 'location is the address that was asked for, in a secure context');

promise_test(async () => {
    const response = await fetch('application-origin.js');
    assert_equals(response.status, 200);
    assert_equals(response.url, `${location.origin}/application-origin.js`);
    assert_equals(response.type, 'basic');
    assert_true((await response.text()).startsWith('// The APIs that pages have'));
}, 'fetch reads files of the origin');

promise_test(async () => {
    const response = await fetch('application-origin.js', { headers: { Range: 'bytes=3-5' } });
    assert_equals(response.status, 206);
    assert_equals(await response.text(), 'The');
}, 'fetch reads a range');

promise_test(async () => {
    assert_equals((await fetch('no-such-file')).status, 404);
}, 'a missing file is a 404');

promise_test(async () => {
    const module = URL.createObjectURL(
        new Blob([`export { default } from "${location.origin}/support/application-module.mjs";`], { type: 'text/javascript' }));
    assert_equals((await import('./support/application-module.mjs')).default, 'a module');
    assert_equals((await import(module)).default, 'a module');
}, 'modules load');

promise_test(async () => {
    const worker = new Worker('support/application-worker.js');
    const answer = await new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
    });
    assert_equals(answer, `${location.origin} a module`);
    worker.terminate();
}, 'a dedicated worker runs and fetches');

promise_test(async () => {
    const response = await fetch('/___testing___/echo', { method: 'POST', body: 'some text' });
    assert_equals(await response.text(), 'some text');
    const chunks = await (await fetch('/___testing___/slow?chunks=3')).text();
    assert_equals(chunks, 'chunk 0\nchunk 1\nchunk 2\n');
}, 'the testing endpoint answers');

promise_test(async () => {
    const id = crypto.randomUUID();
    const controller = new AbortController();
    const response = await fetch(`/___testing___/stall?id=${id}`, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    assert_true((await (await fetch(`/___testing___/stopped?id=${id}`)).json()).stopped);
}, 'an aborted fetch stops the load');

promise_test(async () => {
    localStorage.setItem('key', 'value');
    assert_equals(localStorage.getItem('key'), 'value');
    localStorage.removeItem('key');
    const opening = indexedDB.open('application-origin');
    await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = () => reject(opening.error);
    });
    opening.result.close();
    indexedDB.deleteDatabase('application-origin');
}, 'localStorage and IndexedDB keep values');

promise_test(async () => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    const answer = new Promise((resolve) => addEventListener('message', (event) => resolve(event.data), { once: true }));
    frame.srcdoc = `<script>
        const outcomes = [];
        const request = new XMLHttpRequest();
        try {
            request.open("GET", "${location.origin}/application-origin.js", false);
            request.send();
            outcomes.push(request.responseText);
        } catch {
            outcomes.push("refused");
        }
        fetch("${location.origin}/application-origin.js").then((response) => response.text(), () => "refused")
            .then((text) => parent.postMessage([...outcomes, text], "*"));
    </script>`;
    document.body.append(frame);
    const [synchronous, asynchronous] = await answer;
    assert_equals(asynchronous, 'refused');
    assert_equals(synchronous, 'refused');
    frame.remove();
}, 'a frame of another origin reads nothing');
