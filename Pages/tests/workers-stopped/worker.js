// Says what the cache has for the query of its address, and the fragment.
const answer = async () => {
    const response = await caches.match(`/${location.search.slice(1)}`);
    return `${await response?.text()} ${location.hash}`;
};

if ('onconnect' in self) self.onconnect = async ({ ports }) => ports[0].postMessage(await answer());
else answer().then((text) => postMessage(text));
