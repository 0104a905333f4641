// A service worker that stays active. The worker answers requests, stores a cache, and posts messages on a channel.
addEventListener('install', (event) => {
    event.waitUntil(caches.open('left').then((cache) => cache.put('left', new Response('left'))));
    skipWaiting();
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
    if (event.request.url.endsWith('answered-by-worker')) event.respondWith(new Response('left'));
});
const noise = new BroadcastChannel('left');
setInterval(() => noise.postMessage('service worker'), 1);
