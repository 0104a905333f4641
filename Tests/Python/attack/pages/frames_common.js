// Functions for the scripts of hostile frames.

// An id as documents have them: no script finds out a real one.
const guess = () => Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join("");
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
// Sends a command for another document than this frame's; for this one where none is named.
const post = (path, body, document) => {
    try {
        if (document === undefined) SWWebView.send(path, body).catch(() => {});
        else webkit.messageHandlers.SWWebView.postMessage(JSON.stringify({ document, path, body }));
    } catch {}
};
const request = async (address, { method, headers, mode }, isSynchronous) => {
    const body = method === "GET" || method === "HEAD" ? undefined : "{}";
    if (!isSynchronous) {
        try {
            return await (await fetch(address, { method, headers, mode, body })).text();
        } catch {
            return "";
        }
    }
    const request = new XMLHttpRequest();
    try {
        request.open(method, address, false);
        for (const name in headers) request.setRequestHeader(name, headers[name]);
        request.send(body);
    } catch {}
    return request.responseText;
};
const element = async (name, address) => {
    const made = document.createElement(name);
    made[name === "link" ? "href" : name === "object" ? "data" : "src"] = address;
    if (name === "link") made.rel = "stylesheet";
    const over = new Promise((resolve) => (made.onload = made.onerror = resolve));
    document.body.append(made);
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 500))]);
    try {
        return [self.answeredBy, made.contentDocument?.body?.textContent];
    } catch {
        return [];
    }
};
const run = async (attack, isInBlank) => {
    if (isInBlank) {
        // The same in a document that has its origin from this one.
        const frame = document.createElement("iframe");
        document.body.append(frame);
        self.XMLHttpRequest = frame.contentWindow.XMLHttpRequest;
        self.fetch = frame.contentWindow.fetch.bind(frame.contentWindow);
    }
    try { navigator.serviceWorker; } catch {}
    let got;
    try {
        got = await Promise.race([attack(), new Promise((resolve) => setTimeout(resolve, 3000))]);
    } catch (error) {
        got = `${error}`;
    }
    (opener ?? parent).postMessage(JSON.stringify(got ?? null), "*");
};
