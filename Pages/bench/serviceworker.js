// The cost of a page's service worker and its caches: the same page runs with WebKit's own and with the bridge's.

import { allAtOnce, inSequence, median, reportFigures, timed } from "./measure.js";

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

/** Sends a value to the worker, and returns what comes back. @param {unknown} value @returns {Promise<any>} */
const echo = value => new Promise(resolve => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    navigator.serviceWorker.controller.postMessage(value);
});

/** The median time for a value to go to the worker and to come back. @param {any} value @param {"length" | "byteLength"} size */
async function echoMilliseconds(value, size) {
    if ((await echo(value))[size] !== value[size]) throw new Error("the message is not whole");
    const times = [];
    for (let round = 0; round < 15; round += 1) times.push(await timed(1, () => echo(value)));
    return median(times) / 1000;
}

/**
 * Times fetches with cookies and without, in turns. Only the bridge has a switch for them.
 *
 * @returns {Promise<{cookiesMicroseconds?: number, noCookiesMicroseconds?: number}>}
 */
async function cookieFigures() {
    // @ts-ignore: `webkit` is there in a web view only.
    const { cookies } = window.webkit.messageHandlers;
    if (!cookies) return {};
    for (let index = 0; index < 5; index += 1) document.cookie = `bench${index}=${"x".repeat(32)}`;
    const times = { with: [], without: [] };
    for (let block = 0; block < 80; block += 1) {
        const has = block % 4 === 0 || block % 4 === 3;
        await cookies.postMessage(has);
        times[has ? "with" : "without"].push(await timed(100, count => inSequence(hello, count)));
    }
    await cookies.postMessage(true);
    return { cookiesMicroseconds: median(times.with), noCookiesMicroseconds: median(times.without) };
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
    figures.bufferMilliseconds = await echoMilliseconds(new Uint8Array(4 << 20).fill(97).buffer, "byteLength");
    figures.stringMilliseconds = await echoMilliseconds("x".repeat(4 << 20), "length");
    return { ...figures, ...await cookieFigures() };
}

await reportFigures(measure);
