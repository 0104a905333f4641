// Fetches, sends messages, registers and stores until its time is over. Then everything must work once more: a kill may
// cost the operations under way, and none that begins later.
const settings = new URL(location.href).searchParams;
const end = performance.now() + Number(settings.get("ms") ?? 1500);
const limit = 20000;
const scope = new URL(`scope${settings.get("n") ?? 0}/`, location.href).pathname;
let count = 0;

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const within = (promise, milliseconds) =>
    Promise.race([promise, pause(milliseconds).then(() => { throw new Error(`nothing within ${milliseconds} ms`) })]);

async function fetchFromWorker() {
    const response = await fetch(`answer.txt?${count++}`);
    const text = await response.text();
    if (text !== "worker") throw new Error(`a fetch was answered by ${text.slice(0, 40)}`);
}

async function messageWorker() {
    const { active } = await navigator.serviceWorker.ready;
    const channel = new MessageChannel();
    const answer = new Promise(resolve => channel.port1.onmessage = resolve);
    active.postMessage("ping", [channel.port2]);
    await answer;
    channel.port1.close();
}

async function messageSharedWorker() {
    const shared = new SharedWorker("shared.js", `shared${count++ % 3}`);
    const answer = new Promise((resolve, reject) => [shared.port.onmessage, shared.onerror] = [resolve, reject]);
    shared.port.postMessage("ping");
    await answer;
    shared.port.close();
}

async function messageDedicatedWorker() {
    const worker = new Worker("dedicated.js");
    const answer = new Promise((resolve, reject) => [worker.onmessage, worker.onerror] = [resolve, reject]);
    worker.postMessage("ping");
    await answer;
    worker.terminate();
}

async function registerAnother() {
    const registration = await navigator.serviceWorker.register("worker.js", { scope });
    await registration.update();
    await registration.unregister();
}

async function cacheSomething() {
    const cache = await caches.open("busy");
    await cache.put("kept", new Response("kept"));
    if (await (await cache.match("kept"))?.text() !== "kept") throw new Error("a cache lost its entry");
}

async function store() {
    localStorage.setItem("busy", String(count++));
    try {
        const database = await new Promise((resolve, reject) => {
            const request = indexedDB.open("busy", 1);
            [request.onsuccess, request.onerror] = [() => resolve(request.result), () => reject(request.error)];
            request.onblocked = reject;
        });
        database.close();
    } catch (error) {
        // A network process that dies while it makes a database leaves some of its tables: WebKit can then only delete it.
        if (error.message.includes("Unable to establish")) indexedDB.deleteDatabase("busy");
        // After its network process has died, WebKit refuses the databases of a document until the document is loaded anew.
        if (!error.message.includes("Refresh the page")) throw error;
    }
}

async function showFrame() {
    const frame = document.createElement("iframe");
    frame.src = `framed.html?${count++}`;
    document.documentElement.append(frame);
    await new Promise(resolve => frame.onload = resolve);
    frame.remove();
}

const tasks = {
    fetchFromWorker, messageWorker, messageSharedWorker, messageDedicatedWorker, registerAnother, cacheSomething, store,
    showFrame,
};

/** Repeats a task while processes die. What it throws or how long it takes tells nothing yet. */
async function keepBusy(task) {
    while (performance.now() < end) {
        await within(task(), 1000).catch(() => pause(20));
        await pause(5);
    }
}

/** Waits until a task works. */
async function mustWork(name, task, number) {
    const last = performance.now() + limit;
    let error = "";
    while (performance.now() < last) {
        try {
            await within(task(), 2000);
            return console.log(`ok ${number} - ${name}`);
        } catch (reason) {
            error = String(reason?.message ?? reason);
            await pause(50);
        }
    }
    console.log(`not ok ${number} - ${name}: ${error}`);
}

/** Registers again and again: a worker that is killed while it installs is never installed. */
async function control() {
    while (!navigator.serviceWorker.controller) {
        await within(navigator.serviceWorker.register("worker.js"), 5000).catch(() => {});
        await pause(500);
    }
}

const names = Object.keys(tasks);
console.log(`1..${names.length}`);
run();

async function run() {
    await within(control(), limit).catch(error => console.log(`Bail out! no worker took control: ${error.message}`));
    await Promise.all(Object.values(tasks).map(keepBusy));
    for (const [index, name] of names.entries()) await mustWork(name, tasks[name], index + 1);
}
