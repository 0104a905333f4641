// A dedicated or shared worker that tells what it knows of its address, each part relative to it.

const isShared = 'SharedWorkerGlobalScope' in self;

const imported = () => {
    try {
        importScripts('part.js');
        return self.part;
    } catch (error) {
        return error.name;
    }
};

/** @param {string} url */
const read = (url) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', url, false);
    xhr.send();
    return xhr.responseText.trim();
};

const nested = () => new Promise((resolve) => {
    const worker = new Worker('nested.js');
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve('failed');
});

const file = () => new Promise((resolve) => {
    self.addEventListener('error', (event) => {
        event.preventDefault();
        resolve(event.filename);
    }, { once: true });
    setTimeout(() => { throw new Error('a test'); });
});

const report = async () => ({
    href: location.href, parts: [location.pathname, location.search, location.hash, `${location}`].join(' '),
    imported: imported(), fetched: (await (await fetch('text.txt')).text()).trim(), request: new Request('text.txt').url,
    sent: read('text.txt'), nested: await nested(), file: await file(), stream: new EventSource('text.txt').url,
    controller: navigator.serviceWorker?.controller?.scriptURL ?? null,
});

/** @param {{postMessage(message: any): void}} port */
const answer = (port) => report().then((value) => port.postMessage(value), (error) => port.postMessage({ error: `${error}` }));

if (isShared) self.onconnect = ({ ports: [port] }) => answer(port);
else answer(self);
