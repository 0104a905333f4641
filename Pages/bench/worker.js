// The worker of the service worker benchmark, the same for both sides.

const large = new Uint8Array(16 << 20).fill(97);

self.addEventListener("install", event => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", event => {
    const { pathname } = new URL(event.request.url);
    if (pathname === "/hello") event.respondWith(new Response("hello"));
    if (pathname === "/large") event.respondWith(new Response(large));
});
self.addEventListener("message", event => event.source.postMessage(event.data));
