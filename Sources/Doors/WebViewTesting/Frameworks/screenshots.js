// The matcher `toMatchScreenshot`. The host compares the pictures, see PageScreenshots.swift.
// Source: Vitest, https://vitest.dev/api/browser/assertions.html#tomatchscreenshot

import { addMatchers } from './expect.js';
import { areaOf } from './hand.js';
import { ask } from './host.js';
import { isLocator, retry } from './locators.js';
import { frame } from './places.js';
import { runningTest, testName } from './runner.js';

/** Milliseconds that the matcher waits for the element of a locator. */
const USUAL_TIMEOUT = 1000;
const MASK = '#ff00ff';

/** @type {WeakMap<object, number>} */
const counts = new WeakMap();

/**
 * Has the page stand still: no caret, no transition, animations at their end. Covers elements. Returns the function that ends it.
 * @param {Element[]} masked @param {any} options
 */
const hold = (masked, { animations = 'disabled', caret = 'hide', maskColor = MASK }) => {
    const style = document.createElement('style');
    style.textContent = `${caret === 'hide' ? ':root, :root * { caret-color: transparent !important }' : ''} ${animations === 'disabled' ? '*, ::before, ::after { transition: none !important }' : ''}`;
    document.documentElement.append(style);
    const moving = animations === 'disabled' ? document.getAnimations().filter(({ playState }) => playState === 'running') : [];
    for (const animation of moving) {
        const end = animation.effect?.getComputedTiming().endTime;
        if (typeof end === 'number' && end < Infinity) {
            animation.finish();
        } else {
            animation.pause();
            animation.currentTime = 0;
        }
    }
    const covers = masked.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect(), cover = document.createElement('div');
        cover.style.cssText = `all: initial; position: absolute; left: ${left + scrollX}px; top: ${top + scrollY}px; width: ${width}px; height: ${height}px; background: ${maskColor}; z-index: 2147483647`;
        document.documentElement.append(cover);
        return cover;
    });
    return () => {
        for (const node of [style, ...covers]) node.remove();
        for (const animation of moving) if (animation.playState === 'paused') animation.play();
    };
};

/** @type {Record<string, (this: any, value: any, ...expected: any[]) => any>} */
const matchers = {
    async toMatchScreenshot(value, first, second) {
        const attempt = runningTest();
        if (this.isNot) throw new Error('toMatchScreenshot cannot be used with "not"');
        if (!attempt) throw new Error('toMatchScreenshot is for tests: call it while a test runs.');
        const options = (typeof first === 'object' ? first : second) ?? {}, screenshot = options.screenshotOptions ?? {};
        counts.set(attempt, (counts.get(attempt) ?? 0) + 1);
        const name = typeof first === 'string' ? first.replace(/\.png$/, '') : `${testName()} ${counts.get(attempt)}`;
        const elementOf = (/** @type {any} */ target) => isLocator(target) ? retry(() => target.element(), USUAL_TIMEOUT) : target;
        const element = typeof value?.viewport === 'function' ? undefined : await elementOf(value);
        if (element !== undefined && element?.nodeType !== Node.ELEMENT_NODE) return [false, 'to be an element, a locator or the page'];
        element?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        const end = hold(await Promise.all((screenshot.mask ?? []).map(elementOf)), screenshot);
        try {
            await frame();
            const { threshold, allowedMismatchedPixels, allowedMismatchedPixelRatio } = options.comparatorOptions ?? {};
            const wanted = { area: areaOf(element), name, threshold, allowedMismatchedPixels, allowedMismatchedPixelRatio, timeout: options.timeout };
            const { passes, message, reference, actual, diff } = await (await ask('match-screenshot', wanted)).json();
            const files = Object.entries({ Reference: reference, Actual: actual, Difference: diff }).filter(([, path]) => path).map(([title, path]) => `\n${title}: ${path}`);
            return [passes, '', { message: `${message}${files.join('')}` }];
        } finally {
            end();
        }
    },
};
addMatchers(matchers);
