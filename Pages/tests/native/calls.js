// Tests of calls from pages to native.js, and of the commands at /___testing___/native.

/** @type {Record<string, {postMessage(body?: any): Promise<any>}>} */
const handlers = /** @type {any} */ (window).webkit.messageHandlers;

const ownHeader = { 'X-SWWebView-Request': '1' };

/** @param {any} [command] */
const native = async (command) => {
    const response = await fetch('/___testing___/native', command && { method: 'POST', headers: ownHeader, body: JSON.stringify(command) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
};

/** @param {Promise<any>} promise */
const failureOf = async (promise) => {
    try {
        await promise;
    } catch (error) {
        return /** @type {Error} */ (error).message;
    }
    throw new Error('The promise was resolved');
};

/** @param {string} name @returns {Promise<CustomEvent>} */
const windowEvent = (name) => new Promise((resolve) => addEventListener(name, (found) => resolve(/** @type {CustomEvent} */ (found)), { once: true }));

promise_test(async () => {
    const answer = await handlers.camera.postMessage({ quality: 90 });
    assert_equals(JSON.stringify(answer, Object.keys(answer).sort()), `{"file":"photo.jpg","from":"${location.origin}","quality":90}`);
}, 'a handler answers with values of its modules and the origin of the frame');

promise_test(async () => {
    const date = new Date(1234567890123);
    const answer = await handlers.echo.postMessage({ date, list: [1.5, true, null, 'ü😀\u0000'], deep: { $date: 3 } });
    assert_equals(answer.date.getTime(), date.getTime());
    assert_equals(JSON.stringify(answer.list), JSON.stringify([1.5, true, null, 'ü😀\u0000']));
    assert_equals(answer.deep.$date, 3);
    assert_true(Number.isNaN(await handlers.echo.postMessage(NaN)));
    assert_equals(await handlers.echo.postMessage(undefined), undefined);
}, 'values keep their types in both directions');

promise_test(async () => {
    assert_true((await failureOf(handlers.bug.postMessage(null))).startsWith('TypeError: null is not an object'));
    const { calls } = await native();
    assert_true(calls.at(-1).position.endsWith('native.js:13'), calls.at(-1).position);
}, 'an error rejects the promise, and the call has the file and line');

promise_test(async () => {
    const [looping, late] = [failureOf(handlers.loop.postMessage(null)), handlers.late.postMessage(20)];
    assert_equals(await looping, 'the handler “loop” ran for more than 5 s and was stopped');
    assert_equals(await late, 'late');
    assert_equals(await handlers.echo.postMessage('still here'), 'still here');
}, 'an endless handler is stopped, and other calls continue');

promise_test(async () => {
    const told = windowEvent('told');
    await handlers.tell.postMessage([1]);
    assert_equals(JSON.stringify((await told).detail), '{"heard":[1]}');
    const paid = windowEvent('paid');
    dispatchEvent(new CustomEvent('checkout', { detail: { items: 2 } }));
    assert_equals(JSON.stringify((await paid).detail, ['from', 'items']), `{"from":"${location.origin}","items":2}`);
}, 'events reach the page and native.js');

promise_test(async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<script>webkit.messageHandlers.camera.postMessage({ frame: { isMainFrame: true } })
        .catch((error) => parent.postMessage(error.message, '*'))<\/script>`;
    const message = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
    document.body.append(frame);
    assert_equals(await message, 'Only the app itself takes pictures');
    frame.remove();
}, 'WebKit identifies the frame, not the message');

promise_test(async () => {
    for (const { handler } of (await native()).calls) await native({ wait: handler });
    const waiting = native({ wait: 'echo' });
    handlers.echo.postMessage('waited for');
    assert_equals((await waiting).body, 'waited for');
    const any = native({ wait: null });
    handlers.late.postMessage(0);
    assert_equals((await any).handler, 'late');
}, 'a test waits for a call');

promise_test(async () => {
    await native({ handler: 'camera', answer: { file: 'scripted' } });
    await native({ handler: 'camera', error: 'no permission' });
    assert_equals((await handlers.camera.postMessage({ quality: 1 })).file, 'scripted');
    assert_equals(await failureOf(handlers.camera.postMessage({ quality: 1 })), 'no permission');
    assert_equals((await handlers.camera.postMessage({ quality: 1 })).file, 'photo.jpg');
    await native({ handler: 'made', answer: 7 });
    assert_true((await native()).handlers.includes('made'));
}, 'a test sets the next answers, also of a missing handler');

promise_test(async () => {
    const fired = windowEvent('push');
    await native({ event: 'push', detail: { title: 'Hello' } });
    assert_equals((await fired).detail.title, 'Hello');
    const photo = await native({ plugin: 'Camera', method: 'getPhoto', options: { quality: 3 } });
    assert_equals(JSON.stringify(photo, ['quality', 'webPath']), '{"quality":3,"webPath":"photo.jpg"}');
}, 'a test fires events and calls plugins');

promise_test(async () => {
    for (const command of [null, [], {}, { wait: '' }, { wait: 3 }, { handler: 'a' }, { handler: 'a', answer: 1, error: 'b' }, { event: 1 },
        { plugin: 'None', method: 'x' }, { wait: 'a', event: 'b' }]) await failureOf(native(command ?? [null]));
    const response = await fetch('/___testing___/native', { method: 'POST', headers: ownHeader, body: '{"wait":' });
    assert_equals(response.status, 400);
    assert_true((await response.json()).error.startsWith('This is not JSON'));
}, 'invalid commands are errors');
