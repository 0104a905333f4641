// The features that the app around the page offers, where there is one: rows, pictures, work, events and links. A page without an
// app, or with a part of one, shows what is there.

/** @typedef {{ name: string, picture: string, seen: number, protected: number }} Species */

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {number} count @returns {Promise<Species[] | undefined>} */
const mostSeen = async (count) => {
    const response = await fetch(`sqlite://species?select=name,picture,seen,protected&order=seen.desc&limit=${count}`).catch(() => undefined);
    return response?.ok ? response.json() : undefined;
};

/** @param {Species[]} species */
const showSpecies = async (species) => {
    const most = Math.max(...species.map(({ seen }) => seen));
    const rows = species.map(({ name, picture, seen, protected: isProtected }) => {
        const row = document.createElement('li');
        const [image, label, count, bar] = [
            document.createElement('img'), document.createElement('span'), document.createElement('b'), document.createElement('i'),
        ];
        Object.assign(image, { src: `assets://${picture}`, alt: '', width: 34, height: 34 });
        label.textContent = name;
        if (isProtected) label.className = 'protected';
        count.textContent = String(seen);
        bar.style.width = `${(100 * seen) / most}%`;
        row.append(image, label, count, bar);
        return row;
    });
    element('species').replaceChildren(...rows);
    await Promise.all([...element('species').querySelectorAll('img')].map((image) => image.decode().catch(() => image.remove())));
};

/**
 * The next event of a name that the app dispatches.
 * @param {string} name
 * @returns {Promise<any>}
 */
const nextEvent = (name) => new Promise((resolve) =>
    addEventListener(name, (event) => resolve(/** @type {CustomEvent} */ (event).detail), { once: true })
);

/**
 * The app tells of the river as soon as it hears that the notebook is open, and whenever it changes.
 * @param {number} notes
 */
const followRiver = async (notes) => {
    addEventListener('river', (event) => {
        const { levels } = /** @type {CustomEvent<{ levels: number[] }>} */ (event).detail;
        const [low, high] = [Math.min(...levels), Math.max(...levels)];
        const points = levels.map((level, index) =>
            `${(index * 200) / (levels.length - 1)},${(27 - ((level - low) / (high - low || 1)) * 24).toFixed(1)}`
        );
        element('river-level').textContent = levels.at(-1)?.toFixed(2);
        element('gauge-line').setAttribute('points', points.join(' '));
    });
    const told = nextEvent('river');
    dispatchEvent(new CustomEvent('notebook', { detail: { notes } }));
    await told;
};

/**
 * Work that takes longer than a request should: accepted at once, with progress, and a result in the end.
 * @param {any[]} notes
 */
const backUp = async (notes) => {
    const body = JSON.stringify(notes.map(({ title, text, when }) => ({ title, text, when })));
    const { fetchDeferred } = /** @type {any} */ (window);
    try {
        const { kept, bytes } = await fetchDeferred('backup://notes', {
            method: 'POST', body, onprogress: (/** @type {number} */ share) => (element('backup').value = share),
        });
        element('backup').value = 1;
        element('backup-state').textContent = `${kept} notes, ${bytes} B`;
    } catch (error) {
        element('backup-state').textContent = /** @type {Error} */ (error).message;
    }
};

/**
 * A link to the app, which calls back when it is done.
 * @param {any} note
 */
const offerSharing = ({ title, text }) => {
    const done = new URL('#shared', location.href).href;
    const items = Object.entries({ title, text, 'x-success': done }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    element('share').href = `fieldnotes://x-callback-url/share?${items.join('&')}`;
    addEventListener('opened', (event) => {
        const items = new URL(/** @type {CustomEvent<string>} */ (event).detail).searchParams;
        element('share-state').textContent = `${items.get('shared')} shared, ${items.get('letters')} letters`;
    });
};

/**
 * Shows what the app gives; returns whether there is anything.
 * @param {import('./notes.js').Note[]} notes
 */
export const showApp = async (notes) => {
    const species = await mostSeen(4);
    if (!species) return false;
    document.body.classList.add('hosted');
    element('app').hidden = false;
    await showSpecies(species);
    if (!('fetchDeferred' in window)) return true;
    element('native').hidden = false;
    await Promise.all([followRiver(notes.length), backUp(notes)]);
    if (notes[0]) offerSharing(notes[0]);
    return true;
};
