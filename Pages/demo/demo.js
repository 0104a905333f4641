// The bridge inspector: everything shown here was just done, through the bridge of this page.

import { drawPicture, roundTrip, sha256 } from './upload.js';

/** @typedef {'' | 'good' | 'bad' | 'code'} Look */

const bridge = /** @type {{ send(path: string, body?: unknown): Promise<any> } | undefined} */ (
    /** @type {any} */ (window).SWWebView
);

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/**
 * One more line of a list of facts.
 * @param {string} list
 * @param {string} name
 * @param {string} value
 * @param {Look} [look]
 */
const fact = (list, name, value, look = '') => {
    const term = document.createElement('dt');
    const description = document.createElement('dd');
    term.textContent = name;
    description.textContent = value;
    description.className = look;
    element(list).append(term, description);
};

/** @param {'up' | 'down' | ''} direction @param {string} text */
const log = (direction, text) => {
    const line = document.createElement('li');
    line.className = direction;
    line.textContent = text.length > 60 ? text.slice(0, 59) + '…' : text;
    element('log').append(line);
};

/** @param {string} path @param {unknown} [body] */
const send = async (path, body) => {
    if (!bridge) throw new Error('there is no bridge');
    log('up', `${path} ${JSON.stringify(body)}`);
    try {
        const reply = await bridge.send(path, body);
        log('down', JSON.stringify(reply));
        return reply;
    } catch (error) {
        log('down', `${error}`);
        throw error;
    }
};

const showPage = () => {
    fact('facts', 'scheme', location.protocol + '//', location.protocol === 'sw:' ? 'good' : 'bad');
    fact('facts', 'origin', location.origin);
    fact('facts', 'secure', isSecureContext ? 'yes' : 'no', isSecureContext ? 'good' : 'bad');
    fact('facts', 'bridge', bridge ? 'SWWebView' : 'missing', bridge ? 'good' : 'bad');
    fact('facts', 'engine', /AppleWebKit\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? 'not WebKit');
};

/** The clock has whole milliseconds, a trip takes less: runs of 100 trips are timed, and their median is shown. */
const measure = async () => {
    if (!bridge) return;
    const [runs, trips] = [41, 100];
    /** @type {number[]} */
    const times = [];
    for (let run = 0; run < runs; run += 1) {
        const start = performance.now();
        for (let trip = 0; trip < trips; trip += 1) await bridge.send('/ping', trip);
        times.push(((performance.now() - start) * 1000) / trips);
    }
    // The first run warms up.
    times.shift();
    const sorted = [...times].sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => Number(sorted[Math.round(share * (sorted.length - 1))]);
    element('median').textContent = String(Math.round(at(0.5)));
    element('spread').textContent =
        `Median of ${times.length} runs of ${trips}; fastest run ${Math.round(at(0))} µs, slowest ${Math.round(at(1))} µs`;
    const points = times.map((time, run) => `${(run * 200) / (times.length - 1)},${(46 - (time / at(1)) * 42).toFixed(1)}`);
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
    line.setAttribute('points', points.join(' '));
    line.setAttribute('vector-effect', 'non-scaling-stroke');
    element('chart').append(line);
    log('', `${runs * trips} × /ping, measured`);
};

const showFrame = () =>
    new Promise((resolve) => {
        window.addEventListener('message', ({ data, source }) => {
            if (source !== element('frame').contentWindow) return;
            log('down', data.error ?? `${data.frame}: ${JSON.stringify(data.reply)}`);
            resolve(undefined);
        });
        element('frame').src = 'frame.html';
    });

const showUpload = async () => {
    const canvas = /** @type {HTMLCanvasElement} */ (element('picture'));
    drawPicture(canvas);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    const picture = new File([blob], 'weir at dawn.png', { type: 'image/png' });
    const form = new FormData();
    form.append('title', 'Heron at the weir');
    form.append('picture', picture);
    const digest = await sha256(await picture.arrayBuffer());
    fact('upload', 'title', 'Heron at the weir');
    fact('upload', 'file', `${picture.name}, ${picture.size.toLocaleString('en')} bytes`);
    fact('upload', 'SHA-256 sent', digest.slice(0, 48) + '…', 'code');
    if (!bridge) {
        element('caption').textContent = 'nothing came back';
        return;
    }
    const returned = /** @type {File} */ ((await roundTrip(send, form)).get('picture'));
    element('returned').src = URL.createObjectURL(returned);
    await element('returned').decode();
    const back = await sha256(await returned.arrayBuffer());
    fact('upload', 'SHA-256 back', back.slice(0, 48) + '…', 'code');
    fact('upload', 'result', back === digest ? 'the same, byte for byte' : 'not the same', back === digest ? 'good' : 'bad');
};

const missing = () => {
    element('state').textContent = 'no bridge';
    element('state').className = 'badge bad';
    element('spread').textContent = 'Opened in a browser, this page has no SWWebView. Try: swwebview preview Pages/demo';
    log('', 'window.SWWebView is not here');
};

showPage();
try {
    if (bridge) {
        await send('/ping', { hello: 'native' });
        await send('/no-such-command', null).catch(() => {});
        await measure();
        element('state').textContent = 'bridge connected';
        element('state').className = 'badge good';
    } else {
        missing();
    }
    await showFrame();
    await showUpload();
} catch (error) {
    element('state').textContent = String(/** @type {Error} */ (error).message);
    element('state').className = 'badge bad';
}
document.documentElement.dataset.ready = 'true';
