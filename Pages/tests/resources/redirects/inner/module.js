// A module worker that tells what it knows of its address, each part relative to it.

import { part } from './part.mjs';

const report = async () => ({
    href: location.href, meta: import.meta.url, imported: part, late: (await import('./part.mjs')).part,
    same: (await import('./part.mjs')) === (await import(new URL('part.mjs', import.meta.url).href)),
    fetched: (await (await fetch('text.txt')).text()).trim(),
});

/** @param {{postMessage(message: any): void}} port */
const answer = (port) => report().then((value) => port.postMessage(value), (error) => port.postMessage({ error: `${error}` }));

if ('SharedWorkerGlobalScope' in self) self.onconnect = ({ ports: [port] }) => answer(port);
else answer(self);
