// XMLHttpRequest.timeout ends a request before its response and in the middle of its body, in pages, frames and workers.

/**
 * Sends a request, and returns the events of the request and its state.
 * @param {string} url
 * @param {{ timeout?: number, late?: boolean, body?: string, upload?: boolean }} options
 */
const request = (url, { timeout = 50, late = false, body = undefined, upload = false } = {}) =>
    new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        /** @type {string[]} */
        const events = [];
        const note = (/** @type {Event} */ event) => events.push(`${event.type} ${xhr.readyState}`);
        for (const type of ['readystatechange', 'load', 'error', 'abort', 'timeout']) xhr.addEventListener(type, note);
        if (upload) {
            for (const type of ['timeout', 'loadend']) xhr.upload.addEventListener(type, (event) => events.push(`upload ${event.type}`));
        }
        xhr.onloadend = () => {
            events.push(`loadend ${xhr.readyState}`);
            resolve({
                events, readyState: xhr.readyState, status: xhr.status, statusText: xhr.statusText, url: xhr.responseURL,
                text: xhr.responseText, headers: xhr.getAllResponseHeaders(),
            });
        };
        xhr.open(body === undefined ? 'GET' : 'POST', url);
        xhr.timeout = late ? 60000 : timeout;
        xhr.send(body);
        if (late) {
            const started = () => {
                if (xhr.readyState < 3) return;
                xhr.removeEventListener('readystatechange', started);
                xhr.timeout = timeout;
            };
            xhr.addEventListener('readystatechange', started);
        }
    });

/** @param {any} state  The result of a request that has timed out. @param {string[]} events  Those that have to come. */
const assertTimedOut = (state, events) => {
    assert_array_equals(state.events, events);
    const { readyState, status, statusText, url, text, headers } = state;
    assert_array_equals([readyState, status, statusText, url, text, headers], [4, 0, '', '', '', '']);
};

const early = ['readystatechange 1', 'readystatechange 4', 'timeout 4', 'loadend 4'];
const inBody = ['readystatechange 1', 'readystatechange 2', 'readystatechange 3', 'readystatechange 4', 'timeout 4', 'loadend 4'];
const unanswered = () => endpoint(`beacons?id=${uniqueName('none')}`);

promise_test(async () => {
    assertTimedOut(await request(unanswered()), early);
}, 'a request without a response times out');

promise_test(async () => {
    const id = uniqueName('timeout');
    assertTimedOut(await request(endpoint(`stall?id=${id}`), { timeout: 3000 }), inBody);
    assert_true((await (await fetch(endpoint(`stopped?id=${id}`))).json()).stopped);
}, 'a request times out in the middle of its body, and the host stops it');

promise_test(async () => {
    assertTimedOut(await request(endpoint(`stall?id=${uniqueName('late')}`), { late: true }), inBody);
}, 'a timeout that is changed after send() counts from send()');

promise_test(async () => {
    const state = await request(unanswered(), { body: 'text', upload: true });
    // On https, WebKit may have sent the body in time: then the upload has ended before.
    const wasSent = location.protocol === 'https:' && state.events[1] === 'upload loadend';
    const [opened, done, ...rest] = early;
    assertTimedOut(state, wasSent ? [opened, 'upload loadend', done, ...rest] : [opened, done, 'upload timeout', 'upload loadend', ...rest]);
}, 'an upload times out, too');

promise_test(async () => {
    const { events, status, text } = await request(endpoint('bytes?length=0'), { timeout: 60000 });
    assert_equals(events.at(-1), 'loadend 4');
    assert_array_equals([status, text], [200, '']);
}, 'a request in time loads');

promise_test(async (t) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', unanswered());
    xhr.timeout = 20;
    const timedOut = new Promise((resolve) => (xhr.ontimeout = resolve));
    xhr.send();
    await timedOut;
    assert_throws_dom('InvalidStateError', () => xhr.send());
    assert_throws_dom('InvalidStateError', () => xhr.setRequestHeader('X-A', '1'));
    xhr.onabort = t.unreached_func('nothing is left to abort');
    xhr.abort();
    assert_equals(xhr.readyState, 0);
    xhr.open('GET', endpoint('inspect'));
    assert_equals(xhr.readyState, 1);
    xhr.timeout = 0;
    const loaded = new Promise((resolve) => (xhr.onload = resolve));
    xhr.send();
    await loaded;
    assert_equals(xhr.status, 200);
}, 'a request that has timed out can be opened again');

for (const [how, begin] of /** @type {[string, (xhr: XMLHttpRequest, again: () => void) => void][]} */ ([
    ['timeout', (xhr, again) => {
        xhr.ontimeout = again;
        xhr.timeout = 20;
        xhr.send();
    }],
    ['abort', (xhr, again) => {
        xhr.onabort = again;
        xhr.timeout = 60000;
        xhr.send();
        xhr.abort();
    }],
])) {
    promise_test(async () => {
        const xhr = new XMLHttpRequest();
        xhr.open('GET', unanswered());
        await new Promise((resolve) => begin(xhr, () => {
            xhr.onabort = null;
            xhr.open('GET', unanswered());
            xhr.timeout = 50;
            xhr.ontimeout = resolve;
            xhr.send();
        }));
        assert_equals(xhr.readyState, 4);
    }, `a request that the handler of ${how} sends again times out, too`);
}

promise_test(async (t) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', unanswered());
    xhr.timeout = 30;
    xhr.ontimeout = t.unreached_func('it was aborted');
    xhr.send();
    xhr.abort();
    assertTimedOut(await request(unanswered(), { timeout: 60 }), early);
}, 'an aborted request does not time out');

promise_test(async (t) => {
    const frame = await addFrame(t, 'resources/frame.html');
    const run = /** @type {typeof request} */ (/** @type {any} */ (frame.contentWindow).eval(`(${request})`));
    assertTimedOut(await run(unanswered()), early);
}, 'a request of a frame times out');

/** @param {HarnessTest} t @param {string} text */
const messageOfWorker = (t, text) => {
    const url = URL.createObjectURL(new Blob([text]));
    const made = new Worker(url);
    t.add_cleanup(() => {
        made.terminate();
        URL.revokeObjectURL(url);
    });
    return new Promise((resolve, reject) => {
        made.onmessage = (event) => resolve(event.data);
        made.onerror = (event) => reject(new Error(event.message));
    });
};

promise_test(async (t) => {
    const url = endpoint(`stall?id=${uniqueName('worker')}`);
    const text = `const request = ${request};
        Promise.all([request("${unanswered()}"), request("${url}", { timeout: 3000 })]).then(postMessage)`;
    const [first, second] = await messageOfWorker(t, text);
    assertTimedOut(first, early);
    assertTimedOut(second, inBody);
}, 'requests of a worker time out');

promise_test(async (t) => {
    const text = `
        const names = [];
        for (const url of ["${unanswered()}", "${endpoint(`stall?id=${uniqueName('sync')}`)}", "${endpoint('inspect')}"]) {
            const xhr = new XMLHttpRequest();
            xhr.open("GET", url, false);
            xhr.timeout = url.includes("inspect") ? 60000 : 200;
            try { xhr.send(); names.push(xhr.status); } catch (error) { names.push(error.name); }
        }
        postMessage(names);`;
    assert_array_equals(await messageOfWorker(t, text), ['TimeoutError', 'TimeoutError', 200]);
}, 'synchronous requests of a worker time out');
