// Holds a page still for a picture: finishes finite animations and cancels endless ones, as Playwright does; stops videos and
// animations of SVG; and covers masked elements. The body of a function with the parameters `freezes` and `masks`.
// Returns the first selector that finds no element, or null.

/** @type {(Document | ShadowRoot)[]} */
const roots = [];
/** @param {Document | ShadowRoot} root */
const collect = (root) => {
    roots.push(root);
    for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) collect(element.shadowRoot);
        if (element.localName !== 'iframe') continue;
        try {
            const inner = element.contentDocument;
            if (inner) collect(inner);
        } catch {
            // A frame of another origin cannot be reached.
        }
    }
};
collect(document);

if (freezes) {
    for (const root of roots) {
        for (const animation of root.getAnimations()) {
            try {
                if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
                else animation.finish();
            } catch {
                // An animation with a playback rate of 0 cannot finish.
            }
        }
        for (const video of root.querySelectorAll('video')) video.pause();
        for (const drawing of root.querySelectorAll('svg')) drawing.pauseAnimations?.();
    }
}

if (masks.length) {
    const cover = document.createElement('div');
    cover.style.cssText =
        'all: initial; position: absolute; inset: 0 auto auto 0; width: 0; height: 0; overflow: visible; pointer-events: none';
    document.documentElement.append(cover);
    // Above dialogs, too.
    cover.popover = 'manual';
    cover.showPopover?.();
    const tree = cover.attachShadow({ mode: 'closed' });
    const { left, top } = cover.getBoundingClientRect();
    for (const selector of masks) {
        const found = document.querySelectorAll(selector);
        if (!found.length) return selector;
        for (const element of found) {
            const area = element.getBoundingClientRect();
            const box = document.createElement('div');
            box.style.cssText = `position: absolute; background: #ff00ff; left: ${area.left - left}px; top: ${area.top - top}px; `
                + `width: ${area.width}px; height: ${area.height}px`;
            tree.append(box);
        }
    }
}
return null;
