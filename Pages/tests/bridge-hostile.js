// Whatever a page posts: a clear rejection, or a refusal that is counted, and nothing else disturbed.

/** @param {HarnessTest} t @param {() => void} misbehave @param {number} refusals */
const refused = async (t, misbehave, refusals) => {
    const { refusedMessages } = await hostStatus();
    misbehave();
    await untilHost(t, 'refusedMessages', refusedMessages + refusals);
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
    assert_equals((await hostStatus()).refusedMessages, refusedMessages + refusals, 'no more than these');
};

promise_test(async () => {
    for (const path of ['/nothing-here', '', 'ping', '/ping/', '/PING', '/__proto__', '/ping?x', '/../ping', '/pi\u0000ng']) {
        let error = /** @type {any} */ (undefined);
        await SWWebView.send(path, 1).catch((reason) => (error = reason));
        assert_true(error instanceof Error, `${JSON.stringify(path)} rejects with an Error`);
        assert_greater_than(error.message.length, 10, `${JSON.stringify(path)} says what was wrong`);
    }
    const error = await SWWebView.send('/nothing-here').catch((reason) => reason);
    assert_regexp_match(error.message, /\/nothing-here/, 'the message names the command');
    assert_equals(await SWWebView.send('/ping', 1), 1);
}, 'an unknown command is rejected, and its message names it');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    /** @type {Record<string, Record<string, unknown>>} */
    const malformed = {
        'no path': { path: undefined, body: 1 },
        'a number as path': { path: 12 },
        'null as path': { path: null },
        'an array as path': { path: ['/ping'] },
        'an object as path': { path: { toString: '/ping' } },
        'an unknown path': { path: '/nothing-here' },
        'bytes that are no Base64': { path: '/ping', body: 1, bytes: 'A%==' },
        'a number as bytes': { path: '/ping', body: 1, bytes: 12 },
        'bytes cut off': { path: '/ping', body: 1, bytes: 'AAA' },
    };
    let index = 0;
    for (const [name, message] of Object.entries(malformed)) {
        index += 1;
        const reply = await stream.ask(index, message);
        assert_equals(typeof reply.error?.name, 'string', `${name} has an error's name`);
        assert_greater_than(reply.error?.message.length, 10, `${name} says what was wrong`);
        assert_not_own_property(reply, 'response', name);
    }
    assert_equals((await stream.ask(100, { path: '/ping', body: 'fine' })).response, 'fine');
}, 'a malformed command on an open stream is rejected on that stream');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const made = stream.id.replace(/[0-9a-z]/gi, (letter) => (letter === '1' ? '2' : '1'));
    const ids = ['', made, stream.id + ' ', stream.id.slice(0, -1), '../' + stream.id, '*', '\u0000', 'x'.repeat(100_000)];
    const send = (/** @type {unknown} */ streamID) =>
        stream.post(JSON.stringify({ streamID, promiseIndex: 0, path: '/ping', body: null }));
    await refused(t, () => ids.forEach(send), ids.length);
    const odd = [0, 1, -1, 1e308, true, null, [stream.id], { id: stream.id }, undefined];
    await refused(t, () => odd.forEach(send), odd.length);
    assert_equals(stream.replies.length, 0, 'none of them was answered');
}, 'a made-up stream id is refused and counted');

promise_test(async (t) => {
    const open = await RawStream.open(t);
    const closed = await RawStream.open(t);
    const { eventStreams } = await hostStatus();
    closed.source.close();
    await untilHost(t, 'eventStreams', eventStreams - 1);
    const message = JSON.stringify({ streamID: closed.id, promiseIndex: 0, path: '/ping', body: null });
    await refused(t, () => open.post(message), 1);
    assert_equals(open.replies.length, 0);
}, 'the id of a stream that is closed is refused');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const texts = [
        '', ' ', 'null', 'true', '0', '"text"', '[]', '{}', '{', '{"streamID":', 'undefined', '\u0000', '[[[[[[',
        `{"streamID":"${stream.id}"}`,
        `{"streamID":"${stream.id}","promiseIndex":0,"path":"/ping","body":null`,
        `{"streamID":"${stream.id}","promiseIndex":0,"path":"/ping","body":NaN}`,
        '['.repeat(100_000),
        '{"a":'.repeat(100_000),
    ];
    await refused(t, () => texts.forEach((text) => stream.post(text)), texts.length);
}, 'texts that are no command are refused and counted');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const valid = { streamID: stream.id, promiseIndex: 0, path: '/ping', body: null };
    const values = [0, 1.5, NaN, true, null, undefined, [], valid, [JSON.stringify(valid)], new Date(0), new Map()];
    await refused(t, () => values.forEach((value) => stream.post(value)), values.length);
    assert_equals(stream.replies.length, 0);
}, 'messages that are no strings are refused and counted');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const texts = ['-1', '1.5', '1e400', '-1e400', '1e308', '9'.repeat(400), '"0"', 'null', '[0]', '{}', 'true'].map(
        (index) => `{"streamID":"${stream.id}","promiseIndex":${index},"path":"/ping","body":null}`
    );
    await refused(t, () => texts.forEach((text) => stream.post(text)), texts.length);
    assert_equals(stream.replies.length, 0, 'nothing was answered');
    const largest = await stream.ask(Number.MAX_SAFE_INTEGER, { path: '/ping', body: 'largest' });
    assert_equals(largest.response, 'largest', 'the largest safe integer is an index');
}, 'indexes that are no index are refused, huge numbers too');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const ask = (/** @type {number} */ index, /** @type {string} */ body) =>
        new Promise((resolve) => {
            stream.waiting.set(index, resolve);
            stream.post(`{"streamID":"${stream.id}","promiseIndex":${index},"path":"/ping","body":${body}}`);
        });
    for (const [index, body] of ['9007199254740993', '1e308', '-1e308', '123456789012345678901234567890'].entries()) {
        const reply = /** @type {Reply} */ (await ask(index, body));
        assert_equals(reply.response, Number(body), body);
    }
    const infinite = /** @type {Reply} */ (await ask(10, '1e400'));
    assert_true(infinite.error !== undefined || infinite.response !== undefined, 'a number past all bounds is answered');
    const deep = /** @type {Reply} */ (await ask(11, '['.repeat(5000) + ']'.repeat(5000)));
    assert_true(deep.error !== undefined || Array.isArray(deep.response), 'a body 5,000 levels deep is answered');
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'huge numbers and absurd depth in a body harm nobody');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const twice = `{"streamID":"x","streamID":"${stream.id}","promiseIndex":1,"promiseIndex":2,"path":"/no","path":"/ping"}`;
    const { refusedMessages } = await hostStatus();
    stream.post(twice);
    const extra = await stream.ask(3, { path: '/ping', body: 1, __proto__x: 1, constructor: null, extra: [] });
    assert_equals(extra.response, 1, 'members nobody asked for are ignored');
    const answered = stream.replies.length;
    const { refusedMessages: now } = await hostStatus();
    assert_equals(answered + now - refusedMessages, 1, 'a message with members twice is answered or refused, once');
}, 'members twice, and members too many');

promise_test(async (t) => {
    const cyclic = /** @type {any} */ ({});
    cyclic.self = cyclic;
    await promise_rejects_js(t, TypeError, Promise.resolve().then(() => SWWebView.send('/ping', cyclic)));
    await promise_rejects_js(t, TypeError, Promise.resolve().then(() => SWWebView.send('/ping', 1n)));
    const thrown = new Error('from toJSON');
    const throwing = { toJSON() { throw thrown; } };
    await promise_rejects_exactly(t, thrown, Promise.resolve().then(() => SWWebView.send('/ping', throwing)));
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'values that are no JSON reject at the page');

promise_test(async (t) => {
    const ids = new Set();
    for (let time = 0; time < 50; time += 1) {
        const stream = await RawStream.open(t);
        assert_greater_than_equal(stream.id.length, 16, 'long enough not to be guessed');
        ids.add(stream.id);
        stream.source.close();
    }
    assert_equals(ids.size, 50);
    const [first, second] = ids;
    let same = 0;
    while (same < first.length && first[same] === second[same]) same += 1;
    assert_less_than(same, first.length / 2, 'ids do not merely count');
}, 'stream ids are long, and no two are alike');

promise_test(async (t) => {
    const names = ['error', 'response', 'id', 'data', 'streamID', 'path', 'body', 'name', 'message'];
    const prototype = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (Object.prototype));
    t.add_cleanup(() => names.forEach((name) => delete prototype[name]));
    for (const name of names) prototype[name] = { name: 'Error', message: 'from Object.prototype' };
    assert_equals(await SWWebView.send('/ping', 'answer'), 'answer');
}, "members of Object.prototype are not taken for the protocol's");

// Last, since it breaks the page on purpose.
promise_test(async () => {
    const kept = { stringify: JSON.stringify, parse: JSON.parse, then: Promise.prototype.then, get: Map.prototype.get };
    const keptArray = { push: Array.prototype.push, shift: Array.prototype.shift, map: Array.prototype.map };
    const keptPost = webkit.messageHandlers.SWWebView.postMessage;
    const touched = /** @type {string[]} */ ([]);
    const trap = (/** @type {string} */ name) =>
        function () {
            touched[touched.length] = name;
            throw new Error(`${name} of the page's was called`);
        };
    const repair = () => {
        JSON.stringify = kept.stringify;
        JSON.parse = kept.parse;
        Promise.prototype.then = kept.then;
        Map.prototype.get = kept.get;
        Object.assign(Array.prototype, keptArray);
        delete (/** @type {any} */ (Object.prototype).promiseIndex);
        if (webkit.messageHandlers.SWWebView.postMessage !== keptPost) {
            webkit.messageHandlers.SWWebView.postMessage = keptPost;
        }
    };
    JSON.stringify = /** @type {any} */ (trap('JSON.stringify'));
    JSON.parse = /** @type {any} */ (trap('JSON.parse'));
    Map.prototype.get = trap('Map.prototype.get');
    Array.prototype.push = /** @type {any} */ (trap('Array.prototype.push'));
    Array.prototype.shift = trap('Array.prototype.shift');
    Array.prototype.map = /** @type {any} */ (trap('Array.prototype.map'));
    Object.defineProperty(Object.prototype, 'promiseIndex', { configurable: true, get: trap('promiseIndex') });
    Promise.prototype.then = /** @type {any} */ (trap('Promise.prototype.then'));
    try {
        webkit.messageHandlers.SWWebView.postMessage = trap('postMessage');
    } catch {
        // The handler may be read-only.
    }
    let reply;
    try {
        reply = await SWWebView.send('/ping', { hostile: ['page'] });
    } finally {
        repair();
    }
    assert_array_equals(touched, [], "none of the page's functions was called");
    assert_equals(JSON.stringify(reply), '{"hostile":["page"]}');
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'a page that replaces JSON, Promise.prototype.then, Map and Array methods does not break the bridge');
