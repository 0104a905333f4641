import { name } from './folder/imported.mjs';
export const greeting = `hello ${name}`;
