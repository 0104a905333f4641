// The app's service worker: the app's files from its cache, renewed behind the page's back; the weather from the network
// first. A new version waits until the page says that it may take over.

const VERSION = '1';
const FILES_CACHE = `field-notes-files-${VERSION}`;
const FEED_CACHE = 'field-notes-feed';
const APP = './';
const FEED = 'weather.json';
const FILES = [
    APP, 'demo.css', 'app.css', 'demo.js', 'app.js', 'composer.js', 'served.js', 'notes.js', 'samples.js', 'scenes.js', 'service.js', 'icon.svg',
    'field-notes.webmanifest',
];
/** A file that was asked for again so soon is not looked for in the network. */
const RENEWAL_PAUSE = 60_000;

const scope = /** @type {any} */ (self);

/**
 * The sources of each page's responses, by the page's client id.
 * @type {Map<string, Map<string, 'cache' | 'network'>>}
 */
const answers = new Map();
/** @type {Map<string, number>} */
const renewals = new Map();

/** @param {any} event @param {'cache' | 'network'} source */
const note = ({ clientId, resultingClientId, request }, source) => {
    const client = resultingClientId || clientId;
    if (!answers.has(client)) answers.set(client, new Map());
    const known = answers.get(client);
    if (!known?.has(request.url) || request.url.endsWith(FEED)) known?.set(request.url, source);
};

const precache = async () => {
    const cache = await caches.open(FILES_CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
};

const removeOldCaches = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('field-notes-files-') && name !== FILES_CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
};

/** @param {Cache} cache @param {string | Request} key */
const renew = async (cache, key) => {
    const address = typeof key === 'string' ? key : key.url;
    if (Date.now() - (renewals.get(address) ?? 0) < RENEWAL_PAUSE) return;
    renewals.set(address, Date.now());
    const response = await fetch(address, { cache: 'no-cache' }).catch(() => undefined);
    if (response?.ok) await cache.put(key, response);
};

/** @param {any} event */
const cacheFirst = async (event) => {
    const key = event.request.mode === 'navigate' ? APP : event.request;
    const cache = await caches.open(FILES_CACHE);
    const kept = await cache.match(key, { ignoreSearch: true });
    note(event, kept ? 'cache' : 'network');
    if (!kept) return fetch(event.request);
    event.waitUntil(renew(cache, key));
    return kept;
};

/** @param {any} event */
const networkFirst = async (event) => {
    const cache = await caches.open(FEED_CACHE);
    try {
        const response = await fetch(event.request);
        if (!response.ok) throw new Error(`The feed was answered with status ${response.status}`);
        note(event, 'network');
        await cache.put(FEED, response.clone());
        return response;
    } catch {
        note(event, 'cache');
        return (await cache.match(FEED)) ?? Response.error();
    }
};

scope.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(precache()));

scope.addEventListener('activate', (/** @type {any} */ event) =>
    event.waitUntil(removeOldCaches().then(() => scope.clients.claim()))
);

scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { method, url } = event.request;
    if (method !== 'GET' || !url.startsWith(scope.registration.scope)) return;
    event.respondWith(new URL(url).pathname.endsWith(`/${FEED}`) ? networkFirst(event) : cacheFirst(event));
});

scope.addEventListener('message', (/** @type {any} */ event) => {
    const [port] = event.ports;
    if (event.data === 'use the update') scope.skipWaiting();
    else if (event.data === 'claim') event.waitUntil(scope.clients.claim());
    else if (event.data === 'report') {
        port.postMessage({ version: VERSION, files: [...FILES, FEED], answers: answers.get(event.source.id) ?? new Map() });
    }
});
