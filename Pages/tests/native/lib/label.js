/** @param {string} text */
export const label = (text) => `${text}.jpg`;
