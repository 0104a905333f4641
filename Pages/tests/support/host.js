// Functions that ask the test host for its state, with the endpoints of `swwebview test` under /___testing___/.

/** @param {string} name an endpoint, with its query */
const endpoint = (name) => new URL(`/___testing___/${name}`, location.origin + '/').href;

/**
 * Changes a setting of the test host. No document of another origin can send the header.
 * @param {string} name an endpoint, with its query
 */
const changeHost = (name) => fetch(endpoint(name), { cache: 'no-store', headers: { 'X-SWWebView-Request': '1' } });

/** @typedef {'eventStreams' | 'channels' | 'openRequests' | 'refusedMessages' | 'nativeStreams' | 'peakMemoryBytes' | 'residentBytes'} HostFigure */

/** @returns {Promise<Record<HostFigure, number>>} */
const hostStatus = async () => (await fetch(endpoint('status'), { cache: 'no-store' })).json();

/** @returns {Promise<HostFigure>} the figure that counts the frames that get events, the page among them */
const listenerFigure = async () => {
    await SWWebView.send('/ping');
    return (await hostStatus()).eventStreams > 0 ? 'eventStreams' : 'channels';
};

/** @returns {Promise<number>} the memory of the host now, from which its peak is counted anew */
const resetPeak = async () => (await (await changeHost('status?reset')).json()).peakMemoryBytes;

/**
 * Asks again and again until a figure of the host's has a value; ends with the test's own time limit.
 * @param {HarnessTest} t
 * @param {HostFigure} figure
 * @param {number} wanted
 */
const untilHost = async (t, figure, wanted) => {
    let value = NaN;
    t.add_cleanup(() => {
        if (value !== wanted) console.warn(`the host's ${figure} was last ${value}, never ${wanted}`);
    });
    while (t.phase < t.phases.CLEANING) {
        value = (await hostStatus())[figure];
        if (value === wanted) return;
    }
};

/**
 * Waits until a figure of the host is at most an earlier value: the figure may still count objects that an earlier test released.
 * @param {HarnessTest} t
 * @param {HostFigure} figure
 * @param {number} most
 */
const untilHostAtMost = async (t, figure, most) => {
    let value = NaN;
    t.add_cleanup(() => {
        if (!(value <= most)) console.warn(`the host's ${figure} was last ${value}, never at most ${most}`);
    });
    while (t.phase < t.phases.CLEANING) {
        value = (await hostStatus())[figure];
        if (value <= most) return;
    }
};

/** @typedef {{id: number, name: string, type: string, url: string, length: number, error?: string}} Download */

/** @returns {Promise<Download>} the next download that ends; a navigation breaks off the requests of its page */
const nextDownload = async () => {
    for (;;) {
        const answer = await fetch(endpoint('download')).catch(() => undefined);
        if (answer) return answer.json();
    }
};

/**
 * A name no other test uses.
 * @param {string} prefix
 */
const uniqueName = (prefix) => `${prefix}-${crypto.randomUUID()}`;

/**
 * An iframe that is loaded, and removed when the test is over.
 * @param {HarnessTest} t
 * @param {string} url
 * @returns {Promise<HTMLIFrameElement & { contentWindow: Window & typeof globalThis }>}
 */
const addFrame = async (t, url) => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = url;
    document.body.append(frame);
    t.add_cleanup(() => frame.remove());
    await loaded;
    return /** @type {any} */ (frame);
};

/**
 * Opens a window until the test is over.
 * @param {HarnessTest} t
 * @param {string} url
 * @returns {Promise<any>} its global object
 */
const openWindow = async (t, url) => {
    const opened = window.open(url, '_blank');
    if (!opened) throw new Error('no window was opened');
    t.add_cleanup(() => opened.close());
    // The empty document is the window's at first.
    while (opened.location.href === 'about:blank' || opened.document.readyState !== 'complete') {
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return opened;
};
