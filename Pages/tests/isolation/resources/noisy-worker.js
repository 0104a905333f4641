// Posts messages on a channel until it ends.
const noise = new BroadcastChannel('left');
setInterval(() => noise.postMessage('dedicated worker'), 1);
postMessage('started');
