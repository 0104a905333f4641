// A worker that never comes back from an event is stopped after the limit; the page, and other workers, live on.

const LOOPS = `onfetch = event => {
    if (event.request.url.includes('loop')) for (;;) {}
    if (event.request.mode !== 'navigate') event.respondWith(new Response('answered'));
};`;

promise_test(async () => {
    assert_equals((await changeHost('event-limit?seconds=2')).status, 200);
}, 'the limit is set to 2 seconds');

promise_test(async (t) => {
    const scope = uniqueScope();
    await startWorker(t, LOOPS, { scope });
    const other = await startWorker(t, answering("'alive'"));
    const frame = await addFrame(t, scope);
    assert_equals(await textThrough(frame, 'x'), 'answered');
    const start = performance.now();
    const looping = frame.contentWindow.fetch('loop').then(({ status }) => status, (error) => error.name);
    assert_equals(await askWorker(other.worker), 'alive', 'another worker of the origin answers meanwhile');
    assert_in_array(await looping, [404, 'TypeError'], 'the network, or a failure');
    assert_greater_than(performance.now() - start, 1000, 'it was given its time');
    assert_equals(await textThrough(frame, 'x'), 'answered', 'the next event starts it anew');
    assert_equals(await askWorker(other.worker), 'alive');
}, 'an endless loop in a fetch event', { timeout: 'long' });

promise_test(async (t) => {
    const scope = uniqueScope();
    const url = await putScript(uniqueName('worker'), 'oninstall = () => { for (;;) {} };');
    const registration = await registerScript(t, url, { scope });
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    while (worker.state !== 'redundant') await nextEvent(worker, 'statechange');
    assert_equals(await navigator.serviceWorker.getRegistration(scope), undefined);
}, 'an endless loop in an install event', { timeout: 'long' });

promise_test(async (t) => {
    const scope = uniqueScope();
    const { worker } = await startWorker(t, `let runs = 0;
        onmessage = event => {
            runs += 1;
            if (event.data === 'wait') event.waitUntil(new Promise(() => {}));
            event.ports[0].postMessage(runs);
        };`, { scope });
    assert_equals(await askWorker(worker, 'wait'), 1);
    // As soon as the limit has passed the worker is stopped, and the next message finds it started anew. A message that the worker
    // has when it is stopped is lost, so that not every question has an answer.
    await new Promise((resolve) => {
        let most = 1;
        const timer = setInterval(() => askWorker(worker).then((runs) => {
            if (runs <= most) resolve(clearInterval(timer));
            most = Math.max(most, runs);
        }), 200);
    });
}, 'waitUntil does not hold a worker for ever', { timeout: 'long' });

promise_test(async (t) => {
    const { worker } = await startWorker(t, `const got = [];
        onmessage = event => {
            got.push(event.data);
            if (event.data === 1) event.waitUntil(new Promise(() => {}));
            event.ports[0]?.postMessage(got);
        };`);
    // Each round may meet the stopped worker, or one that is stopped meanwhile and loses messages.
    for (let round = 0; ; round++) {
        for (let number = 1; number < 6; number++) worker.postMessage(number);
        const got = /** @type {number[] | null} */ (await Promise.race([askWorker(worker, 6), new Promise((resolve) => setTimeout(resolve, 5000, null))]));
        if (!got) continue;
        const latest = got.slice(-6);
        assert_array_equals(latest, [...latest].sort(), 'messages come in their order');
        if (round > 0 && got.length === 6) break;
        await new Promise((resolve) => setTimeout(resolve, 300));
    }
}, 'messages that start a worker come in their order', { timeout: 'long' });
