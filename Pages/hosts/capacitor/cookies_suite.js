// Tests of CapacitorCookies, and of `document.cookie` with its cookies.

const { CapacitorCookies, CapacitorHttp } = /** @type {any} */ (window).Capacitor.Plugins;
const server = "https://server.example";

promise_test(async () => {
    await CapacitorCookies.clearAllCookies();
    assert_equals(document.cookie, "");
    document.cookie = "first=1; path=/";
    document.cookie = "second=2; max-age=100";
    assert_equals(document.cookie, "first=1; second=2");
    assert_equals(prompt('{"type":"CapacitorCookies.get"}'), "first=1; second=2");
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies()), '{"first":"1","second":"2"}');
    document.cookie = "first=; max-age=0; path=/";
    assert_equals(document.cookie, "second=2");
    document.cookie = "second=; max-age=0";
    assert_equals(document.cookie, "");
}, "document.cookie has the cookies of the app");

promise_test(async () => {
    await CapacitorCookies.setCookie({ url: server, key: "session", value: "a b;c" });
    await CapacitorCookies.setCookie({ url: server, key: "old", value: "x", expires: "Thu, 01 Jan 1970 00:00:01 GMT" });
    await CapacitorCookies.setCookie({ url: `${server}/other`, key: "deep", value: "y", path: "/other" });
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies({ url: server })), '{"session":"a%20b%3Bc"}');
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies()), "{}");
    assert_equals((await CapacitorHttp.get({ url: `${server}/user.json` })).status, 200);
    await CapacitorCookies.setCookie({ url: server, key: "further", value: "z" });
    await CapacitorCookies.deleteCookie({ url: server, key: "session" });
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies({ url: server })), '{"further":"z"}');
    await CapacitorCookies.clearCookies({ url: server });
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies({ url: server })), "{}");
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies({ url: `${server}/other` })), '{"deep":"y"}');
    await CapacitorCookies.clearAllCookies();
    assert_equals(JSON.stringify(await CapacitorCookies.getCookies({ url: `${server}/other` })), "{}");
}, "each server has cookies of its own");

promise_test(async () => {
    const error = await CapacitorCookies.setCookie({ value: "x" }).then(() => undefined, (/** @type {Error} */ reason) => reason.message);
    assert_equals(error, "Must provide key");
    assert_equals(await CapacitorCookies.setCookie({ key: "x" }).then(() => "", (/** @type {Error} */ reason) => reason.message), "Must provide value");
}, "a cookie needs a name and a value");
