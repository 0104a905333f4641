oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => {
    if (event.request.url.endsWith("/answer")) event.respondWith(new Response("from the worker"));
};
