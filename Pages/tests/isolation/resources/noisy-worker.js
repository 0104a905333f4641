// Makes itself heard until its end.
const noise = new BroadcastChannel('left');
setInterval(() => noise.postMessage('dedicated worker'), 1);
postMessage('started');
