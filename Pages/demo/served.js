// Measures how the page was served: by counts and times, without assumptions.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {number} bytes */
const size = (bytes) => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`);

/** @param {[name: string, value: string, look?: string][]} facts */
export const showFacts = (facts) => {
    element('facts').replaceChildren(
        ...facts.flatMap(([name, value, look = '']) => {
            const [term, description] = [document.createElement('dt'), document.createElement('dd')];
            term.textContent = name;
            description.textContent = value;
            description.className = look;
            return [term, description];
        })
    );
};

/**
 * The files in the caches, each once: while an update waits, its files are kept besides.
 * @returns {Promise<{ url: string, bytes: number }[]>}
 */
export const keptFiles = async () => {
    /** @type {Map<string, { url: string, bytes: number }>} */
    const files = new Map();
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const response = await cache.match(request);
            files.set(request.url, { url: request.url, bytes: (await response?.arrayBuffer())?.byteLength ?? 0 });
        }
    }
    return [...files.values()];
};

/**
 * One line for each file: where this page had it from, and that it is kept.
 * @param {{ url: string, bytes: number }[]} kept
 * @param {Map<string, 'cache' | 'network'>} answers
 */
export const showFiles = (kept, answers) => {
    const isReturn = answers.has(location.href);
    const rows = kept.map(({ url, bytes }) => {
        const isPage = url.endsWith('/');
        const source = !isReturn ? 'network' : (answers.get(isPage ? location.href : url) ?? 'kept');
        const row = document.createElement('li');
        const [name, weight, from] = [document.createElement('span'), document.createElement('small'), document.createElement('b')];
        name.textContent = isPage ? 'the page' : (url.split('/').at(-1) ?? url);
        weight.textContent = size(bytes);
        from.textContent = source;
        row.className = source;
        row.append(name, weight, from);
        return row;
    });
    element('files').replaceChildren(...rows);
    element('files-title').textContent = `${kept.length} files kept · ${size(kept.reduce((sum, { bytes }) => sum + bytes, 0))}`;
};

/**
 * The clock has whole milliseconds, a fetch may take less: runs of ten are timed, their median is shown.
 * @param {string} file
 */
export const measure = async (file) => {
    const [runs, fetches] = [25, 10];
    /** @type {number[]} */
    const times = [];
    for (let run = 0; run < runs; run += 1) {
        const start = performance.now();
        for (let count = 0; count < fetches; count += 1) await (await fetch(file)).arrayBuffer();
        times.push((performance.now() - start) / fetches);
    }
    // The first run warms up.
    times.shift();
    const sorted = [...times].sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => Number(sorted[Math.round(share * (sorted.length - 1))]);
    element('median').textContent = at(0.5).toFixed(1);
    element('spread').textContent = `Median of ${times.length} runs of ${fetches}, ${at(0).toFixed(1)} to ${at(1).toFixed(1)} ms`;
    const points = times.map((time, run) => `${(run * 200) / (times.length - 1)},${(30 - (time / at(1)) * 26).toFixed(1)}`);
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
    line.setAttribute('points', points.join(' '));
    line.setAttribute('vector-effect', 'non-scaling-stroke');
    element('chart').replaceChildren(line);
};
