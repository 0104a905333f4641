// Request bodies of every kind arrive whole, with the content type a browser gives them: navigator.sendBeacon.

/**
 * The beacon that arrived under an id, as soon as it has.
 * @param {string} id
 */
const arrived = async (id) => {
    const response = await fetch(endpoint(`beacons?id=${id}`), { cache: 'no-store' });
    assert_equals(response.status, 200);
    return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get('content-type') };
};

for (const bodyCase of bodyCases) {
    promise_test(async () => {
        const id = uniqueName('beacon');
        assert_true(navigator.sendBeacon(endpoint(`beacon?id=${id}`), bodyCase.make()));
        const { bytes, type } = await arrived(id);
        // The host answers with the type it was given; where there was none, the response may have one of its own.
        assertArrived(bodyCase, bytes, bodyCase.type === null ? null : type);
    }, `sendBeacon sends ${bodyCase.name}`);
}

for (const bodyCase of bodyCases) {
    promise_test(async (t) => {
        const { contentWindow: inner } = await addFrame(t, 'resources/frame.html');
        const id = uniqueName('beacon');
        assert_true(inner.navigator.sendBeacon(endpoint(`beacon?id=${id}`), bodyCase.make()));
        const { bytes, type } = await arrived(id);
        assertArrived(bodyCase, bytes, bodyCase.type === null ? null : type);
    }, `a frame's sendBeacon sends the page's body: ${bodyCase.name}`);
}

promise_test(async () => {
    const id = uniqueName('bare');
    assert_true(navigator.sendBeacon(endpoint(`beacon?id=${id}`)));
    assert_equals((await arrived(id)).bytes.length, 0);
}, 'sendBeacon without a body');

promise_test(async (t) => {
    const ids = ['text', 'blob', 'form'].map(uniqueName);
    const frame = await addFrame(t, 'resources/frame.html');
    const inner = frame.contentWindow;
    const urls = ids.map((id) => endpoint(`beacon?id=${id}`));
    assert_true(inner.navigator.sendBeacon(String(urls[0]), 'a last word'));
    assert_true(inner.navigator.sendBeacon(String(urls[1]), new inner.Blob(['last bytes'], { type: 'text/x-last' })));
    frame.remove();
    assert_equals(new TextDecoder().decode((await arrived(String(ids[0]))).bytes), 'a last word');
    assert_equals(new TextDecoder().decode((await arrived(String(ids[1]))).bytes), 'last bytes');
}, 'beacons sent right before their frame goes arrive');

test(() => {
    assert_throws_js(TypeError, () => navigator.sendBeacon('sw://[not a url', new Blob(['x'])));
}, 'sendBeacon to what is no URL throws');

/**
 * Adds a link to a document, and clicks it.
 * @param {HarnessTest} t @param {{[name: string]: string}} attributes @param {Document} [owner]
 */
const followLink = (t, attributes, owner = document) => {
    const link = owner.createElement('a');
    for (const [name, value] of Object.entries({ href: '#here', ...attributes })) link.setAttribute(name, value);
    owner.body.append(link);
    t.add_cleanup(() => link.remove());
    link.click();
    return link;
};

promise_test(async (t) => {
    const ids = ['first', 'second', 'prevented', 'unlinked'].map(uniqueName);
    const [first, second, prevented, unlinked] = ids.map((id) => `${endpoint(`beacon?id=${id}`)}`);
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    followLink(t, { ping: prevented });
    const unlinkedLink = followLink(t, { ping: unlinked });
    unlinkedLink.removeAttribute('href');
    unlinkedLink.click();
    followLink(t, { ping: ` ${first}\n\t${second} sw://[ ` });
    for (const id of [ids[0], ids[1]]) {
        const { bytes, type } = await arrived(String(id));
        assert_equals(new TextDecoder().decode(bytes), 'PING');
        assert_equals(type, 'text/ping');
    }
}, 'the pings of a link that is followed');
