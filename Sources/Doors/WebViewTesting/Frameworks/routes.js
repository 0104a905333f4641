// Routes of a test: answers in the place of folders, servers and the network, for the requests of pages, workers and native code.

import { ask, read as readHost } from './host.js';

/** @type {Map<number, any>} */
const routes = new Map();
let lastID = 0;

/**
 * The regular expression of a pattern, as Playwright has it: `*` stands for anything but a slash, `**` for anything, `{a,b}` for either.
 * @param {string} glob
 */
const expressionOf = (glob) => {
    let text = '', depth = 0;
    for (let index = 0; index < glob.length; index++) {
        const sign = glob[index];
        if (sign === '*' && glob[index + 1] === '*') {
            text += glob[index + 2] === '/' ? '(?:.*/)?' : '.*';
            index += glob[index + 2] === '/' ? 2 : 1;
        } else if (sign === '*') {
            text += '[^/]*';
        } else if (sign === '{') {
            depth += 1;
            text += '(?:';
        } else if (sign === '}' && depth) {
            depth -= 1;
            text += ')';
        } else if (sign === ',' && depth) {
            text += '|';
        } else {
            text += sign?.replace(/[\\^$.|?+()[\]{}]/, '\\$&') ?? '';
        }
    }
    if (depth) throw new Error(`The pattern “${glob}” has a brace that does not end`);
    return `^${text}$`;
};

/** @param {Uint8Array} bytes */
const base64 = (bytes) => {
    let text = '';
    for (let start = 0; start < bytes.length; start += 0x8000) text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    return btoa(text);
};

/**
 * @param {any} answer
 * @returns {Promise<any>}
 */
const read = async (answer) => {
    if (answer === 'abort' || answer?.abort) return { isAborted: true, delay: answer.delay };
    if (answer instanceof Response) {
        return { status: answer.status, headers: [...answer.headers], body: base64(new Uint8Array(await answer.arrayBuffer())) };
    }
    if (answer === undefined || answer === null || typeof answer !== 'object') {
        throw new Error('A route answers with a Response, with { status, headers, body, json, delay }, or with "abort"');
    }
    const { status, headers, body, json, delay } = answer;
    if (status === undefined && headers === undefined && body === undefined && json === undefined) return { delay };
    const response = json === undefined ? new Response(body, { headers }) : /** @type {any} */ (Response).json(json, { headers });
    return { ...await read(response), status: status ?? 200, delay };
};

const send = () => ask('routes', { routes: [...routes.values()] });

/**
 * Answers requests that match a pattern until `remove` is called: the latest route first.
 * @param {string | RegExp} pattern  of the whole address, such as `**\/api/items*`
 * @param {any} answer  a Response; `{ status, headers, body, json, delay }`, where a delay alone lets the request go on; or `"abort"`
 * @param {{ method?: string, times?: number }} options  the method, and how often the route answers; otherwise any, and always
 */
export const route = async (pattern, answer, { method, times } = {}) => {
    const id = lastID += 1;
    const expression = pattern instanceof RegExp ? pattern.source : expressionOf(String(pattern));
    const ignoresCase = pattern instanceof RegExp && pattern.ignoreCase;
    routes.set(id, { id, expression, ignoresCase, method: method?.toUpperCase(), times, ...await read(answer) });
    try {
        await send();
    } catch (error) {
        routes.delete(id);
        throw error;
    }
    return {
        /** The requests that the route has answered: asker, method, url, headers and body. */
        requests: async () => {
            const { requests } = await readHost('routes');
            return requests.filter((/** @type {any} */ request) => request.route === id).map((/** @type {any} */ { route: _, ...request }) => request);
        },
        remove: async () => {
            routes.delete(id);
            await send();
        },
    };
};

/** Removes all routes of this page. */
export const unroute = async () => {
    routes.clear();
    await send();
};
