// The worker of the cold starts, the same for both sides. Its page reports the time at which it was started.

const started = Date.now();
const page = `<!doctype html>
<script>webkit.messageHandlers.report.postMessage(JSON.stringify({ started: ${started} }));</script>`;

self.addEventListener("fetch", event => {
    if (event.request.mode !== "navigate") return;
    event.respondWith(new Response(page, { headers: { "Content-Type": "text/html" } }));
    // The event lasts as long as the host allows it, which then stops the worker.
    if (new URL(event.request.url).searchParams.has("lasts")) event.waitUntil(new Promise(() => {}));
});
