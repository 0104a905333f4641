// navigator.storage, and the private file system of an origin, in pages and workers.

/** @returns {Promise<any>}  The origin's root folder; `any`, since the types of this project know no iteration of folders. */
const root = () => navigator.storage.getDirectory();

/** @param {string} name @param {string} text */
const write = async (name, text) => {
    const file = await (await root()).getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(text);
    await stream.close();
    return file;
};

/** @param {any} folder @returns {Promise<string[]>} */
const namesIn = async (folder) => {
    /** @type {string[]} */
    const names = [];
    for await (const name of folder.keys()) names.push(name);
    return names.sort();
};

/**
 * Runs the body of a function in a dedicated worker, and returns its result.
 * @param {HarnessTest} t @param {string} body
 */
const inWorker = async (t, body) => {
    const url = URL.createObjectURL(new Blob([`(async () => { ${body} })().then(postMessage, (error) => postMessage(String(error)))`]));
    const worker = new Worker(url);
    t.add_cleanup(() => {
        worker.terminate();
        URL.revokeObjectURL(url);
    });
    return (await new Promise((resolve) => (worker.onmessage = resolve))).data;
};

promise_test(async () => {
    assert_array_equals(await namesIn(await root()), []);
}, 'a page begins without private files');

promise_test(async (t) => {
    const { quota = 0, usage = -1 } = await navigator.storage.estimate();
    // A phone's app has 15 % of the disk for a site.
    assert_true(quota >= 100 << 20, `${quota}`);
    assert_true(usage >= 0 && usage <= quota, `${usage}`);
    const { quota: sameQuota } = await inWorker(t, 'return navigator.storage.estimate()');
    assert_equals(sameQuota, quota);
}, 'estimate() has a quota and a usage, in pages and workers');

promise_test(async () => {
    assert_equals(await navigator.storage.persisted(), false);
    assert_equals(typeof await navigator.storage.persist(), 'boolean');
}, 'persist() and persisted() answer');

promise_test(async (t) => {
    await write('written.txt', 'by the page');
    const text = await inWorker(t, `
        const folder = await navigator.storage.getDirectory();
        return (await (await folder.getFileHandle('written.txt')).getFile()).text();`);
    assert_equals(text, 'by the page');
    const { usage = 0 } = await navigator.storage.estimate();
    assert_true(usage >= 11, `${usage}`);
}, 'a file that a page writes is read by a worker, and counts in the usage');

promise_test(async (t) => {
    const folder = await (await root()).getDirectoryHandle('folder', { create: true });
    await folder.getFileHandle('inner.bin', { create: true });
    assert_array_equals(await namesIn(folder), ['inner.bin']);
    await promise_rejects_dom(t, 'NotFoundError', (await root()).getFileHandle('missing'));
    await promise_rejects_dom(t, 'TypeMismatchError', (await root()).getFileHandle('folder'));
    await (await root()).removeEntry('folder', { recursive: true });
    assert_false((await namesIn(await root())).includes('folder'));
}, 'folders are made, listed and removed');

promise_test(async (t) => {
    const { contentWindow: inner } = await addFrame(t, 'resources/frame.html');
    await write('shared.txt', 'one origin');
    const file = await (await inner.navigator.storage.getDirectory()).getFileHandle('shared.txt');
    assert_equals(await (await file.getFile()).text(), 'one origin');
}, 'a frame of the origin has the same files');

promise_test(async (t) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    t.add_cleanup(() => frame.remove());
    const told = new Promise((resolve) => addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow) resolve(data); }));
    frame.srcdoc = `<script>
        navigator.storage.getDirectory().then(() => 'files', ({ name }) => name).then((text) => parent.postMessage(text, '*'));
    </` + 'script>';
    document.body.append(frame);
    assert_equals(await told, 'SecurityError');
}, 'a frame with an opaque origin has no files');

test(() => {
    assert_true('orientation' in screen);
    assert_true('altitudeAngle' in PointerEvent.prototype && 'azimuthAngle' in PointerEvent.prototype);
    assert_true('alpha' in HTMLInputElement.prototype);
    assert_equals(typeof new CustomElementRegistry().define, 'function');
    for (const name of ['PushManager', 'SpeechRecognition', 'webkitSpeechRecognition', 'CloseWatcher', 'MutationEvent']) assert_false(name in self, name);
    for (const name of ['share', 'gpu']) assert_false(name in navigator, name);
}, 'pages have the features of the newest iOS that the engine can have');

promise_test(async (t) => {
    const kinds = await inWorker(t, `return [typeof MediaStreamTrackProcessor, new OffscreenCanvas(1, 1).getContext('webgl') !== null]`);
    assert_array_equals(kinds, ['function', true]);
    // The engine opens none, and feature tests find that.
    assert_equals(await inWorker(t, 'return typeof FileSystemFileHandle.prototype.createSyncAccessHandle'), 'undefined');
}, 'workers have them, too, without synchronous handles');
