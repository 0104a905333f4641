// The runtime never calls a function that a page can replace.

/**
 * Replaces a function while `work` runs, with one that notes the call.
 * @template T
 * @param {any} owner @param {PropertyKey} name @param {(calls: () => number) => Promise<T>} work
 */
const withPatched = async (owner, name, work) => {
    const native = Object.getOwnPropertyDescriptor(owner, name);
    let calls = 0;
    Object.defineProperty(owner, name, {
        configurable: true, enumerable: false, writable: true, value() { calls += 1; throw new Error(`${String(name)} was called`); },
    });
    try {
        return await work(() => calls);
    } finally {
        if (native) Object.defineProperty(owner, name, native);
        else delete owner[name];
    }
};

/** Uses each method of a cache once and returns the results as a text. */
const useCaches = async () => {
    const cache = await caches.open('patched');
    const request = new Request('/patched', { headers: { 'X-A': 'b' } });
    await cache.put(request, new Response('text', { headers: { 'Content-Type': 'text/plain' } }));
    const found = await cache.match('/patched');
    const text = await (/** @type {Response} */ (found)).text();
    const all = await cache.matchAll();
    const stored = await cache.keys();
    const isThere = await caches.has('patched');
    await cache.delete('/patched');
    await caches.delete('patched');
    return `${text} ${all.length} ${stored.length} ${isThere}`;
};

/** @type {[string, any, PropertyKey][]} */
const patches = [
    ['Array.prototype.toJSON', Array.prototype, 'toJSON'], ['Object.prototype.toJSON', Object.prototype, 'toJSON'],
    ['String.prototype.toJSON', String.prototype, 'toJSON'], ['Number.prototype.toJSON', Number.prototype, 'toJSON'],
    ['JSON.stringify', JSON, 'stringify'], ['JSON.parse', JSON, 'parse'], ['Array.prototype.push', Array.prototype, 'push'],
    ['Array.prototype.map', Array.prototype, 'map'], ['Array.prototype.join', Array.prototype, 'join'],
    ['String.prototype.slice', String.prototype, 'slice'], ['Map.prototype.get', Map.prototype, 'get'],
    ['Map.prototype.set', Map.prototype, 'set'], ['Response.prototype.clone', Response.prototype, 'clone'],
    ['Request.prototype.clone', Request.prototype, 'clone'], ['Response.prototype.arrayBuffer', Response.prototype, 'arrayBuffer'],
    ['Headers.prototype.get', Headers.prototype, 'get'], ['Headers.prototype.forEach', Headers.prototype, 'forEach'],
    ['Function.prototype.call', Function.prototype, 'call'], ['Function.prototype.bind', Function.prototype, 'bind'],
    ['Array.prototype[Symbol.iterator]', Array.prototype, Symbol.iterator],
];

for (const [title, owner, name] of patches) {
    promise_test(async () => {
        await caches.keys();
        /** @type {{text: string, calls: number} | undefined} */
        let result;
        await withPatched(owner, name, async (calls) => {
            const text = await useCaches();
            result = { text, calls: calls() };
        });
        assert_equals(result?.text, 'text 1 1 true');
        assert_equals(result?.calls, 0, 'calls of the page\'s function');
    }, `caches work with ${title} replaced`);
}

promise_test(async () => {
    await withPatched(Array.prototype, 'toJSON', async () => {
        const echo = await SWWebView.send('/ping', [1, 'a"', null, { b: [undefined, {}], c: undefined, d: -0.5 }]);
        assert_equals(echo.length, 4);
        assert_equals(echo[3].b[0], null);
        assert_equals('c' in echo[3], false);
        assert_equals(echo[3].d, -0.5);
    });
}, 'bodies are the same text with Array.prototype.toJSON replaced');
