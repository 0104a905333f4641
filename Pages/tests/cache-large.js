// A body of 200 MiB goes into a cache and out again while the host hardly grows; a body beyond the quota is refused.

/** The most bytes that the host may grow by while the body passes through it. */
const MOST_GROWTH = 40 * MEBIBYTE;
/** The body, a multiple of this piece. */
const PIECES = 200;
const pieceBytes = patternBytes(MEBIBYTE);

/** @param {number} count @returns {Response} with so many mebibytes, made as they are read */
const largeResponse = (count) => {
    let given = 0;
    return new Response(
        new ReadableStream(
            {
                pull(controller) {
                    controller.enqueue(pieceBytes.slice());
                    given += 1;
                    if (given === count) controller.close();
                },
            },
            { highWaterMark: 0 }
        )
    );
};

/** @param {Response | undefined} response @returns {Promise<number>} how many bytes there were, each where it belongs */
const checkedLength = async (response) => {
    let length = 0;
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response?.body).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const { value } = part;
        for (let index = 0; index < value.length; index += 1) {
            if (value[index] !== pieceBytes[(length + index) % MEBIBYTE]) throw new Error(`byte ${length + index} is wrong`);
        }
        length += value.length;
    }
    return length;
};

promise_test(
    async (t) => {
        const name = uniqueName('quota');
        t.add_cleanup(() => changeHost('cache-quota'));
        t.add_cleanup(() => caches.delete(name));
        const cache = await caches.open(name);
        await changeHost(`cache-quota?bytes=${3 * MEBIBYTE}`);
        await cache.put('/two', largeResponse(2));
        await promise_rejects_dom(t, 'QuotaExceededError', cache.put('/more', largeResponse(2)));
        await promise_rejects_dom(t, 'QuotaExceededError', cache.put('/more', new Response(patternBytes(2 * MEBIBYTE))));
        assert_equals(await cache.match('/more'), undefined, 'nothing of it is there');
        assert_equals(await checkedLength(await cache.match('/two')), 2 * MEBIBYTE, 'what was there stays');
        await cache.put('/two', largeResponse(3));
        await cache.delete('/two');
        await cache.put('/more', largeResponse(3));
        assert_equals(await checkedLength(await cache.match('/more')), 3 * MEBIBYTE);
    },
    'what is beyond the quota is refused, and what is removed makes room',
    { timeout: 'long' }
);

promise_test(
    async (t) => {
        const name = uniqueName('large');
        t.add_cleanup(() => caches.delete(name));
        const cache = await caches.open(name);
        const before = await resetPeak();
        await cache.put('/large', largeResponse(PIECES));
        assert_equals(await checkedLength(await cache.match('/large')), PIECES * MEBIBYTE);
        const growth = (await hostStatus()).peakMemoryBytes - before;
        console.info(`the host grew by ${Math.round(growth / MEBIBYTE)} MiB`);
        assert_less_than(growth, MOST_GROWTH, 'growth of the host in bytes');
    },
    '200 MiB into a cache and out again, the host hardly grows',
    { timeout: 'long' }
);

promise_test(
    async (t) => {
        const name = uniqueName('large');
        t.add_cleanup(() => caches.delete(name));
        const cache = await caches.open(name);
        for (const size of [4, 8, 9, 20]) {
            const bytes = new Uint8Array((size << 20) + 1);
            bytes[size << 20] = size;
            await cache.put('/whole', new Response(bytes.subarray(1)));
            const stored = new Uint8Array(await (/** @type {Response} */ (await cache.match('/whole'))).arrayBuffer());
            assert_equals(stored.length, size << 20);
            assert_equals(stored[stored.length - 1], size);
        }
    },
    'a body that is in memory goes into a cache whatever its size',
    { timeout: 'long' }
);

promise_test(
    async (t) => {
        const name = uniqueName('many');
        t.add_cleanup(() => caches.delete(name));
        const cache = await caches.open(name);
        // Each goes with its command, and together they are more than goes with one reply.
        const COUNT = 320;
        const SIZE = 60000;
        for (let index = 0; index < COUNT; index += 1) {
            await cache.put(`/many?${index}`, new Response(new Uint8Array(SIZE).fill(index % 251)));
        }
        const found = await cache.matchAll();
        assert_equals(found.length, COUNT);
        for (const [index, response] of found.entries()) {
            const bytes = new Uint8Array(await response.arrayBuffer());
            assert_equals(bytes.length, SIZE);
            assert_true(bytes.every((byte) => byte === index % 251), `the bytes of entry ${index}`);
        }
    },
    'matchAll of small bodies that are large together',
    { timeout: 'long' }
);
