// The cost of a page's service worker and its caches: the same page runs with WebKit's own and with the bridge's.

import { allAtOnce, inSequence, reportFigures, timed } from "./measure.js";

const hello = () => fetch("/hello").then(response => response.text());

/** @returns {Promise<void>} */
async function takeControl() {
    const controlled = new Promise(resolve => {
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    await navigator.serviceWorker.register("/worker.js");
    if (!navigator.serviceWorker.controller) await controlled;
    if (await hello() !== "hello") throw new Error("the worker did not answer");
}

/** Reads a body as it comes. @param {string} url */
async function readThrough(url) {
    const reader = (await fetch(url)).body.getReader();
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return length;
        length += value.length;
    }
}

async function largeMegabytesPerSecond() {
    const rounds = 3;
    if (await readThrough("/large") !== 16 << 20) throw new Error("the large body is not whole");
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) await readThrough("/large");
    return rounds * 16 * 1.048576 / ((performance.now() - start) / 1000);
}

async function measure() {
    await takeControl();
    await inSequence(hello, 200);
    const figures = {
        fetchMicroseconds: await timed(1000, count => inSequence(hello, count)),
        fetchAtOnceMicroseconds: await timed(1000, count => allAtOnce(hello, count)),
        largeMegabytesPerSecond: await largeMegabytesPerSecond(),
    };
    const cache = await caches.open("bench");
    const text = "x".repeat(1024);
    let count = 0;
    const put = () => cache.put(`/entry?${count++ % 100}`, new Response(text));
    const match = () => cache.match(`/entry?${count++ % 100}`).then(response => response.text());
    await inSequence(put, 200);
    figures.putMicroseconds = await timed(2000, times => inSequence(put, times));
    await inSequence(match, 200);
    figures.matchMicroseconds = await timed(2000, times => inSequence(match, times));
    return figures;
}

await reportFigures(measure);
