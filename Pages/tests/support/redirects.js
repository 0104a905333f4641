// Functions that the suites of redirects share.

/** The folder that redirects lead to. */
const innerFolder = new URL('resources/redirects/inner/', location.href).href;

/**
 * Returns an address that redirects.
 * @param {string} to @param {string} [more]  The rest of the query.
 */
const redirectTo = (to, more = '') => endpoint(`redirect?to=${encodeURIComponent(to)}${more}`);
