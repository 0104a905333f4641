addEventListener("install", event => event.waitUntil(skipWaiting()));
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => {
    if (!event.request.url.includes("/answer")) return;
    event.respondWith((async () => {
        await caches.match("kept");
        return new Response("worker");
    })());
});
addEventListener("message", event => event.ports[0]?.postMessage("pong"));
