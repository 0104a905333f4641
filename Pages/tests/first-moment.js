// Records what the page's first script sees, and the events since then, for a test that comes later.

var firstMoment = { visibility: document.visibilityState, hasFocus: document.hasFocus(), width: innerWidth, height: innerHeight };
/** @type {string[]} */
var changesSince = [];
for (const type of ['visibilitychange', 'focus', 'blur', 'resize'])
    addEventListener(type, () => changesSince.push(type), true);
