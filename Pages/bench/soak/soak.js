// Registers and unregisters, and loads controlled frames, over and over. The host notes its figures in between, and tells whether
// to go on.

const query = new URLSearchParams(location.search);
const cycles = Number(query.get("cycles"));
const step = Number(query.get("step"));

/** @type {((goesOn: boolean) => void) | undefined} */
let proceed;
// @ts-ignore: the host calls it.
window.proceed = goesOn => proceed?.(goesOn);

/** @param {string} kind @param {number} done @returns {Promise<boolean>} whether to go on */
const checkpoint = (kind, done) => new Promise(resolve => {
    proceed = resolve;
    // @ts-ignore: `webkit` is there in a web view only.
    window.webkit.messageHandlers.soak.postMessage(JSON.stringify({ kind, done }));
});

/** @param {ServiceWorker} worker */
const activated = worker => new Promise(resolve => {
    if (worker.state === "activated") return resolve(undefined);
    worker.addEventListener("statechange", () => {
        if (worker.state === "activated") resolve(undefined);
    });
});

/** @param {string} scope */
async function register(scope) {
    const registration = await navigator.serviceWorker.register("worker.js", { scope });
    await activated(registration.installing ?? registration.waiting ?? registration.active);
    return registration;
}

/** @param {string} kind @param {() => Promise<unknown>} cycle */
async function repeat(kind, cycle) {
    for (let done = 1; done <= cycles; done += 1) {
        await cycle();
        if (done % step === 0 && !await checkpoint(kind, done)) return;
    }
}

async function loadFrame() {
    const frame = document.createElement("iframe");
    const loaded = new Promise(resolve => frame.addEventListener("load", resolve, { once: true }));
    frame.src = "controlled/?frame";
    document.body.append(frame);
    await loaded;
    if (frame.contentDocument?.title !== "frame") throw new Error("the frame is not the worker's");
    frame.remove();
}

try {
    await repeat("register", async () => {
        const registration = await register("registered/");
        if (!await registration.unregister()) throw new Error("there was nothing to unregister");
    });
    const registration = await register("controlled/");
    await repeat("load", loadFrame);
    await registration.unregister();
    await checkpoint("end", cycles);
} catch (error) {
    await checkpoint(`failed: ${error}`, 0);
}
