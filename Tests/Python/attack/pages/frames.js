// The application: makes one frame after the other, and checks its own data after each. Prints TAP.

const secret = "the-secret-of-the-application";
const within = (promise, what) =>
    Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error(`${what} hangs`)), 10000))]);
const hold = (condition, what) => { if (!condition) throw new Error(what); };

const setUp = async () => {
    await (await caches.open("own")).put("/own", new Response(secret));
    await navigator.serviceWorker.register("/worker.js", { scope: "/" });
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) => (navigator.serviceWorker.oncontrollerchange = resolve));
    }
};

const checkAll = async () => {
    hold((await within(SWWebView.send("/ping", 7), "a command")) === 7, "a command is not answered");
    const names = await within(caches.keys(), "caches.keys()");
    hold(names.join() === "own", `the caches are ${names}`);
    hold(await (await caches.match("/own"))?.text() === secret, "the cache has another response");
    const scopes = (await within(navigator.serviceWorker.getRegistrations(), "getRegistrations()")).map(({ scope }) => scope);
    hold(scopes.length === 1, `the registrations are ${scopes}`);
    const answer = await within(fetch("/answered"), "fetch").then((response) => response.text());
    hold(answer.includes(secret), "the service worker does not answer");
    const rows = await (await within(fetch("sqlite://things", { cache: "no-store" }), "sqlite://")).text();
    hold(rows.trim() === JSON.stringify([{ id: 1, name: secret }]), `the table has ${rows}`);
    const written = await (await fetch("/written", { cache: "no-store" })).json();
    hold(written.length === 0, `the server got ${written}`);
};

const addressOf = ({ kind, index }) => {
    const origin = kind.startsWith("web") ? server : kind === "sandboxed" ? location.origin : "sw://other.example";
    return `${origin}/frame/${index}`;
};

const frameOf = (one) => {
    const { kind, script } = one;
    const text = `<!doctype html><body><script>${script}</script>`;
    const frame = document.createElement("iframe");
    if (kind.startsWith("sandboxed")) frame.setAttribute("sandbox", "allow-scripts");
    if (kind === "data") frame.src = `data:text/html;charset=utf-8,${encodeURIComponent(text)}`;
    else if (kind === "sandboxed-text") frame.srcdoc = text;
    else frame.src = addressOf(one);
    return frame;
};

// Begins a try, and returns a function that ends it.
const begin = (one) => {
    if (one.kind.endsWith("window")) {
        const opened = open(addressOf(one));
        return () => opened.close();
    }
    const frame = frameOf(one);
    document.body.append(frame);
    return () => frame.remove();
};

const attack = async (one) => {
    const said = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
    const end = begin(one);
    const got = `${await within(said, "the frame")}`;
    hold(!got.includes(secret), `the frame has got ${got}`);
    await checkAll();
    end();
};

(async () => {
    await setUp();
    await checkAll();
    console.log(`1..${tries.length}`);
    for (const [index, one] of tries.entries()) {
        try {
            await attack(one);
            console.log(`ok ${index + 1} - ${one.name}`);
        } catch (error) {
            console.log(`not ok ${index + 1} - ${one.name}: ${error.message}`);
        }
    }
})();
