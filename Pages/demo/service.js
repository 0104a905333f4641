// The page's side of its service worker: registration, update, and messages.

/** @typedef {{ version: string, files: string[], answers: Map<string, 'cache' | 'network'> }} Report */

/** Returns the reason why there is no service worker here, or undefined when nothing is missing. */
export const whatIsMissing = () => {
    if (!isSecureContext) return `${location.origin} is no secure context, so there is no service worker. Use https, or http://localhost.`;
    if (!('serviceWorker' in navigator)) return 'This browser has no service workers for this page: it works, but only while the network does.';
    return undefined;
};

/** @param {ServiceWorkerRegistration} registration */
const installed = (registration) =>
    new Promise((resolve, reject) => {
        const worker = registration.installing;
        if (!worker || registration.active) return resolve(undefined);
        worker.addEventListener('statechange', () => {
            if (worker.state === 'redundant') reject(new Error('The worker could not be installed: a file is missing.'));
            else if (worker.state !== 'installing') resolve(undefined);
        });
    });

/**
 * Waits until a worker answers for this page. After a forced reload it has to be asked to.
 * @param {ServiceWorkerRegistration} registration
 */
const controlled = async ({ active }) => {
    const { serviceWorker } = navigator;
    const changed = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    if (serviceWorker.controller) return;
    if (active?.state === 'activated') active.postMessage('claim');
    await changed;
};

/** Registers the worker; when this returns, it is active and answers for the page. */
export const startService = async () => {
    const registration = await navigator.serviceWorker.register('worker.js');
    await installed(registration);
    await controlled(await navigator.serviceWorker.ready);
    return registration;
};

/**
 * Tells of a worker that waits, and has it take over when asked to.
 * @param {ServiceWorkerRegistration} registration
 * @param {HTMLElement} button
 * @param {() => void} changed
 */
export const offerUpdates = (registration, button, changed) => {
    const show = () => (button.hidden = !registration.waiting);
    registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', () => {
            show();
            changed();
        });
    });
    show();
    button.addEventListener('click', () => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        registration.waiting?.postMessage('use the update');
    });
};

/**
 * Returns the worker's record of how it answered this page so far.
 * @returns {Promise<Report>}
 */
export const report = () =>
    new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller?.postMessage('report', [port2]);
    });
