// Answers the requests of workers under scope/, and the page's questions.

self.addEventListener('fetch', (event) => {
    const { request, clientId, resultingClientId } = event;
    const name = new URL(request.url).pathname.split('/').pop();
    const head = { clientId, resultingClientId, destination: request.destination, mode: request.mode };
    const script = { headers: { 'Content-Type': 'text/javascript' } };
    if (name === 'who') event.respondWith(request.text().then((body) => Response.json({ ...head, body })));
    if (name === 'who.js') event.respondWith(new Response(`self.who = ${JSON.stringify(head)}`, script));
    if (name === 'generated.js') {
        const source = fetch(new URL('echo.js', self.location.href)).then((response) => response.text());
        event.respondWith(source.then((text) => new Response(`self.seen = ${JSON.stringify(head)};${text}`, script)));
    }
});

self.addEventListener('message', async ({ data, ports: [port] }) => {
    if (data.claim) await self.clients.claim();
    if (data.tell) (await self.clients.get(data.tell)).postMessage(data.text);
    const found = await self.clients.matchAll({ type: data.clients ?? 'all' });
    port.postMessage(found.map(({ id, url, type, frameType }) => ({ id, url, type, frameType })));
});
