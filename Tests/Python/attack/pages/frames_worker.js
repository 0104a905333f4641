self.oninstall = () => self.skipWaiting();
self.onactivate = (event) => event.waitUntil(self.clients.claim());
self.onfetch = (event) => {
    const { pathname } = new URL(event.request.url);
    const headers = { "Content-Type": "text/javascript" };
    if (pathname === "/answered") {
        event.respondWith(new Response("self.answeredBy = 'the-secret-of-the-application'", { headers }));
    }
};
