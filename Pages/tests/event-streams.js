// The native side holds an event stream exactly as long as its page does.

promise_test(
    async (t) => {
        await SWWebView.send('/ping');
        const { eventStreams, openRequests, nativeStreams } = await hostStatus();
        const streams = await Promise.all(Array.from({ length: 500 }, () => RawStream.open(t)));
        assert_equals(new Set(streams.map((stream) => stream.id)).size, 500, 'ids');
        assert_equals((await hostStatus()).eventStreams, eventStreams + 500);
        const replies = await Promise.all(
            streams.map((stream, index) => stream.ask(index, { path: '/ping', body: index }))
        );
        replies.forEach((reply, index) => assert_equals(reply.response, index));
        for (const stream of streams) stream.source.close();
        await untilHostAtMost(t, 'eventStreams', eventStreams);
        await untilHostAtMost(t, 'openRequests', openRequests);
        await untilHostAtMost(t, 'nativeStreams', nativeStreams);
    },
    '500 event streams at once, each answers, and none is left after they are closed',
    { timeout: 'long' }
);

promise_test(
    async (t) => {
        const { eventStreams } = await hostStatus();
        for (let index = 0; index < 500; index += 1) {
            const stream = await RawStream.open(t);
            stream.source.close();
        }
        await untilHostAtMost(t, 'eventStreams', eventStreams);
    },
    '500 event streams one after the other, and none is left',
    { timeout: 'long' }
);

promise_test(async (t) => {
    const { eventStreams } = await hostStatus();
    for (let index = 0; index < 50; index += 1) new EventSource('/___events___?path=%2F').close();
    const last = await RawStream.open(t);
    last.source.close();
    await untilHostAtMost(t, 'eventStreams', eventStreams);
    assert_equals(await SWWebView.send('/ping', 'still here'), 'still here');
}, 'event streams closed before they open leave nothing behind');

promise_test(async (t) => {
    const stream = await RawStream.open(t);
    const mixed = Array.from({ length: 100 }, (_, index) => stream.ask(index, { path: '/ping', body: 'x'.repeat(index * 97) }));
    (await Promise.all(mixed)).forEach((reply, index) => assert_equals(reply.response.length, index * 97));
    assert_equals(stream.source.readyState, EventSource.OPEN);
}, 'a stream stays open under load');
