"""Sends odd commands over the bridge, and messages that are no commands.

Every command that a page sends must settle, and the bridge must work afterwards.
"""

import contextlib

import attack
import values
from driver import Driver

# The commands of Sources/Bridge/SWWebView, and paths that are none.
PATHS = [
    "/ping", "/Cache/delete", "/Cache/keys", "/Cache/match", "/Cache/matchAll", "/Cache/put", "/Cache/stopUpload",
    "/Cache/upload", "/CacheStorage/delete", "/CacheStorage/has", "/CacheStorage/keys", "/CacheStorage/match", "/CacheStorage/open",
    "/Client/postMessage", "/Client/update", "/Clients/claim", "/Clients/get", "/Clients/matchAll", "/EventStream/taken",
    "/MessagePort/close", "/MessagePort/proxyMessage", "/NavigationPreloadManager/getState", "/NavigationPreloadManager/setState",
    "/Navigator/sendBeacon", "/OpaqueResponse/", "/OpaqueResponse/clone", "/OpaqueResponse/release", "/ServiceWorker/postMessage",
    "/ServiceWorkerContainer/getregistration", "/ServiceWorkerContainer/getregistrations", "/ServiceWorkerContainer/register",
    "/ServiceWorkerGlobalScope/skipWaiting", "/ServiceWorkerRegistration/unregister", "/ServiceWorkerRegistration/update",
    "/SharedWorker/closing", "/SharedWorker/connect", "/SharedWorker/running", "/WindowClient/focus", "/Worker/create", "/Worker/gone",
    "/fetch", "/Body/drop", "/Body/pull", "/Body/push", "/Body/fail", "/nothing", "", "/", "/Cache", "/Cache/put/", "/../ping",
]
NAMES = [
    "id", "url", "scope", "scriptURL", "script", "type", "updateViaCache", "cacheName", "cache", "name", "request", "requests", "response",
    "headers", "method", "body", "options", "ignoreSearch", "ignoreMethod", "ignoreVary", "message", "ports", "transfer", "client",
    "clientID", "worker", "workerID", "registrationID", "includeUncontrolled", "enabled", "value", "upload", "length", "index", "credentials",
    "streamID", "promiseIndex", "path", "taken", "port", "frameType", "origin", "status",
]

PAGE = "<!doctype html><title>bridge</title><script>window.own = caches.open('own').then((own) => own.put('/kept', new Response('kept')))</script>"

BATCH = values.REVIVE + """
const [batch, patience, done] = arguments;
const settled = (promise, name) => Promise.race([
    Promise.resolve(promise).then(() => null, () => null),
    new Promise((resolve) => setTimeout(resolve, patience * 1000, name)),
]);
const attempt = ({ path, body, raw }) => {
    try {
        const odd = revive(body);
        if (!raw) return settled(SWWebView.send(path, odd), "never settles: " + path + " " + JSON.stringify(body));
        webkit.messageHandlers.SWWebView.postMessage(raw === "whole" ? odd : { ...Object(odd), path });
    } catch {}
    return null;
};
(async () => {
    await own;
    const pending = (await Promise.all(batch.map(attempt))).filter((name) => name !== null);
    const pong = await Promise.race([SWWebView.send("/ping", 42), new Promise((resolve) => setTimeout(resolve, patience * 1000, "silence"))]);
    if (pong !== 42) pending.push("/ping answers " + JSON.stringify(pong));
    const kept = await (await (await caches.open("own")).match("/kept"))?.text();
    if (kept !== "kept") pending.push("a stored response became " + kept);
    return pending;
})().then(done, (error) => done(["the page fails: " + error]));
"""


def command(chance):
    body = values.value(chance, NAMES)
    raw = chance.choice([None, None, None, "path", "whole"])
    return {"path": chance.choice(PATHS), "body": body, "raw": raw}


def run(chance, tally):
    with contextlib.closing(Driver({"index.html": PAGE})) as driver:
        attack.attack_pages(tally, driver, BATCH, lambda: [command(chance) for _ in range(100)])


attack.main("bridge", run)
