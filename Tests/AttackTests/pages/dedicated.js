addEventListener("message", () => postMessage("pong"));
