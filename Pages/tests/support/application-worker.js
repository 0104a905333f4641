// Posts its origin, and the text that it reads from a module.

const reply = async () => {
    const text = await (await fetch('application-module.mjs')).text();
    self.postMessage(`${self.location.origin} ${text.match(/'(.*)'/)?.[1]}`);
};
reply();
