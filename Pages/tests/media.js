// `<video>` and `<audio>` on the scheme of the page.

const SOUND = 'resources/sound.wav', VIDEO = 'resources/video.webm';
const FOREIGN = `sw://foreign.example/${VIDEO}`;

/**
 * Waits for an event of a media element; fails with its error.
 * @param {HTMLMediaElement} element @param {string} type
 * @returns {Promise<void>}
 */
const mediaEvent = (element, type) =>
    new Promise((resolve, reject) => {
        element.addEventListener(type, () => resolve(), { once: true });
        element.addEventListener('error', () => reject(new Error(`code ${element.error?.code} of ${element.currentSrc}`)), { once: true });
    });

/**
 * Adds a muted element to the document until the test is over.
 * @template {'video' | 'audio'} Name
 * @param {HarnessTest} t @param {Name} name @param {string} [source] @param {string} [crossOrigin]
 * @returns {HTMLElementTagNameMap[Name]}
 */
const addMedia = (t, name, source, crossOrigin) => {
    const element = document.createElement(name);
    element.muted = true;
    if (crossOrigin !== undefined) element.crossOrigin = crossOrigin;
    if (source) element.src = source;
    document.body.append(element);
    t.add_cleanup(() => {
        element.removeAttribute('src');
        element.load();
        element.remove();
    });
    return element;
};

/**
 * Seeks, and waits until the element is there.
 * @param {HTMLMediaElement} element @param {number} time
 */
const seek = async (element, time) => {
    const seeked = mediaEvent(element, 'seeked');
    element.currentTime = time;
    await seeked;
};

/**
 * Draws a frame of a video.
 * @param {HTMLVideoElement} video
 */
const drawn = async (video) => {
    await seek(video, 1);
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    context.drawImage(video, 0, 0, 8, 8);
    return context;
};

promise_test(async (t) => {
    const audio = addMedia(t, 'audio', SOUND);
    await mediaEvent(audio, 'canplaythrough');
    assert_equals(audio.currentSrc, new URL(SOUND, location.href).href);
    assert_approx_equals(audio.duration, 2, 0.2);
    await audio.play();
    await seek(audio, 1.5);
    assert_approx_equals(audio.currentTime, 1.5, 0.3);
    await mediaEvent(audio, 'ended');
}, 'a sound plays, seeks and ends');

promise_test(async (t) => {
    const video = addMedia(t, 'video', VIDEO);
    await mediaEvent(video, 'canplaythrough');
    assert_equals(video.videoWidth, 32);
    const [red, , blue] = (await drawn(video)).getImageData(4, 4, 1, 1).data;
    assert_greater_than(red, 200);
    assert_less_than(blue, 60);
    assert_approx_equals(video.currentTime, 1, 0.5);
    await video.play();
    await mediaEvent(video, 'ended');
}, "a video plays and seeks, and the page's canvas can read it");

promise_test(async (t) => {
    const video = addMedia(t, 'video');
    video.innerHTML = `<source src="missing.mp4" type="video/mp4"><source src="missing.webm"><source src="${VIDEO}">`;
    await mediaEvent(video, 'canplaythrough');
    assert_equals(video.currentSrc, new URL(VIDEO, location.href).href);
}, 'the first source that loads is played');

promise_test(async (t) => {
    const video = addMedia(t, 'video', VIDEO);
    await mediaEvent(video, 'canplaythrough');
    video.src = 'resources/video.webm?again';
    await mediaEvent(video, 'canplaythrough');
    assert_true(video.currentSrc.endsWith('?again'));
}, 'an element loads one address after another');

promise_test(async () => {
    const audio = new Audio(`${SOUND}#t=1`);
    await mediaEvent(audio, 'canplaythrough');
    assert_greater_than_equal(audio.currentTime, 0.9);
    assert_true(audio.currentSrc.endsWith('#t=1'));
}, 'new Audio outside of the document begins where the fragment says');

promise_test(async (t) => {
    const audio = addMedia(t, 'audio');
    audio.preload = 'none';
    audio.src = `${SOUND}?later`;
    await mediaEvent(audio, 'loadstart');
    await new Promise((resolve) => t.step_timeout(resolve, 200));
    assert_equals(audio.readyState, 0);
    await audio.play();
    assert_greater_than(audio.readyState, 1);
}, 'with preload=none the load waits for play');

promise_test(async (t) => {
    const audio = addMedia(t, 'audio', 'missing.wav');
    await new Promise((resolve) => audio.addEventListener('error', resolve, { once: true }));
    assert_equals(audio.error?.code, MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED);
}, 'a missing file is an error');

promise_test(async (t) => {
    const blob = await (await fetch(SOUND)).blob();
    const audio = addMedia(t, 'audio', URL.createObjectURL(blob));
    await mediaEvent(audio, 'loadeddata');
    await audio.play();
}, 'a blob plays');

for (const crossOrigin of ['anonymous', 'use-credentials']) {
    promise_test(async (t) => {
        const video = addMedia(t, 'video', `${VIDEO}?${crossOrigin}`, crossOrigin);
        await mediaEvent(video, 'canplaythrough');
        assert_equals((await drawn(video)).getImageData(4, 4, 1, 1).data.length, 4);
    }, `a video of the page's own origin needs no permission: crossorigin=${crossOrigin}`);
}

promise_test(async (t) => {
    const video = addMedia(t, 'video', FOREIGN);
    await mediaEvent(video, 'canplaythrough');
    const context = await drawn(video);
    assert_throws_dom('SecurityError', () => context.getImageData(4, 4, 1, 1));
}, 'a video of another origin taints the canvas');

promise_test(async (t) => {
    const video = addMedia(t, 'video', FOREIGN, 'anonymous');
    await new Promise((resolve) => video.addEventListener('error', resolve, { once: true }));
    assert_equals(video.error?.code, MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED);
}, 'with crossorigin, a video of another origin needs its permission');

promise_test(async (t) => {
    const video = addMedia(t, 'video', `${VIDEO}?timing`);
    await mediaEvent(video, 'canplaythrough');
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const shown = names.filter((name) => name.startsWith(`https://${location.host}/`));
    if (location.protocol === 'sw:') assert_array_equals(shown, []);
    const forged = addMedia(t, 'video', `${VIDEO}#___swmedia-0123456789abcdef0123456789abcdef`);
    await mediaEvent(forged, 'canplaythrough');
}, "timing entries do not show the player's address");

/** A worker's text: it makes a sound of two minutes, answers whole, and says what it was asked for. */
const soundWorker = `
    const rate = 44100, sound = new DataView(new ArrayBuffer(44 + 120 * 2 * rate));
    [...'RIFF----WAVEfmt '].forEach((letter, index) => sound.setUint8(index, letter.charCodeAt()));
    sound.setUint32(4, sound.byteLength - 8, true);
    [[16, 16], [24, rate], [28, 2 * rate], [40, sound.byteLength - 44]].forEach(([at, value]) => sound.setUint32(at, value, true));
    [[20, 1], [22, 1], [32, 2], [34, 16]].forEach(([at, value]) => sound.setUint16(at, value, true));
    [...'data'].forEach((letter, index) => sound.setUint8(36 + index, letter.charCodeAt()));
    for (let at = 44; at < sound.byteLength; at += 2) sound.setInt16(at, 8000 * Math.sin(at / 20), true);
    const asked = [];
    onfetch = (event) => {
        const { url, destination, mode, headers } = event.request;
        if (!url.includes('made.wav')) return;
        asked.push({ destination, mode, range: headers.get('range'), clientId: event.clientId, names: [...headers.keys()] });
        event.respondWith(new Response(sound.buffer, { headers: { 'Content-Type': 'audio/wav' } }));
    };
    onmessage = (event) => event.waitUntil((async () => {
        const [client] = await clients.matchAll();
        event.ports[0].postMessage({ asked, id: client?.id });
    })());`;

if (location.protocol === 'sw:') {
    for (const crossOrigin of [undefined, 'anonymous']) {
        promise_test(async (t) => {
            const scope = uniqueScope();
            const { worker } = await startWorker(t, soundWorker, { scope });
            const frame = await addFrame(t, scope);
            const audio = frame.contentWindow.document.createElement('audio');
            audio.muted = true;
            if (crossOrigin) audio.crossOrigin = crossOrigin;
            audio.src = 'made.wav';
            frame.contentWindow.document.body.append(audio);
            await mediaEvent(audio, 'loadedmetadata');
            assert_approx_equals(audio.duration, 120, 0.5);
            await seek(audio, 119);
            await audio.play();
            await mediaEvent(audio, 'ended');
            const { asked, id } = await askWorker(worker);
            assert_greater_than(asked.length, 1);
            assert_true(asked.some((/** @type {{ range: string }} */ { range }) => /^bytes=\d+-$/.test(range)), 'the worker sees ranges');
            for (const { destination, mode, clientId, names } of asked) {
                assert_equals(destination, 'audio');
                assert_equals(mode, crossOrigin ? 'cors' : 'no-cors');
                assert_equals(clientId, id);
                assert_array_equals(names.filter((/** @type {string} */ name) => name.startsWith('sec-') || name.startsWith('x-')), []);
            }
        }, `a sound that a service worker makes plays and seeks, crossorigin=${crossOrigin}`);
    }
}
