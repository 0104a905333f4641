// Field notes: a notebook that opens without a network, and tells how it was served.

import { showApp } from './app.js';
import { startComposer } from './composer.js';
import { allNotes, keepNotes, removeNote } from './notes.js';
import { sampleNotes } from './samples.js';
import { keptFiles, measure, showFacts, showFiles } from './served.js';
import { offerUpdates, report, startService, whatIsMissing } from './service.js';

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {import('./notes.js').Note} note */
const cardOf = async ({ id, title, text, when, picture }) => {
    const card = /** @type {HTMLElement} */ (document.createElement('li'));
    const [image, heading, words, time, remove] = [
        document.createElement('img'), document.createElement('h3'), document.createElement('p'),
        document.createElement('time'), document.createElement('button'),
    ];
    image.src = URL.createObjectURL(picture);
    image.alt = `A drawing: ${title}`;
    heading.textContent = title;
    words.textContent = text;
    time.dateTime = when.toISOString();
    time.textContent = when.toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
    Object.assign(remove, { type: 'button', textContent: '×', title: `Remove “${title}”` });
    remove.addEventListener('click', async () => {
        await removeNote(Number(id));
        await showNotes();
    });
    card.append(image, heading, words, time, remove);
    await image.decode().catch(() => {});
    return card;
};

const showNotes = async () => {
    const notes = await allNotes();
    const list = element('notes');
    for (const { src } of list.querySelectorAll('img')) URL.revokeObjectURL(src);
    list.replaceChildren(...(await Promise.all(notes.map(cardOf))));
    element('notes-title').textContent = notes.length === 1 ? '1 note' : `${notes.length} notes`;
    return notes;
};

/** The weather, and whether it is there at all. */
const showWeather = async () => {
    try {
        const { place, temperature, sky, wind, river } = await (await fetch('weather.json')).json();
        element('temperature').textContent = `${temperature}°`;
        element('sky').textContent = sky;
        element('wind').textContent = `${place} · wind ${wind} · river ${river}`;
        return true;
    } catch {
        element('sky').textContent = 'No weather';
        element('wind').textContent = 'The network is away, and none was kept';
        return false;
    }
};

/** @param {boolean} isOnline @param {string} visit */
const showConnection = (isOnline, visit) => {
    element('connection').textContent = isOnline ? 'online' : 'offline';
    element('connection').className = isOnline ? 'badge good' : 'badge away';
    element('visit').textContent = visit;
    element('weather-source').textContent = isOnline ? 'fresh' : 'kept copy';
    element('weather-source').className = isOnline ? 'tag network' : 'tag cache';
};

/** @param {string} text */
const showMissing = (text) => {
    element('missing').textContent = text;
    element('missing').hidden = false;
};

/** @param {ServiceWorkerRegistration} registration @param {number} count */
const showService = async (registration, count) => {
    const { version, files, answers } = await report();
    const order = files.map((file) => new URL(file, location.href).href);
    const kept = (await keptFiles()).filter(({ url }) => order.includes(url));
    kept.sort((a, b) => order.indexOf(a.url) - order.indexOf(b.url));
    const isOnline = answers.get(new URL('weather.json', location.href).href) === 'network';
    const isReturn = answers.has(location.href);
    const { installing, waiting, active } = registration;
    /** @type {[string, string][]} */
    const updates = [];
    if (installing) updates.push(['update', installing.state]);
    if (waiting) updates.push(['update', `${waiting.state}, waits`]);
    showConnection(
        isOnline,
        !isOnline ? 'Opened without a network, and nothing is missing'
            : isReturn ? 'Opened from the worker’s cache' : 'First visit: from the network, and kept for the next'
    );
    showFacts([
        ['connection', isOnline ? 'online' : 'offline', isOnline ? 'cache' : 'away'],
        ['this page', isReturn ? 'from the cache' : 'from the network', isReturn ? 'cache' : 'network'],
        ['worker', `version ${version}, ${active?.state}`],
        ...updates,
        ['controller', navigator.serviceWorker.controller ? 'that worker' : 'none'],
        ['notes', `${count}, in IndexedDB`],
    ]);
    showFiles(kept, answers);
};

const start = async () => {
    element('missing').hidden = true;
    startComposer(async (note) => {
        await keepNotes(note);
        await showNotes();
    });
    if ((await allNotes()).length === 0 && !localStorage.getItem('has begun')) await keepNotes(...(await sampleNotes()));
    localStorage.setItem('has begun', 'yes');
    const notes = await showNotes();
    const count = notes.length;
    await showApp(notes);
    const missing = whatIsMissing();
    if (missing) {
        showMissing(missing);
        document.body.classList.add('unserved');
        showConnection(await showWeather(), 'Only while the network is there');
        showFacts([['worker', 'none', 'away'], ['notes', `${count}, in IndexedDB`], ['origin', location.origin]]);
        return;
    }
    const registration = await startService();
    await measure('icon.svg');
    const show = async () => {
        await showWeather();
        await showService(registration, count);
    };
    offerUpdates(registration, element('update'), show);
    await show();
    for (const change of ['online', 'offline']) addEventListener(change, show);
};

try {
    await start();
} catch (error) {
    showMissing(String(/** @type {Error} */ (error).message));
    element('connection').textContent = 'not settled';
}
document.documentElement.dataset.ready = 'true';
