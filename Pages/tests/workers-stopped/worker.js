// Says what the cache has for the script's query.
const answer = async () => (await caches.match(`/${location.search.slice(1)}`))?.text();

if ('onconnect' in self) self.onconnect = async ({ ports }) => ports[0].postMessage(await answer());
else answer().then((text) => postMessage(text));
