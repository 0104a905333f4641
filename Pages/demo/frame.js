// A page inside the page: its bridge is another one, and says so to the page around it.

const answer = /** @type {HTMLElement} */ (document.getElementById('answer'));
const bridge = /** @type {any} */ (window).SWWebView;

try {
    if (!bridge) throw new Error('no bridge here');
    const note = await bridge.send('/ping', { note: 'heron', from: location.pathname });
    answer.textContent = `${note.note}, from ${note.from}`;
    parent.postMessage({ frame: location.pathname, reply: note }, location.origin);
} catch (error) {
    answer.textContent = /** @type {Error} */ (error).message;
    answer.className = 'bad';
    parent.postMessage({ frame: location.pathname, error: answer.textContent }, '*');
}

export {};
