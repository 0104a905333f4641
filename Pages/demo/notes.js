// The notes, in IndexedDB. Pictures are kept as their bytes: a private WebKit session keeps no Blobs.

/**
 * @typedef {object} Note
 * @property {number} [id]
 * @property {string} title
 * @property {string} text
 * @property {Date} when
 * @property {Blob} picture
 */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** @param {IDBTransaction} transaction */
const completed = (transaction) =>
    new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
    });

/** @type {Promise<IDBDatabase> | undefined} */
let opening;
const database = () => {
    if (opening) return opening;
    const request = indexedDB.open('field-notes', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('notes', { keyPath: 'id', autoIncrement: true });
    return (opening = result(request));
};

/**
 * The notes, the newest first.
 * @returns {Promise<Note[]>}
 */
export const allNotes = async () => {
    const store = (await database()).transaction('notes').objectStore('notes');
    const kept = await result(store.getAll());
    const notes = kept.map((note) => ({ ...note, picture: new Blob([note.picture], { type: 'image/png' }) }));
    return notes.sort((a, b) => b.when.getTime() - a.when.getTime());
};

/**
 * Keeps notes, all or none.
 * @param {Note[]} notes
 */
export const keepNotes = async (...notes) => {
    const kept = await Promise.all(notes.map(async (note) => ({ ...note, picture: await note.picture.arrayBuffer() })));
    const transaction = (await database()).transaction('notes', 'readwrite', { durability: 'strict' });
    for (const note of kept) transaction.objectStore('notes').add(note);
    await completed(transaction);
};

/** @param {number} id */
export const removeNote = async (id) => {
    const transaction = (await database()).transaction('notes', 'readwrite');
    transaction.objectStore('notes').delete(id);
    await completed(transaction);
};
