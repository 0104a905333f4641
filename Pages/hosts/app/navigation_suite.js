// Tests of links that leave the app. Load testharness.js first.

const native = async () => (await fetch("/___testing___/native")).json();

/**
 * Asks for the opened addresses again and again, because a navigation that the app takes away causes no event in the page.
 * @param {string} url
 */
const isOpened = async (url) => {
    while (!(await native()).phone.openedURLs.includes(url));
};

/**
 * @param {boolean} isInApp whether the framework opens pages in a browser of the app
 * @param {boolean} [loadsFrames] whether frames may load other origins
 */
export const navigationSuite = (isInApp, loadsFrames = true) => {
    promise_test(async () => {
        const link = document.createElement("a");
        link.href = "https://other.example/link";
        document.body.append(link);
        link.click();
        await isOpened(link.href);
        link.target = "_blank";
        link.href = "https://other.example/blank";
        link.click();
        await isOpened(link.href);
        link.remove();
        location.href = "https://other.example/script";
        await isOpened("https://other.example/script");
        assert_equals(open("https://other.example/window"), null);
        await isOpened("https://other.example/window");
        location.href = "tel:+12025550123";
        await isOpened("tel:+12025550123");
        assert_equals((await native()).phone.hasBrowser, isInApp);
    }, "links to other origins open outside of the page");

    if (loadsFrames) promise_test(async () => {
        const frame = document.createElement("iframe");
        frame.src = "data:text/html,<script>parent.postMessage('in the frame', '*')</script>";
        const message = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
        document.body.append(frame);
        assert_equals(await message, "in the frame");
        frame.remove();
    }, "frames load other origins");
};
