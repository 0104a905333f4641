// Throws once it can be connected to.
self.addEventListener('connect', ({ ports: [port] }) => port.postMessage('connected'));
throw new Error('as it should');
