/**
 * The loops, the same for both bridges: only `send` differs.
 *
 * @param {(body: object) => Promise<unknown>} send one round trip: resolves when the reply has come
 * @returns {Promise<{sequentialMicroseconds: number, inFlightMicroseconds: number}>}
 */
async function measure(send) {
    await inSequence(send, 200);
    const sequentialMicroseconds = await timed(2000, count => inSequence(send, count));
    const inFlightMicroseconds = await timed(3000, count => allAtOnce(send, count));
    return { sequentialMicroseconds, inFlightMicroseconds };
}

/**
 * Runs the measurement and hands its figures, or its error, to the native side.
 *
 * @param {(body: object) => Promise<unknown>} send
 */
export async function report(send) {
    await reportFigures(() => measure(send));
}

/**
 * The same for any measurement.
 *
 * @param {() => Promise<object>} measurement
 */
export async function reportFigures(measurement) {
    let outcome;
    try {
        outcome = await measurement();
    } catch (error) {
        outcome = { error: String(error) };
    }
    // @ts-ignore: `webkit` is there in a web view only.
    window.webkit.messageHandlers.report.postMessage(JSON.stringify(outcome));
}

/**
 * @param {(body: object) => Promise<unknown>} send
 * @param {number} count
 */
export async function inSequence(send, count) {
    for (let index = 0; index < count; index += 1) {
        await send({ index });
    }
}

/**
 * @param {(body: object) => Promise<unknown>} send
 * @param {number} count
 */
export async function allAtOnce(send, count) {
    await Promise.all(Array.from({ length: count }, (_, index) => send({ index })));
}

/**
 * @param {number} count
 * @param {(count: number) => Promise<void>} run
 * @returns {Promise<number>} microseconds for each of `count`
 */
export async function timed(count, run) {
    const start = performance.now();
    await run(count);
    return (performance.now() - start) * 1000 / count;
}

/** @param {number[]} values */
export function median(values) {
    const sorted = Float64Array.from(values).sort();
    return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
