// Posts its origin, and what it reads from a module's text.

const reply = async () => {
    const text = await (await fetch('application-module.mjs')).text();
    self.postMessage(`${self.location.origin} ${text.match(/'(.*)'/)?.[1]}`);
};
reply();
