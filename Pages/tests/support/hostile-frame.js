// The script of a hostile frame: it asks for addresses in every way that a document has, and tells its parent what it could read. The
// parent sends the addresses. The function is whole, because documents of data: and srcdoc have its text.

/** @typedef {{ path: string, method: string, asker: string, isDocument: boolean, changes: boolean }} InternalPath */

const hostileFrame = () => {
    // A request without an answer has failed when no other was answered for so many milliseconds either. On a busy machine all of
    // them together take longer.
    const limit = 30_000;
    let lastAnswer = performance.now();

    /** @param {string} method @param {any} [more] */
    const init = (method, more) => ({ method, cache: 'no-store', body: method === 'GET' ? undefined : '{"handler":"forged","answer":1}', ...more });

    /** @param {string} address @param {any} options */
    const fetched = async (address, options) => (await fetch(address, options)).text();

    /** @param {string} address @param {string} method @param {Record<string, string>} [headers] */
    const synchronous = async (address, method, headers = {}) => {
        const request = new XMLHttpRequest();
        request.open(method, address, false);
        for (const name in headers) request.setRequestHeader(name, headers[name]);
        request.send(init(method).body);
        // A refusal may be read.
        return request.status === 403 ? '' : request.responseText;
    };

    /** @param {string} name @param {Record<string, string>} attributes */
    const element = async (name, attributes) => {
        const made = /** @type {any} */ (document.createElement(name));
        const over = new Promise((resolve) => (made.onload = made.onerror = resolve));
        for (const key in attributes) made.setAttribute(key, attributes[key]);
        document.body.append(made);
        await over;
        try {
            return made.contentDocument?.body?.textContent ?? '';
        } finally {
            made.remove();
        }
    };

    // A refused document need not fire an event. A later request is answered after it. This frame cannot read a document of another
    // origin. The frames stay, and the page that embeds this one reads their documents.
    /** @param {string} name @param {Record<string, string>} attributes */
    const embedded = async (name, attributes) => {
        const made = /** @type {any} */ (document.createElement(name));
        for (const key in attributes) made.setAttribute(key, attributes[key]);
        document.body.append(made);
        await fetched(attributes.src ?? attributes.data, { mode: 'no-cors', cache: 'no-store' }).catch(() => {});
        return made.contentDocument?.body?.textContent ?? '';
    };

    /** @param {string} address @param {string} method */
    const form = async (address, method) => {
        const frame = document.createElement('iframe');
        frame.name = `target-${Math.random()}`;
        const made = document.createElement('form');
        Object.assign(made, { action: address, method, target: frame.name, enctype: 'text/plain' });
        made.append(Object.assign(document.createElement('input'), { name: '{"handler":"forged","x":"', value: '","answer":1}' }));
        document.body.append(frame, made);
        made.submit();
        await fetched(address, { mode: 'no-cors', cache: 'no-store' }).catch(() => {});
        made.remove();
        return frame.contentDocument?.body?.textContent ?? '';
    };

    /** @type {Record<string, (address: string, method: string) => Promise<string>>} */
    const ways = {
        'no-cors fetch': (address, method) => fetched(address, init(method, { mode: 'no-cors' })),
        'cors fetch': (address, method) => fetched(address, init(method)),
        'fetch with the header': (address, method) => fetched(address, init(method, { headers: { 'X-SWWebView-Request': '1' } })),
        'fetch with a mark': (address, method) => fetched(`${address}#___sw?destination=script&origin=${encodeURIComponent(new URL(address).origin)}`, init(method, { mode: 'no-cors' })),
        'PUT': (address) => fetched(address, init('PUT')),
        'synchronous request': synchronous,
        'synchronous request with the header': (address, method) => synchronous(address, method, { 'X-SWWebView-Request': '1' }),
        'image': (src) => element('img', { src }),
        'script': (src) => element('script', { src }),
        'module': async (address) => Object.keys(await import(address)).join(),
        'style sheet': (href) => element('link', { rel: 'stylesheet', href }),
        'frame': (src) => embedded('iframe', { src }),
        'frame with a mark': (address) => embedded('iframe', { src: `${address.split('#')[0]}#___sw?destination=document` }),
        'object': (data) => embedded('object', { data, type: 'text/html' }),
        'form': form,
        'event source': (address) => new Promise((resolve) => {
            const source = new EventSource(address);
            source.onopen = () => { source.close(); resolve('opened'); };
            source.onerror = () => { source.close(); resolve(''); };
        }),
        'beacon': async (address) => void navigator.sendBeacon(address, 'forged') ?? '',
    };

    const posting = ['no-cors fetch', 'cors fetch', 'fetch with the header', 'synchronous request', 'synchronous request with the header', 'form', 'beacon'];

    /** @param {InternalPath} path @param {string} origin @param {string} way */
    const attempt = async ({ path, method }, origin, way) => {
        /** @type {Promise<string>} */
        const silence = new Promise((resolve) => {
            const check = () => {
                const rest = limit - (performance.now() - lastAnswer);
                if (rest > 0) setTimeout(check, rest);
                else resolve('no answer');
            };
            check();
        });
        try {
            return await Promise.race([ways[way](origin + path, method), silence]);
        } catch {
            return '';
        } finally {
            lastAnswer = performance.now();
        }
    };

    addEventListener('message', async ({ data, source }) => {
        if (!data?.paths) return;
        lastAnswer = performance.now();
        /** @type {string[]} */
        const found = [];
        await Promise.all(data.paths.map(async (/** @type {InternalPath} */ path) => {
            const names = path.method === 'POST' ? posting : Object.keys(ways);
            const got = await Promise.all(names.map((way) => attempt(path, data.origin, way)));
            got.forEach((text, index) => { if (text) found.push(`${path.method} ${path.path}, ${names[index]}: ${text.slice(0, 100)}`); });
        }));
        /** @type {Window} */ (source).postMessage({ found }, '*');
    });
    parent.postMessage('ready', '*');
};

hostileFrame();
