import { answer } from './imported.mjs';

export { answer };
export default import.meta.url;
