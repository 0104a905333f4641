// 64 MiB each way, byte for byte, and the host never holds many copies of them.

const LENGTH = 64 * 1024 * 1024;
/**
 * The most bytes that the host may grow by while a body passes through it: three copies. WebKit's queue to a busy web process can hold
 * one, and pages that run in the same host at the same time need memory, too.
 */
const LIMIT = 3 * LENGTH;
const bytes = patternBytes(LENGTH);
/** @type {string} */
let digest;

/** Other pages ran in the same host before, so the test measures how far the peak rises above the earlier value. */
const assertMemory = async (/** @type {number} */ before) => {
    const { peakMemoryBytes } = await hostStatus();
    const growth = peakMemoryBytes - before;
    console.info(`the host grew by ${Math.round(growth / 1024 / 1024)} MiB to ${Math.round(peakMemoryBytes / 1024 / 1024)} MiB`);
    assert_less_than(growth, LIMIT, 'growth of the host in bytes');
};

promise_test(
    async () => {
        const peakMemoryBytes = await resetPeak();
        digest = await sha256(bytes);
        const response = await fetch(endpoint(`bytes?length=${LENGTH}`), { cache: 'no-store' });
        assert_equals(response.status, 200);
        assert_equals(await sha256(await readInto(response, LENGTH)), digest);
        await assertMemory(peakMemoryBytes);
    },
    '64 MiB down, the same SHA-256, the host hardly grows',
    { timeout: 'long' }
);

promise_test(
    async () => {
        const peakMemoryBytes = await resetPeak();
        const response = await fetch(endpoint('echo'), { method: 'POST', body: bytes });
        assert_equals(response.status, 200);
        assert_equals(await sha256(await readInto(response, LENGTH)), digest);
        await assertMemory(peakMemoryBytes);
    },
    '64 MiB up and down again, the same SHA-256, the host hardly grows',
    { timeout: 'long' }
);

promise_test(
    async () => {
        const peakMemoryBytes = await resetPeak();
        const blob = new Blob([bytes.subarray(0, LENGTH / 2), bytes.subarray(LENGTH / 2)]);
        const response = await fetch(endpoint('echo'), { method: 'POST', body: blob });
        assert_equals(await sha256(await readInto(response, LENGTH)), digest);
        await assertMemory(peakMemoryBytes);
    },
    '64 MiB as a Blob up and down again, the same SHA-256, the host hardly grows',
    { timeout: 'long' }
);

promise_test(async () => {
    for (const length of [0, 1, 8191, 8192, 8193, 16_384, 65_535, 65_536, 65_537, 1_000_003]) {
        const response = await fetch(endpoint(`bytes?length=${length}`), { cache: 'no-store' });
        assert_equals(await sha256(await readInto(response, length)), await sha256(bytes.subarray(0, length)), `${length}`);
    }
}, 'bodies around the sizes of buffers come down whole');

promise_test(async () => {
    const length = 1024 * 1024;
    const expected = await sha256(bytes.subarray(0, length));
    const digests = await Promise.all(
        Array.from({ length: 16 }, async () => {
            const response = await fetch(endpoint(`bytes?length=${length}`), { cache: 'no-store' });
            return sha256(await readInto(response, length));
        })
    );
    for (const digest of digests) assert_equals(digest, expected);
}, 'sixteen bodies of 1 MiB at once come down whole');
