// The tests that every page of this folder runs: no data of earlier pages exists.
{
    const noise = new BroadcastChannel('left');
    let heard = 0;
    noise.onmessage = () => (heard += 1);

    promise_test(async () => {
        /** @type {any} */
        let status;
        // The streams of this page's own files end in a moment. Those of a page before it would stay.
        for (let count = 0; count < 200 && !(status?.nativeStreams - status?.eventStreams <= 2); count++) {
            status = await (await fetch('/___testing___/status', { cache: 'no-store' })).json();
        }
        assert_less_than_equal(status.eventStreams + status.channels, 2, 'listeners: this page over one of two ways');
        assert_less_than_equal(status.nativeStreams - status.eventStreams, 2, 'streams of answers');
        assert_equals((await fetch('/___testing___/script?id=left')).status, 404, 'the script that the test host stores');
        const element = document.createElement('script');
        element.src = '/___testing___/script?id=left';
        assert_equals(await new Promise((resolve) => {
            element.onload = () => resolve('loaded');
            element.onerror = () => resolve('failed');
            document.head.append(element);
        }), 'failed', 'a script that earlier pages have loaded');
    }, 'the host has no streams or scripts of other pages');

    test(() => {
        assert_equals(localStorage.length, 0, 'localStorage');
        assert_equals(sessionStorage.length, 0, 'sessionStorage');
        assert_equals(document.cookie, '', 'cookies');
    }, 'no values are stored');

    promise_test(async () => {
        assert_array_equals(await indexedDB.databases(), []);
        const opened = indexedDB.open('left');
        const isNew = await new Promise((resolve) => {
            opened.onupgradeneeded = () => resolve(true);
            opened.onsuccess = () => resolve(false);
        });
        assert_true(isNew, 'the database is new');
        opened.transaction?.abort();
    }, 'there are no databases');

    promise_test(async () => assert_array_equals(await caches.keys(), []), 'there are no caches');

    promise_test(async () => {
        assert_array_equals(await navigator.serviceWorker.getRegistrations(), []);
        assert_equals(navigator.serviceWorker.controller, null);
        assert_equals(await (await fetch('resources/answered-by-worker')).status, 404, 'the response of the folder');
    }, 'there are no service workers');

    promise_test(async () => {
        const root = await navigator.storage?.getDirectory?.().catch(() => null);
        const names = [];
        if (root) for await (const name of root.keys()) names.push(name);
        assert_array_equals(names, []);
        assert_false((await navigator.storage?.persisted?.()) ?? false, 'persisted');
    }, 'there are no files, and storage is not persistent');

    promise_test(async () => {
        const { held, pending } = await navigator.locks.query();
        assert_array_equals([...held, ...pending], []);
        assert_true(await navigator.locks.request('left', { ifAvailable: true }, (lock) => lock !== null));
    }, 'no locks are held');

    promise_test(async () => {
        const worker = new SharedWorker('resources/shared-counter.js', { name: 'left' });
        const count = await new Promise((resolve, reject) => {
            worker.port.onmessage = ({ data }) => resolve(data);
            worker.onerror = reject;
        });
        assert_equals(count, 1, 'the number of connections');
    }, 'a shared worker is new');

    test(() => {
        assert_equals(window.name, '', 'name');
        assert_equals(history.length, 1, 'history');
        assert_equals(history.state, null, 'state');
        assert_equals(location.hash, '', 'hash');
        assert_equals(document.referrer, '', 'referrer');
        assert_equals(opener, null, 'opener');
        assert_equals(performance.getEntriesByType('navigation')[0].type, 'navigate');
    }, 'the window is new');

    test(() => {
        assert_array_equals([innerWidth, innerHeight], [1024, 768], 'size');
        assert_array_equals([scrollX, scrollY], [0, 0], 'scroll');
        assert_equals(visualViewport.scale, 1, 'zoom');
        assert_equals(document.activeElement, document.body, 'focus');
        assert_true(document.hasFocus(), 'the window has the focus');
        assert_equals(document.fullscreenElement, null, 'full screen');
        assert_equals(document.designMode, 'off');
        assert_equals(getSelection().rangeCount, 0, 'selection');
    }, 'the window has its size, its scale and the focus');

    test(() => assert_true(navigator.onLine), 'the page is online');

    test(() => {
        if ('Notification' in window) assert_in_array(Notification.permission, ['default', 'denied']);
    }, 'no permission is granted');

    promise_test(async () => {
        const named = open('', 'left');
        assert_equals(named.location.href, 'about:blank', 'a window with the name of an earlier one');
        named.close();
    }, 'there are no other windows');

    promise_test(async () => {
        // During these ticks, a timer, animation or worker of another page would run.
        await new Promise((resolve) => {
            let ticks = 0;
            const timer = setInterval(() => {
                ticks += 1;
                if (ticks < 30) return;
                clearInterval(timer);
                resolve();
            }, 2);
        });
        assert_equals(heard, 0, 'messages of other pages');
        noise.close();
    }, 'no timers, animations or workers of other pages run');
}
