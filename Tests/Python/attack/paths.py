"""Asks the bridge's scheme for odd paths, with odd methods, headers and bodies.

Every request must settle, and no answer may come from outside the mapped folder.
"""

import contextlib

import attack
import values
from driver import Driver

SECRET = "what-lies-outside-3f6c"
PARTS = [
    "___events___", "___testing___", "___body___", "___worker___", "___fetch___", "___mark___", "..", ".",
    "%2e%2e", "%2E%2e%2F", "..%2f", "..%5c", "%00", "%", "%zz", "%c0%ae", "index.html", "folder", "deep", "secret.txt", "link", "", "~", ";",
    "a" * 300, "\u00e9", "é", "piece", "body", "register", "1", "-1", "99999999999999999999",
]
METHODS = ["GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SW_REQUEST", "x", "get"]
HEADERS = [
    "Range", "If-None-Match", "If-Modified-Since", "If-Range", "Content-Type", "Accept", "X-Mark", "Cache-Control", "Service-Worker",
    "Last-Event-ID", "Content-Length", "X-SWWebView", "X-SWWebView-Mark", "Prefer",
]
VALUES = [
    "bytes=0-", "bytes=-1", "bytes=5-2", "bytes=0-99999999999999999999", "bytes=0-1,3-4", "bytes=", "*", '"x"', "Thu, 01 Jan 1970 00:00:00 GMT",
    "x", "", "script", "text/event-stream", "application/json", "multipart/form-data; boundary=", "-1", "0", "99999999999999999999",
]
QUERIES = ["", "?", "?watch", "?id=1", "?id=", "?length=1e9&x", "?length=-1", "?chunks=99999999999", "?seconds=nan", "?mode=x", "?to=//x", "?%", "?a=%ff"]

BATCH = """
const [batch, patience, secret, done] = arguments;
const attempt = async ({ path, method, headers, body }) => {
    const abort = new AbortController();
    const late = new Promise((resolve) => setTimeout(resolve, patience * 1000, "late"));
    const load = (async () => {
        const response = await fetch(path, { method, headers, body, signal: abort.signal });
        const reader = response.body?.getReader();
        const decoder = new TextDecoder();
        let text = "";
        // A stream has no end; its beginning is enough.
        while (reader && text.length < 65536) {
            const { value, done } = await Promise.race([reader.read(), new Promise((resolve) => setTimeout(resolve, 500, { done: true }))]);
            if (done) break;
            text += decoder.decode(value, { stream: true });
        }
        return text.includes(secret) ? "leaks" : null;
    })().catch(() => null);
    const outcome = await Promise.race([load, late]);
    abort.abort();
    return outcome && outcome + ": " + method + " " + path + " " + JSON.stringify(headers);
};
Promise.all(batch.map(attempt)).then(async (outcomes) => {
    const problems = outcomes.filter((outcome) => outcome !== null);
    const own = await (await fetch("/index.html")).text();
    if (!own.includes("<title>paths")) problems.push("the page's own file became " + own.slice(0, 80));
    return problems;
}).then(done, (error) => done(["the page fails: " + error]));
"""


def request(chance):
    parts = [chance.choice(PARTS) for _ in range(chance.randrange(1, 6))]
    origin = chance.choice(["", "", "", "sw://app.example", "https://app.example", "assets://", "sqlite://"])
    method = chance.choice(METHODS)
    headers = {chance.choice(HEADERS): chance.choice(VALUES) for _ in range(chance.randrange(3))}
    body = None if method in ("GET", "HEAD", "get") else values.string(chance)
    return {"path": origin + "/" + "/".join(parts) + chance.choice(QUERIES), "method": method, "headers": headers, "body": body}


def is_harmless(item):
    """Returns whether a request neither waits by design, as a piece of an upload for the upload's request, nor changes the session."""
    is_piece = item["method"] == "POST" and "___body___" in item["path"]
    return not is_piece and not any(name in item["path"] for name in ("watch", "offline", "stall", "quota", "limit"))


def run(chance, tally):
    pages = {"index.html": "<!doctype html><title>paths</title>", "folder/deep/index.html": "deep"}
    with contextlib.closing(Driver(pages)) as driver:
        (driver.folder / "secret.txt").write_text(SECRET, encoding="utf-8")
        (driver.pages / "link").symlink_to(driver.folder / "secret.txt")

        def make_batch():
            return [item for item in (request(chance) for _ in range(60)) if is_harmless(item)]

        attack.attack_pages(tally, driver, BATCH, make_batch, SECRET, assets=str(driver.pages))


attack.main("paths", run)
