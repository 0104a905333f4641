// The windows of frames that have gone are JavaScript's garbage: nothing outside of the page may hold them.

/**
 * Adds a frame, keeps an object in its window, and removes it.
 * @param {FinalizationRegistry<number>} registry
 * @param {number} number
 */
const passFrame = async (registry, number) => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = `resources/frame.html?${number}`;
    document.body.append(frame);
    await loaded;
    const page = /** @type {any} */ (frame.contentWindow);
    page.kept = new page.Object();
    registry.register(page.kept, number);
    frame.remove();
};

promise_test(async () => {
    let ended = 0;
    const registry = new FinalizationRegistry(() => { ended += 1; });
    for (let number = 0; number < 20; number += 1) await passFrame(registry, number);
    // Garbage has JavaScriptCore collect. The newest frames may stay a little longer.
    while (ended < 10) {
        Array.from({ length: 100_000 }, (_, number) => ({ number }));
        await new Promise((resolve) => setTimeout(resolve));
    }
    // Functions of the window have outlived the garbage.
    assert_equals(open('about:blank', 'collected', 'noopener'), null);
}, 'windows of frames that have gone are collected');
