// Tests of CapacitorHttp, of the `fetch` and `XMLHttpRequest` that it replaces, and of downloads. Scripts/hosts maps
// https://server.example to the folder `server`.

import { calls, phone } from "../app/notebook_suite.js";

const page = /** @type {any} */ (window);
const { App, CapacitorHttp, Filesystem } = page.Capacitor.Plugins;
const server = "https://server.example";

/** @param {Promise<any>} promise */
const errorOf = (promise) => promise.then(() => assert_unreached("no error"), (error) => error);

promise_test(async () => {
    const { name, id } = await App.getInfo();
    assert_equals(`${name} ${id}`, "Notebook com.example.notebook");
    assert_equals(page.CapacitorWebFetch.name, "fetch");
    assert_equals(prompt('{"type":"CapacitorHttp"}'), "true");
    assert_equals(prompt('{"type":"CapacitorCookies.isEnabled"}'), "true");
}, "the app has the settings of its capacitor.config.json");

promise_test(async () => {
    const { status, data, headers, url } = await CapacitorHttp.get({ url: `${server}/user.json`, params: { a: ["1", "2 3"] } });
    assert_equals(status, 200);
    assert_equals(data.name, "Ada");
    assert_equals(data.list[2].$date, 5);
    assert_true(Object.hasOwn(data, "__proto__"));
    assert_true(headers["content-type"].startsWith("application/json"));
    assert_equals(url, `${server}/user.json?a=1&a=2%203`);
    assert_equals((await CapacitorHttp.request({ url: `${server}/text.txt` })).data, "plain tüxt\n");
    assert_equals((await CapacitorHttp.get({ url: `${server}/text.txt`, responseType: "arraybuffer" })).data, "cGxhaW4gdMO8eHQK");
    assert_equals(typeof (await CapacitorHttp.get({ url: `${server}/text.txt`, responseType: "json" })).data, "string");
    assert_equals((await CapacitorHttp.get({ url: `${server}/none` })).status, 404);
    assert_equals((await CapacitorHttp.post({ url: `${server}/user.json`, data: { a: 1 }, headers: { "Content-Type": "application/json" } })).status, 405);
}, "responses have a status, headers and data of their type");

promise_test(async () => {
    const response = await fetch(`${server}/user.json`, { headers: { "X-Test": "1" } });
    assert_equals(response.headers.get("x-content-type-options"), "nosniff");
    assert_equals((await response.json()).name, "Ada");
    assert_equals(new URL((await fetch(new Request(`${server}/text.txt`))).url).pathname, "/_capacitor_http_interceptor_");
    assert_equals((await fetch(new URL(`${server}/none`))).status, 404);
    assert_equals(await (await fetch(`${server}/text.txt`, { mode: "no-cors" })).text(), "plain tüxt\n");
    const posted = await fetch(`${server}/text.txt`, { method: "POST", body: "body" });
    assert_equals(`${posted.status} ${posted.url}`, `405 ${server}/text.txt`);
    const call = (await calls()).reverse().find(({ handler }) => handler === "CapacitorHttp.request");
    assert_equals(`${call?.body.method} ${call?.body.dataType} ${call?.body.data}`, "POST json body");
    const form = new FormData();
    form.append("file", new File(["ü"], "a.txt", { type: "text/plain" }));
    assert_equals((await fetch(`${server}/text.txt`, { method: "PUT", body: form })).status, 405);
    const { body } = /** @type {any} */ ((await calls()).at(-1));
    assert_equals(`${body.dataType} ${body.data[0].fileName} ${body.data[0].value}`, "formData a.txt w7w=");
    assert_equals((await fetch("/hosts/app/app.css")).url, "capacitor://localhost/hosts/app/app.css");
}, "fetch uses the native half for other servers");

promise_test(async () => {
    /** @param {string} method @param {string} url @param {any} [body] @returns {Promise<XMLHttpRequest>} */
    const send = (method, url, body) => new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open(method, url);
        request.onload = () => resolve(request);
        request.onerror = () => reject(request);
        request.send(body);
    });
    assert_equals(JSON.parse((await send("GET", `${server}/user.json`)).responseText).name, "Ada");
    const posted = await send("POST", `${server}/user.json`, "a=1");
    assert_equals(`${posted.status} ${posted.readyState} ${posted.responseURL}`, `405 4 ${server}/user.json`);
    assert_equals(posted.getResponseHeader("Allow"), "GET, HEAD");
    assert_true(posted.getAllResponseHeaders().includes("allow: GET, HEAD\r\n"));
    assert_equals((await send("GET", "/hosts/app/app.css")).status, 200);
    assert_true(posted instanceof XMLHttpRequest);
}, "XMLHttpRequest uses the native half for other servers");

promise_test(async (t) => {
    t.add_cleanup(() => phone({ isConnected: true }));
    await phone({ isConnected: false });
    const error = await errorOf(CapacitorHttp.get({ url: "https://unmapped.example/" }));
    assert_equals(`${error.code}: ${error.message}`, "NSURLErrorDomain: The Internet connection appears to be offline.");
    assert_equals((await errorOf(Filesystem.downloadFile({ url: "https://unmapped.example/", path: "x" }))).code, "DOWNLOAD");
    await errorOf(fetch("https://unmapped.example/"));
}, "a phone without a network sends no requests");

promise_test(async () => {
    const reports = /** @type {any[]} */ ([]);
    const handle = await Filesystem.addListener("progress", (/** @type {any} */ report) => reports.push(report));
    const options = { url: `${server}/text.txt`, path: "downloads/text.txt", directory: "CACHE", progress: true };
    const { path } = await Filesystem.downloadFile(options);
    assert_equals((await Filesystem.readFile({ path, encoding: "utf8" })).data, "plain tüxt\n");
    assert_equals(`${reports[0].url} ${reports[0].bytes} ${reports[0].contentLength}`, `${options.url} 12 12`);
    await handle.remove();
    await Filesystem.downloadFile({ ...options, url: `${server}/user.json` });
    assert_equals(reports.length, 1);
    assert_equals((await Filesystem.readdir({ path: "downloads", directory: "CACHE" })).files.length, 1);
    const failed = await errorOf(Filesystem.downloadFile({ ...options, url: `${server}/none` }));
    assert_equals(`${failed.code}: ${failed.message}`, `DOWNLOAD: Error downloading file: ${server}/none`);
    assert_equals(JSON.parse((await Filesystem.readFile({ path, encoding: "utf8" })).data).name, "Ada");
}, "a download writes a file and reports its progress");

promise_test(async () => {
    for (const path of ["../../x", "a/../../../x", "..", "", 1, null, undefined]) {
        await errorOf(Filesystem.downloadFile({ url: `${server}/text.txt`, path }));
    }
    for (const url of ["file:///etc/passwd", "capacitor://localhost/", "ftp://server.example/x", "https://", "javascript:1", "", " ", 1, null, {}]) {
        await errorOf(CapacitorHttp.get({ url }));
        await errorOf(Filesystem.downloadFile({ url, path: "x" }));
        assert_not_equals((await fetch(`/_capacitor_http_interceptor_?u=${encodeURIComponent(String(url))}`)).status, 200, String(url));
    }
    assert_equals((await page.CapacitorWebFetch("/_capacitor_http_interceptor_")).status, 403, "without the header");
    assert_equals((await fetch("/_capacitor_http_interceptor_")).status, 400);
    const url = `${server}/text.txt`;
    for (const [options, isRefused] of /** @type {[any, boolean][]} */ ([
        [{ headers: { "X-A": "1\r\nX-B: 2" } }, true], [{ headers: { "a b": "1" } }, true], [{ headers: "none" }, false],
        [{ headers: { "X-A": {} } }, false], [{ method: "G ET" }, true], [{ method: 1 }, false], [{ params: { a: null, b: [{}] } }, false],
        [{ params: [1] }, false], [{ connectTimeout: NaN, readTimeout: -1 }, false], [{ connectTimeout: 1e300 }, false],
        [{ method: "POST", data: 1, headers: { "Content-Type": "image/png" } }, true],
        [{ method: "POST", data: "€", dataType: "file", headers: { "Content-Type": "x/y" } }, true],
        [{ method: "POST", data: [{ key: 1 }], dataType: "formData", headers: { "Content-Type": "multipart/form-data" } }, true],
        [{ method: "POST", data: [1], headers: { "Content-Type": "multipart/form-data" } }, true],
        [{ method: "POST", data: { a: 1, b: "c" }, headers: { "Content-Type": "multipart/form-data" } }, false],
        [{ shouldEncodeUrlParams: false, params: { "a b": "ü" } }, false],
    ])) {
        const failed = await CapacitorHttp.request({ url, ...options }).then(() => false, () => true);
        assert_equals(failed, isRefused, JSON.stringify(options));
    }
}, "malformed requests are errors, and no download leaves the app's files");
