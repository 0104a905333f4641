import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// The cookies of pages under `sw://`.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BridgedCookieTests {
    let store = WKWebsiteDataStore.nonPersistent()
    let navigations = Navigations()
    var cookies: WKHTTPCookieStore { store.httpCookieStore }

    /// Shows the page of a server that `sw://app.example` and others are mapped to.
    private func withApp(
        _ store: WKWebsiteDataStore? = nil, isMapped: Bool = true,
        _ body: @MainActor (SWWebView, LocalServer) async throws -> Void
    ) async throws {
        try await LocalServer.with({ request in
            var answer = LocalServer.Answer(body: "<title>\(request.headers["cookie"] ?? "none")</title>")
            answer.headers["Set-Cookie"] = request.path == "/foreign" ? "third=1" : request.headers["x-set"]
            if let target = request.headers["x-to"], request.path == "/set" {
                (answer.status, answer.headers["Location"]) = (307, target)
            }
            if request.path == "/worker.js" {
                answer.headers["Content-Type"] = "text/javascript"
                answer.body = """
                    onfetch = (event) => {
                        if (event.request.url.includes("/through")) event.respondWith(fetch(event.request));
                        if (event.request.url.includes("/by")) event.respondWith(fetch("/text"));
                    };
                    onactivate = (event) => event.waitUntil(clients.claim());
                    """
            }
            if ["/text", "/through", "/there"].contains(request.path) {
                answer.headers["Content-Type"] = "text/plain"
                answer.body = request.headers["cookie"] ?? "none"
            }
            return answer
        }) { server in
            let view = makeBridgedView(store: store ?? self.store)
            if isMapped {
                let hosts = ["app.example", "api.app.example", "other.example"]
                view.loader = MappedLoader(map: try OriginMap(hosts.map { "sw://\($0)=\(server.origin)" }))
            }
            await view.open(isMapped ? "sw://app.example/" : server.origin + "/", navigations)
            try await body(view, server)
        }
    }

    private func sent(_ server: LocalServer, _ path: String) -> [String] {
        server.received.filter { $0.path == path }.map { $0.headers["cookie"] ?? "none" }
    }

    @Test(arguments: [true, false])
    func `a cookie of the server goes with every request of the page, and an HttpOnly one is hidden from scripts`(
        isMapped: Bool
    ) async throws {
        try await withApp(isMapped: isMapped) { view, server in
            #expect(try await view.call("return document.cookie") as? String == "")
            let texts = try await view.call(
                """
                await fetch("/set", { headers: { "X-Set": "session=1; HttpOnly; Path=/" } });
                await fetch("/set", { headers: { "X-Set": "seen=2; Path=/" } });
                const request = new XMLHttpRequest();
                request.open("GET", "/text", false);
                request.send();
                const image = new Image();
                image.src = "/image";
                await new Promise((resolve) => { image.onerror = resolve; });
                return [document.cookie, await (await fetch("/text")).text(), request.responseText,
                    await (await fetch("/text", { credentials: "omit" })).text()];
                """)
            #expect(texts as? [String] == ["seen=2", "session=1; seen=2", "session=1; seen=2", "none"])
            #expect(sent(server, "/image") == ["session=1; seen=2"])
            await view.open((isMapped ? "sw://app.example" : server.origin) + "/next", navigations)
            #expect(view.title == "session=1; seen=2")
        }
    }

    @Test func `document.cookie is there at once, for scripts, requests and the application`() async throws {
        try await withApp { view, server in
            let texts = try await view.call(
                """
                document.cookie = "a=1; path=/";
                document.cookie = "b=2; path=/deep";
                document.cookie = "c=3; domain=app.example";
                document.cookie = "evil=4; domain=other.example";
                document.cookie = "d=5; secure; samesite=strict; max-age=1000";
                document.cookie = "d2=gone; max-age=0";
                const image = new Image();
                image.src = "/image";
                const text = await (await fetch("/text")).text();
                await new Promise((resolve) => { image.onerror = resolve; image.complete && resolve(); });
                return [document.cookie, text];
                """)
            #expect(texts as? [String] == ["a=1; c=3; d=5", "a=1; c=3; d=5"])
            #expect(sent(server, "/image") == ["a=1; c=3; d=5"])
            let found = Dictionary(await cookies.allCookies().map { ($0.name, $0) }) { first, _ in first }
            #expect(Set(found.keys) == ["a", "b", "c", "d"])
            #expect(found["d"]?.isSecure == true)
            #expect(found["d"]?.expiresDate != nil)
            #expect(found["c"]?.domain == ".app.example")
        }
    }

    @Test func `the application's cookies are the page's`() async throws {
        try await withApp { view, server in
            await cookies.setCookie(try .test("app", "1", domain: "app.example"))
            await cookies.setCookie(try .test("hidden", "2", domain: "app.example", isHTTPOnly: true))
            #expect(try await view.call("return document.cookie") as? String == "app=1")
            let text = try await view.call("return (await fetch('/text')).text()") as? String
            #expect(Set(text?.components(separatedBy: "; ") ?? []) == ["app=1", "hidden=2"])
            await cookies.deleteCookie(try .test("app", "", domain: "app.example"))
            #expect(try await view.call("return document.cookie") as? String == "")
            await cookies.setCookiePolicy(.disallow)
            #expect(
                try await view.call("document.cookie = 'x=1'; return (await fetch('/text')).text()") as? String
                    == "none")
            await cookies.setCookiePolicy(.allow)
            #expect(try await view.call("return document.cookie") as? String == "")
            #expect(try await view.call("return (await fetch('/text')).text()") as? String == "hidden=2")
        }
    }

    @Test func `cookies go with their site's data`() async throws {
        try await withApp { view, _ in
            _ = try await view.call("document.cookie = 'a=1'")
            let records = await store.dataRecords(ofTypes: [WKWebsiteDataTypeCookies])
            #expect(records.map(\.displayName) == ["app.example"])
            await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], for: records)
            #expect(try await view.call("return document.cookie") as? String == "")
            _ = try await view.call("document.cookie = 'a=1'")
            await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], modifiedSince: .distantPast)
            #expect(try await view.call("return document.cookie") as? String == "")
            #expect(await cookies.allCookies().isEmpty)
        }
    }

    @Test func `an observer hears of a page's cookie`() async throws {
        try await withApp { view, _ in
            let changes = CookieChanges()
            cookies.add(changes)
            _ = try await view.call("document.cookie = 'a=1'")
            await changes.wait(for: 1)
            #expect(changes.stores.first === cookies)
        }
    }

    @Test func `a worker's requests have cookies, and a redirect sets and gets them`() async throws {
        try await withApp { view, _ in
            let texts = try await view.call(
                """
                document.cookie = "a=1; path=/";
                navigator.serviceWorker.register("/worker.js");
                await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
                const text = async (path, options) => (await fetch(path, options)).text();
                return [await text("/through"), await text("/by"), await text("/through", { credentials: "omit" }),
                    await text("/set", { headers: { "X-Set": "r=2; Path=/", "X-To": "/there" } }), document.cookie];
                """)
            #expect(texts as? [String] == ["a=1", "a=1", "none", "a=1; r=2", "a=1; r=2"])
        }
    }

    @Test func `a request to another origin has its cookies by credentials mode and site`() async throws {
        try await withApp { view, server in
            _ = try await view.call(
                """
                document.cookie = "wide=1; domain=app.example; path=/";
                document.cookie = "own=1; path=/";
                const send = (url, credentials) => fetch(url, { mode: "no-cors", credentials });
                await send("sw://api.app.example/same-site", "include");
                await send("sw://api.app.example/same-origin", "same-origin");
                await send("sw://other.example/foreign", "include");
                await send("sw://other.example/foreign", "include");
                """)
            #expect(sent(server, "/same-site") == ["wide=1"])
            #expect(sent(server, "/same-origin") == ["none"])
            #expect(sent(server, "/foreign") == ["none", "none"])
            #expect(await cookies.allCookies().allSatisfy { $0.name != "third" })
        }
    }

    @Test func `another site leads the page to its cookies, but not to the strict ones`() async throws {
        try await withApp { view, server in
            _ = try await view.call(
                """
                for (const policy of ["none", "lax", "strict"]) document.cookie = `${policy}=1; samesite=${policy}; path=/`;
                """)
            await view.open("sw://other.example/", navigations)
            _ = try? await view.call("location.href = 'sw://app.example/led'")
            #expect(await server.request { $0.path == "/led" }.headers["cookie"] == "none=1; lax=1")
            await navigations.over()
            #expect(try await view.call("return document.cookie") as? String == "none=1; lax=1; strict=1")
            await view.open("sw://other.example/", navigations)
            let form =
                "document.body.innerHTML = `<form method=post action='sw://app.example/posted'></form>`; document.forms[0].submit()"
            _ = try? await view.call(form)
            #expect(await server.request { $0.path == "/posted" }.headers["cookie"] == "none=1")
            await navigations.over()
            await view.open("sw://app.example/opened", navigations)
            #expect(view.title == "none=1; lax=1; strict=1")
        }
    }

    @Test func `another site opens a window without the strict cookies`() async throws {
        try await withApp { view, server in
            let windows = OpenedWindows()
            view.uiDelegate = windows
            view.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
            _ = try await view.call(
                "for (const policy of ['lax', 'strict']) document.cookie = `${policy}=1; samesite=${policy}; path=/`")
            _ = try await view.call("open('/own')")
            #expect(await server.request { $0.path == "/own" }.headers["cookie"] == "lax=1; strict=1")
            await view.open("sw://other.example/", navigations)
            _ = try await view.call("open('sw://app.example/opened')")
            #expect(await server.request { $0.path == "/opened" }.headers["cookie"] == "lax=1")
        }
    }

    @Test func `a store in a folder keeps the cookies that do not end with the session`() async throws {
        let folder = try TemporaryFolder.untilExit()
        try await withApp(.persistent(in: folder.url)) { view, _ in
            _ = try await view.call("document.cookie = 'kept=1; max-age=1000'")
        }
        try await withApp(.persistent(in: folder.url)) { view, _ in
            let text = try await view.call("return document.cookie") as? String
            #expect(view.title == "kept=1")
            #expect(text == "kept=1")
        }
    }

    @Test func `cookieStore and document.cookie have the same cookies, and a change is told`() async throws {
        try await withApp { view, _ in
            let facts = try await view.call(
                """
                const told = new Promise((resolve) => { cookieStore.onchange = (event) => resolve(event.changed.map(({ name }) => name)); });
                document.cookie = "a=1";
                const facts = [(await cookieStore.get("a"))?.value];
                await cookieStore.set("b", "2");
                facts.push(document.cookie, (await cookieStore.getAll()).length);
                await cookieStore.delete("a");
                facts.push(document.cookie, await (await fetch("/text")).text(), (await told).length);
                await cookieStore.set({ name: "" , value: "" }).catch((error) => facts.push(error.name));
                return facts.join();
                """)
            #expect(facts as? String == "1,a=1; b=2,2,b=2,b=2,1,TypeError")
        }
    }

    @Test func `pages have no cookies where they are off, and are told so once`() async throws {
        try await withApp { view, server in
            view.allowsPageCookies = false
            let texts = try await view.call(
                """
                document.cookie = "a=1";
                document.cookie = "b=1";
                return [document.cookie, await (await fetch("/text")).text(), `${await cookieStore.get("a")}`,
                    await cookieStore.set("a", "1").catch(({ name }) => name)];
                """)
            #expect(texts as? [String] == ["", "none", "null", "NotAllowedError"])
            #expect(await cookies.allCookies().isEmpty)
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a frame of another site reads and sets no cookie of the page's`(kind: HostileFrame) async throws {
        try await HostileFrames.with(["/text": .init(body: "text")]) { frames in
            _ = try await frames.view.call(
                "for (const policy of ['lax', 'strict']) document.cookie = `${policy}=1; samesite=${policy}; path=/`")
            let read = try await frames.run(
                """
                let text = "";
                try { text = document.cookie; document.cookie = "evil=1"; text += document.cookie; } catch { text = ""; }
                await fetch(`${app}/text`, { credentials: "include", mode: "no-cors" }).catch(() => {});
                return text;
                """, in: kind)
            #expect(read as? String == "")
            #expect(frames.server.received.filter { $0.path == "/text" }.allSatisfy { $0.headers["cookie"] == nil })
            #expect(try await frames.view.call("return document.cookie") as? String == "lax=1; strict=1")
        }
    }

    @Test func `a frame of the page's own has its cookies, also without an address of its own`() async throws {
        try await withApp { view, _ in
            let texts = try await view.call(
                """
                document.cookie = "a=1; path=/";
                const texts = [];
                for (const markup of ["<iframe></iframe>", "<iframe srcdoc='<p>x'></iframe>", "<iframe src='/frame'></iframe>"]) {
                    document.body.insertAdjacentHTML("beforeend", markup);
                    const frame = document.body.lastElementChild;
                    if (markup !== "<iframe></iframe>") await new Promise((resolve) => { frame.onload = resolve; });
                    texts.push(frame.contentDocument.cookie);
                }
                return [...texts, new DOMParser().parseFromString("", "text/html").cookie];
                """)
            #expect(texts as? [String] == ["a=1", "a=1", "a=1", ""])
        }
    }

    @Test func `the accessor looks like the engine's`() async throws {
        try await withApp { view, _ in
            let facts = try await view.call(
                """
                const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
                return [get.name, set.name, `${get.length}${set.length}`, `${get}`.includes("[native code]"),
                    `${set}`.includes("[native code]"), enumerable, configurable, Object.hasOwn(document, "cookie")].join();
                """)
            #expect(facts as? String == "get cookie,set cookie,01,true,true,true,true,false")
        }
    }
}
