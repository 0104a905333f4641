// A library as a CDN has it.
export const name = 'library';
