// The worker of the soak test: answers the frames that are loaded over and over.

self.addEventListener("install", event => event.waitUntil(self.skipWaiting()));
self.addEventListener("fetch", event => {
    if (new URL(event.request.url).searchParams.has("frame")) {
        event.respondWith(new Response("<!doctype html><title>frame</title>", { headers: { "Content-Type": "text/html" } }));
    }
});
