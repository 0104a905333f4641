(async () => {
    /**
     * Returns the result of a question; 0 where the API is not available at the origin.
     * @param {() => unknown} question
     */
    const ask = async (question) => {
        try {
            return await question();
        } catch {
            return 0;
        }
    };
    const folder = async () => {
        const root = await navigator.storage.getDirectory();
        for await (const name of /** @type {any} */ (root).keys()) await root.removeEntry(name, { recursive: true });
        for await (const _ of /** @type {any} */ (root).keys()) return 1;
        return 0;
    };
    const locks = async () => {
        const { held, pending } = await navigator.locks.query();
        return (held?.length ?? 0) + (pending?.length ?? 0);
    };
    /** @type {Record<string, () => unknown>} */
    const questions = {
        localStorage: () => localStorage.length,
        IndexedDB: async () => (await indexedDB.databases()).length,
        caches: async () => (await caches.keys()).length,
        cookies: () => document.cookie.length,
        files: folder,
        locks,
        "persistent storage": async () => (await navigator.storage.persisted()) ? 1 : 0,
    };
    const names = Object.keys(questions);
    const counts = await Promise.all(names.map((name) => ask(questions[name])));
    return names.filter((_, index) => counts[index] !== 0).join(", ");
})()
