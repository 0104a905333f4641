// Every frame has a bridge and an event stream of its own; the stream goes with the frame.

const FRAME = 'resources/frame.html';

promise_test(async (t) => {
    const { contentWindow } = await addFrame(t, FRAME);
    assert_not_equals(contentWindow.SWWebView, SWWebView, 'a bridge of its own');
    const promise = contentWindow.SWWebView.send('/ping', 'from the frame');
    assert_true(promise instanceof contentWindow.Promise, "a promise of the frame's");
    assert_equals(await promise, 'from the frame');
    assert_equals(await SWWebView.send('/ping', 'from the page'), 'from the page');
}, 'a command from an iframe is answered in the iframe');

promise_test(async (t) => {
    const { contentWindow } = await addFrame(t, FRAME);
    const ours = await RawStream.open(t);
    const theirs = await RawStream.open(t, contentWindow);
    assert_not_equals(ours.id, theirs.id);
    const [ourReply, theirReply] = await Promise.all([
        ours.ask(7, { path: '/ping', body: 'ours' }),
        theirs.ask(7, { path: '/ping', body: 'theirs' }),
    ]);
    assert_equals(ourReply.response, 'ours');
    assert_equals(theirReply.response, 'theirs');
    await theirs.ask(8, { path: '/ping', body: 'only theirs' });
    await ours.ask(9, { path: '/ping', body: null });
    assert_equals(ours.replies.length, 0, "nothing of the frame's came down the page's stream");
    assert_equals(theirs.replies.length, 0, "nothing of the page's came down the frame's stream");
}, "the same index in two frames: each reply comes down its own frame's stream");

promise_test(async (t) => {
    const frames = await Promise.all(Array.from({ length: 5 }, () => addFrame(t, FRAME)));
    const all = await Promise.all(
        frames.map(({ contentWindow }, frame) =>
            Promise.all(Array.from({ length: 100 }, (_, index) => contentWindow.SWWebView.send('/ping', [frame, index])))
        )
    );
    all.forEach((replies, frame) =>
        replies.forEach((reply, index) => assert_array_equals(Array.from(reply), [frame, index]))
    );
}, 'five iframes with 100 commands each at once do not mix');

promise_test(async (t) => {
    const figure = await listenerFigure();
    const listeners = (await hostStatus())[figure];
    const frame = await addFrame(t, FRAME);
    await frame.contentWindow.SWWebView.send('/ping');
    await untilHost(t, figure, listeners + 1);
    frame.remove();
    await untilHost(t, figure, listeners);
}, "an iframe's stream ends when the iframe is removed");

promise_test(async (t) => {
    const figure = await listenerFigure();
    const listeners = (await hostStatus())[figure];
    const frame = await addFrame(t, FRAME);
    await frame.contentWindow.SWWebView.send('/ping');
    for (let time = 0; time < 3; time += 1) {
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        frame.contentWindow.location.replace(`${FRAME}?${time}`);
        await loaded;
        assert_equals(await frame.contentWindow.SWWebView.send('/ping', time), time);
        await untilHost(t, figure, listeners + 1);
    }
}, "an iframe that navigates leaves no stream behind, and its new page's bridge answers");

promise_test(async (t) => {
    const frame = await addFrame(t, FRAME);
    for (let index = 0; index < 200; index += 1) frame.contentWindow.SWWebView.send('/ping', 'x'.repeat(10_000));
    frame.remove();
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => SWWebView.send('/ping', index)));
    assert_array_equals(replies, Array.from({ length: 200 }, (_, index) => index));
}, 'an iframe that goes with 200 commands in flight disturbs nobody');

promise_test(async (t) => {
    await SWWebView.send('/ping');
    const before = await hostStatus();
    const frame = await addFrame(t, FRAME);
    const stream = await RawStream.open(t, frame.contentWindow);
    frame.remove();
    await untilHost(t, 'eventStreams', before.eventStreams);
    webkit.messageHandlers.SWWebView.postMessage(
        JSON.stringify({ streamID: stream.id, promiseIndex: 0, path: '/ping', body: null })
    );
    await untilHost(t, 'refusedMessages', before.refusedMessages + 1);
}, 'a command that names the stream of a frame that is gone is refused');

promise_test(async (t) => {
    const frame = document.createElement('iframe');
    t.add_cleanup(() => frame.remove());
    document.body.append(frame);
    const inner = /** @type {Window} */ (frame.contentWindow);
    assert_equals(inner.location.href, 'about:blank');
    assert_equals(await inner.SWWebView.send('/ping', 'blank'), 'blank');
}, 'a command from an about:blank iframe is answered');

promise_test(async (t) => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    t.add_cleanup(() => frame.remove());
    frame.srcdoc = '<p>From a string</p>';
    document.body.append(frame);
    await loaded;
    const inner = /** @type {Window} */ (frame.contentWindow);
    assert_equals(await inner.SWWebView.send('/ping', 'srcdoc'), 'srcdoc');
}, 'a command from a srcdoc iframe is answered');
