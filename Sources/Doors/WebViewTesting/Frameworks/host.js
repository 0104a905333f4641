// Requests of the test libraries to the host's endpoints.

// Tests replace it.
const request = fetch.bind(window);

/** @param {string} name @param {RequestInit} options @returns {Promise<Response>} */
const answer = async (name, options) => {
    const response = await request(`/___testing___/${name}`, { ...options, headers: { 'X-SWWebView-Request': '1' }, cache: 'no-store' });
    if (response.status === 400) throw new Error((await response.json()).error);
    if (!response.ok) throw new Error(`The host did not answer ${name}: status ${response.status}`);
    return response;
};

/**
 * Has the host do something.
 * @param {string} name @param {any} message
 */
export const ask = (name, message) => answer(name, { method: 'POST', body: JSON.stringify(message) });

/** @param {string} name @returns {Promise<any>} */
export const read = async (name) => (await answer(name, {})).json();
