addEventListener("connect", event => event.ports[0].onmessage = ({ target }) => target.postMessage("pong"));
