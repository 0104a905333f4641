// Says its own address as it knows it, and what a worker of that address finds in a cache.
/** @param {(message: unknown) => void} post */
const tell = async (post) => {
    const inner = new Worker(import.meta.url, { type: 'module', name: 'inner' });
    const { data } = await new Promise((resolve) => { inner.onmessage = resolve; });
    post([import.meta.url, location.href, data]);
    inner.terminate();
};

const fromCache = async () => {
    const cache = await caches.open('workers-stopped-module');
    await cache.put('/module', new Response('from the cache'));
    return (await cache.match('/module'))?.text();
};

if (self.name === 'inner') postMessage(await fromCache());
else if ('onconnect' in self) addEventListener('connect', (event) => tell((message) => /** @type {MessageEvent} */ (event).ports[0].postMessage(message)));
else tell(postMessage);

self.onmessage = ({ data }) => {
    if (data === 'throw') setTimeout(() => { throw new Error('on purpose'); });
};
