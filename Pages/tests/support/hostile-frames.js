// Frames of every foreign kind that ask for the internal paths of the host.

const hostileFolder = new URL('.', /** @type {HTMLScriptElement} */ (document.currentScript).src);
const hostilePage = new URL('../resources/hostile-frame.html', hostileFolder);

/** @returns {Promise<InternalPath[]>} the internal paths of this page's origin, as the host itself lists them */
const internalPaths = async () => (await (await fetch('/___testing___/paths', { headers: { 'X-SWWebView-Request': '1' } })).json()).paths;

/**
 * Makes the frames of a kind.
 * @type {Record<string, (frame: HTMLIFrameElement, text: string) => unknown>}
 */
const foreignKinds = {
    'a frame of another sw:// origin': (frame) => (frame.src = `sw://foreign.example${hostilePage.pathname}`),
    'a frame of another https origin': (frame) => (frame.src = `https://foreign.example${hostilePage.pathname}`),
    'a sandboxed frame': (frame) => {
        frame.setAttribute('sandbox', 'allow-scripts allow-forms');
        frame.src = hostilePage.href;
    },
    'a sandboxed frame with a text': (frame, text) => {
        frame.setAttribute('sandbox', 'allow-scripts allow-forms');
        frame.srcdoc = text;
    },
    'a data: frame': (frame, text) => (frame.src = `data:text/html;charset=utf-8,${encodeURIComponent(text)}`),
    'a data: frame in a frame of another origin': (frame, text) => {
        frame.setAttribute('sandbox', 'allow-scripts allow-forms');
        const inner = `<iframe src="data:text/html;charset=utf-8,${encodeURIComponent(text)}"></iframe>`;
        frame.srcdoc = `<script>onmessage = ({ data, source }) =>
            (source === frames[0] ? parent : frames[0]).postMessage(data, "*");</script>${inner}`;
    },
};

/**
 * Returns the texts of this page's own origin that a frame of another origin shows in frames of its own, besides refusals, and besides
 * the answers of the mapped folder, which answers all origins.
 * @param {Window | null} owner
 * @returns {string[]}
 */
const shownTexts = (owner) => {
    const texts = [];
    for (let index = 0; owner && index < owner.length; index += 1) {
        try {
            texts.push(owner[index].document.body?.textContent ?? '');
        } catch {
            // The document is of another origin.
        }
        texts.push(...shownTexts(owner[index]));
    }
    return texts.filter((text) => text && !/of its own origin|^There is no file for|^A folder answers/.test(text));
};

/**
 * Has a frame of a kind ask for paths.
 * @param {string} kind
 * @param {InternalPath[]} paths
 * @returns {Promise<string[]>} the answers that the frame could read or show, and those that did not come
 */
const askFromFrame = async (kind, paths) => {
    const script = await (await fetch(new URL('hostile-frame.js', hostileFolder))).text();
    const frame = document.createElement('iframe');
    /** @param {(data: any) => boolean} isWanted */
    const message = (isWanted) => new Promise((resolve) => {
        const hear = (/** @type {MessageEvent} */ event) => {
            if (event.source !== frame.contentWindow || !isWanted(event.data)) return;
            removeEventListener('message', hear);
            resolve(event.data);
        };
        addEventListener('message', hear);
    });
    const ready = message((data) => data === 'ready');
    foreignKinds[kind](frame, `<!doctype html><body><script>${script}</script>`);
    document.body.append(frame);
    await ready;
    const over = message((data) => data?.found);
    frame.contentWindow?.postMessage({ paths, origin: location.origin }, '*');
    const { found } = await over;
    found.push(...shownTexts(frame.contentWindow).map((text) => `shown: ${text.slice(0, 100)}`));
    frame.remove();
    return found;
};
