/**
 * A generator that gives the same numbers for the same seed: from 0 to less than 1, or whole ones below a limit.
 * @param {number} seed
 */
const randomFrom = (seed) => (below = 0) => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return below ? Math.floor((seed / 2 ** 32) * below) : seed / 2 ** 32;
};
