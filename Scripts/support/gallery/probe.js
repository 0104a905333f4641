// Reports the state of a page, its service workers and its caches. Runs in the page; the last argument takes the report.
const done = arguments[arguments.length - 1];
const worker = (one) => one && { script: one.scriptURL, state: one.state };

async function report() {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const caches_ = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        caches_[name] = Array.from(requests, (request) => request.url).sort();
    }
    return {
        address: location.href,
        title: document.title,
        text: document.body ? document.body.innerText : "",
        icons: Array.from(document.querySelectorAll('link[rel~="icon"]'), (link) => link.href),
        elements: document.querySelectorAll("*").length,
        isolated: self.crossOriginIsolated,
        loaded: document.readyState === "complete",
        controller: worker(navigator.serviceWorker.controller),
        registrations: Array.from(registrations, (registration) => ({
            scope: registration.scope,
            installing: worker(registration.installing),
            waiting: worker(registration.waiting),
            active: worker(registration.active),
        })),
        caches: caches_,
    };
}

report().then(done, (error) => done({ error: String(error), address: location.href, text: document.body?.innerText ?? "" }));
