// The page whose later loads the worker answers. It reports when the worker is active.

import { reportFigures } from "./measure.js";

/** @param {ServiceWorker | null} worker */
const activated = worker => new Promise(resolve => {
    if (!worker || worker.state === "activated") return resolve(undefined);
    worker.addEventListener("statechange", () => {
        if (worker.state === "activated") resolve(undefined);
    });
});

await reportFigures(async () => {
    const registration = await navigator.serviceWorker.register("/cold-worker.js");
    await activated(registration.installing ?? registration.waiting ?? registration.active);
    return {};
});
