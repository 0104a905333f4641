// The loads of a document on its timeline, which WebKit has for http(s) only.

/** @param {string} name @returns {string} an address that no other test asks for */
const fresh = (name) => new URL(`resources/${name}?${crypto.randomUUID()}`, location.href).href;

/** @param {string} url @param {Performance} [timeline] */
const entryOf = (url, timeline = performance) => {
    const entries = /** @type {PerformanceResourceTiming[]} */ (timeline.getEntriesByName(url, 'resource'));
    assert_equals(entries.length, 1, `entries of ${url}`);
    return entries[0];
};

/** @param {PerformanceResourceTiming} entry */
const assertOrder = (entry) => {
    const times = [entry.startTime, entry.fetchStart, entry.domainLookupStart, entry.connectStart, entry.connectEnd, entry.requestStart, entry.responseStart, entry.responseEnd];
    for (let index = 1; index < times.length; index++) {
        assert_greater_than_equal(times[index], times[index - 1], `time ${index} of ${times}`);
    }
    if (entry.entryType === 'resource') assert_equals(entry.duration, entry.responseEnd - entry.startTime, 'duration');
};

/** @param {HTMLElement & {src?: string, href?: string}} element */
const whenLoaded = (element) => {
    const loads = new Promise((resolve, reject) => {
        element.onload = resolve;
        element.onerror = reject;
    });
    document.body.append(element);
    return loads;
};

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string>} members
 */
const element = (name, members) => Object.assign(document.createElement(name), members);

test(() => {
    const entry = entryOf(new URL('timeline.js', location.href).href);
    assertOrder(entry);
    assert_equals(entry.initiatorType, 'script');
    assert_equals(entry.entryType, 'resource');
    assert_greater_than(entry.encodedBodySize, 500);
    assert_equals(entry.transferSize, entry.encodedBodySize + 300);
    assert_true(entry instanceof PerformanceResourceTiming);
    assert_equals(`${entry}`, '[object PerformanceResourceTiming]');
    const text = JSON.parse(JSON.stringify(entry));
    assert_equals(text.name, entry.name);
    assert_equals(text.responseEnd, entry.responseEnd);
}, 'a script of the page');

promise_test(async (t) => {
    const cases = /** @type {const} */ ([
        ['img', 'img', 'src', 'picture.svg'], ['link', 'link', 'href', 'style.css'], ['iframe', 'iframe', 'src', 'frame.html'],
    ]);
    for (const [type, name, member, file] of cases) {
        const url = file === 'frame.html' ? fresh(file) : endpoint(`script?id=${crypto.randomUUID()}&type=${type === 'img' ? 'image/svg%2bxml' : 'text/css'}`);
        if (type !== 'iframe') await fetch(url, { method: 'PUT', body: type === 'img' ? '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' : 'p {}' });
        performance.clearResourceTimings();
        const added = element(name, { [member]: url, rel: 'stylesheet' });
        t.add_cleanup(() => added.remove());
        await whenLoaded(added);
        const entry = entryOf(url);
        assert_equals(entry.initiatorType, type);
        assertOrder(entry);
    }
}, 'images, style sheets and frames');

promise_test(async () => {
    const url = endpoint(`bytes?length=70000&${crypto.randomUUID()}`);
    await (await fetch(url)).arrayBuffer();
    const entry = entryOf(url);
    assert_equals(entry.initiatorType, 'fetch');
    assert_equals(entry.decodedBodySize, 70000);
    const other = endpoint(`bytes?length=7&${crypto.randomUUID()}`), xhr = new XMLHttpRequest();
    xhr.open('GET', other);
    await new Promise((resolve) => {
        xhr.onloadend = resolve;
        xhr.send();
    });
    assert_equals(entryOf(other).initiatorType, 'xmlhttprequest');
    const starts = performance.getEntries().map(({ startTime }) => startTime);
    assert_array_equals(starts, [...starts].sort((first, second) => first - second));
}, 'fetch and XMLHttpRequest, in the order of their starts');

promise_test(async (t) => {
    const [before, after, late] = ['before', 'after', 'late'].map((name) => endpoint(`bytes?length=1&${name}${crypto.randomUUID()}`));
    await (await fetch(before)).text();
    /** @type {Set<string>} */
    const seen = new Set();
    const observed = new Promise((resolve) => {
        const observer = new PerformanceObserver((list, same) => {
            assert_equals(same, observer);
            for (const { name } of list.getEntriesByType('resource')) seen.add(name);
            if (seen.has(before) && seen.has(after)) resolve(undefined);
        });
        t.add_cleanup(() => observer.disconnect());
        observer.observe({ type: 'resource', buffered: true });
    });
    const plain = new PerformanceObserver(() => {});
    plain.observe({ entryTypes: ['resource'] });
    await (await fetch(after)).text();
    await observed;
    assert_true(plain instanceof PerformanceObserver);
    assert_equals(plain.constructor, PerformanceObserver);
    plain.disconnect();
    await (await fetch(late)).text();
    entryOf(late);
    assert_array_equals(plain.takeRecords(), []);
}, 'observers get earlier loads and later ones');

promise_test(async (t) => {
    t.add_cleanup(() => performance.setResourceTimingBufferSize(250));
    performance.clearResourceTimings();
    assert_array_equals(performance.getEntriesByType('resource'), []);
    performance.setResourceTimingBufferSize(1);
    const isFull = new Promise((resolve) => performance.addEventListener('resourcetimingbufferfull', resolve, { once: true }));
    for (let count = 0; count < 3; count++) await (await fetch(endpoint(`bytes?length=1&${crypto.randomUUID()}`))).text();
    assert_equals(performance.getEntriesByType('resource').length, 1);
    await isFull;
}, 'the buffer has a size, and an event when it is full');

/** @param {any} t @param {string} src @returns {Promise<any>}  The window of a new frame. */
const showFrame = async (t, src) => {
    const frame = element('iframe', { src });
    t.add_cleanup(() => frame.remove());
    await whenLoaded(frame);
    return frame.contentWindow;
};

promise_test(async (t) => {
    const { registration } = await startWorker(t, `
        self.addEventListener('fetch', (event) => {
            const timing = 'db;dur=53.5;desc="a, \\\\"b\\\\"", cache';
            if (event.request.url.includes('answered')) event.respondWith(new Response('four', { headers: { 'Server-Timing': timing } }));
            else event.respondWith(fetch(event.request));
        });`);
    const view = await showFrame(t, registration.scope);
    const [navigation] = view.performance.getEntriesByType('navigation');
    assertOrder(navigation);
    assert_greater_than(navigation.encodedBodySize, 100);
    assert_equals(navigation.transferSize, navigation.encodedBodySize + 300);
    assert_true(navigation.workerStart > 0 || navigation.fetchStart === 0, 'workerStart of the navigation');
    assert_equals(JSON.parse(JSON.stringify(navigation)).transferSize, navigation.transferSize);

    const url = fresh('answered');
    await (await view.fetch(url)).text();
    const entry = entryOf(url, view.performance);
    assertOrder(entry);
    assert_greater_than(entry.workerStart, 0);
    assert_less_than_equal(entry.workerStart, entry.fetchStart);
    assert_equals(entry.encodedBodySize, 4);
    assert_array_equals(entry.serverTiming.map(({ name, duration, description }) => `${name} ${duration} ${description}`), ['db 53.5 a, "b"', 'cache 0 ']);
    assert_equals(performance.getEntriesByName(url).length, 0, 'the page around the frame has no such load');
}, 'a document and a fetch that a service worker answers');

promise_test(async (t) => {
    const { registration } = await startWorker(t, `
        self.addEventListener('fetch', (event) => {
            if (event.request.url.includes('refused')) event.respondWith(Response.error());
            if (event.request.url.includes('opaque')) event.respondWith(fetch('sw://foreign.example/resources/captions.vtt', { mode: 'no-cors' }));
        });`);
    const view = await showFrame(t, registration.scope);
    const [navigation] = view.performance.getEntriesByType('navigation');
    assert_true(navigation.workerStart > 0 || navigation.fetchStart === 0, 'workerStart of the navigation');

    const declined = endpoint(`bytes?length=4&declined={}${crypto.randomUUID()}`);
    await (await view.fetch(declined)).text();
    const entry = entryOf(declined, view.performance);
    assert_greater_than(entry.workerStart, 0, 'the worker was asked');
    assertOrder(entry);
    assert_less_than_equal(entry.workerStart, entry.fetchStart);
    assert_array_equals([entry.decodedBodySize, entry.redirectStart, entry.redirectEnd], [4, 0, 0]);

    const redirect = endpoint(`redirect?status=302&${crypto.randomUUID()}&to=${encodeURIComponent(declined)}`);
    await (await view.fetch(redirect)).text();
    const redirected = entryOf(redirect, view.performance);
    assertOrder(redirected);
    assert_less_than_equal(redirected.workerStart, redirected.redirectStart);
    assert_less_than_equal(redirected.redirectStart, redirected.redirectEnd);
    assert_less_than_equal(redirected.redirectEnd, redirected.fetchStart);
    assert_greater_than(redirected.redirectEnd, 0);

    const refused = fresh('refused');
    await promise_rejects_js(t, view.TypeError, view.fetch(refused));
    const failure = entryOf(refused, view.performance);
    assert_greater_than(failure.responseEnd, 0);
    assert_array_equals([failure.responseStart, failure.encodedBodySize, failure.decodedBodySize], [0, 0, 0]);

    const opaque = fresh('opaque');
    assert_equals((await view.fetch(opaque, { mode: 'no-cors' })).type, 'opaque');
    const { transferSize, encodedBodySize, decodedBodySize } = entryOf(opaque, view.performance);
    assert_array_equals([transferSize, encodedBodySize, decodedBodySize], [0, 0, 0], 'an opaque response');
}, 'loads that a service worker declines, fails, or answers with an opaque response, and redirects');

if (location.protocol === 'sw:') {
    promise_test(async (t) => {
        const url = `sw://foreign.example/resources/frame.html?${crypto.randomUUID()}`;
        await fetch(url, { mode: 'no-cors' });
        const { responseEnd, responseStart, requestStart, transferSize, encodedBodySize } = entryOf(url);
        assert_greater_than(responseEnd, 0);
        assert_array_equals([responseStart, requestStart, transferSize, encodedBodySize], [0, 0, 0, 0]);

        const frame = element('iframe', { src: `sw://foreign.example/resources/timeline-frame.html?${crypto.randomUUID()}` });
        t.add_cleanup(() => frame.remove());
        const told = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
        document.body.append(frame);
        const { data } = await told;
        assert_array_equals(data, [`navigation ${frame.src}`]);
        assert_equals(entryOf(frame.src).encodedBodySize, 0);
    }, 'other origins show when their loads began and ended, and see no load of the page');
}
