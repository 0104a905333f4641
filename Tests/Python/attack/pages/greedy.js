// Opens workers, frames, event streams, responses and caches, and keeps them. Whatever fails, the bridge must answer afterwards.
const settings = new URL(location.href).searchParams;
const kind = settings.get("kind");
const count = Number(settings.get("count"));
const kept = [];

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const within = (promise, milliseconds) => Promise.race([Promise.resolve(promise).catch(() => null), pause(milliseconds)]);

const openers = {
    workers: number => new Promise(resolve => {
        const worker = new Worker(`dedicated.js?${number}`);
        kept.push(worker);
        worker.onmessage = worker.onerror = resolve;
        worker.postMessage("ping");
    }),
    frames: number => new Promise(resolve => {
        const frame = document.createElement("iframe");
        frame.onload = resolve;
        frame.src = `framed.html?${number}`;
        document.body.append(frame);
    }),
    streams: number => new Promise(resolve => {
        const stream = new EventSource(`stream-${number}`);
        kept.push(stream);
        stream.onopen = stream.onerror = resolve;
    }),
    responses: async number => kept.push(await fetch(`framed.html?${number}`)),
    caches: async number => (await caches.open(`cache ${number}`)).put("/kept", new Response("x".repeat(300000))),
};
openers.mixed = number => Object.values(openers)[number % 5](number);

await within(Promise.all(Array.from({ length: count }, (_, number) => openers[kind](number).catch(() => null))), 8000);
const pong = await within(SWWebView.send("/ping", 42), 20000);
console.log(`1..1\n${pong === 42 ? "ok" : "not ok"} 1 - the bridge answers`);
