// An app's worker: keeps pages and data in a cache, answers from there, and fetches the rest from the network.
const kept = ['/support/frame.html', 'https://cdn.example/library.mjs'];

addEventListener('install', (event) => {
    event.waitUntil(caches.open('kept').then((cache) => cache.addAll(kept)));
    skipWaiting();
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
    const { pathname, origin } = new URL(event.request.url);
    if (pathname === '/made-up') return event.respondWith(new Response(`${location.href} ${event.request.url} ${origin}`));
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
});
addEventListener('message', (event) => event.source.postMessage({ heard: event.data, from: event.source.url }));
