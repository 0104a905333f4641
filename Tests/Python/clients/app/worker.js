addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/worker-answer')) {
    event.respondWith(new Response('from the worker', { headers: { 'x-from': 'worker' } }));
  }
});
