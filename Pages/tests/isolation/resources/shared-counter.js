// Counts its connections, and posts messages on a channel.
let count = 0;
const noise = new BroadcastChannel('left');
addEventListener('connect', ({ ports }) => {
    count += 1;
    ports[0].postMessage(count);
    ports[0].onmessage = () => setInterval(() => noise.postMessage('shared worker'), 1);
});
