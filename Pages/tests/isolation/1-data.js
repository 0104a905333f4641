// Leaves data of each kind, and a service worker.

promise_test(async () => {
    localStorage.setItem('left', 'left');
    sessionStorage.setItem('left', 'left');
    document.cookie = 'left=left; max-age=10000';
    await new Promise((resolve, reject) => {
        const opening = indexedDB.open('left', 3);
        opening.onupgradeneeded = () => opening.result.createObjectStore('left').put('left', 'left');
        // Keep the connection open.
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = reject;
    });
    await (await caches.open('left')).put('/left', new Response('left'));
    assert_equals(localStorage.length + sessionStorage.length, 2);
    assert_equals((await indexedDB.databases()).length, 1);
}, 'the page leaves values, a database and a cache');

promise_test(async () => {
    const root = await navigator.storage?.getDirectory?.().catch(() => null);
    if (root) await root.getFileHandle('left', { create: true });
    await navigator.storage?.persist?.();
}, 'the page leaves a file, where files are supported');

promise_test(async () => {
    await navigator.serviceWorker.register('leaving-worker.js');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    }
    assert_equals(await (await fetch('resources/answered-by-worker')).text(), 'left');
    assert_in_array('left', await caches.keys());
}, 'the page leaves a service worker that answers requests');

promise_test(async () => {
    const url = '/___testing___/script?id=left';
    await fetch(url, { method: 'PUT', body: 'window.hasLoaded = true' });
    const element = document.createElement('script');
    element.src = url;
    await new Promise((resolve, reject) => {
        [element.onload, element.onerror] = [resolve, reject];
        document.head.append(element);
    });
}, 'the page leaves a script in the memory cache');
