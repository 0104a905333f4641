import FlyingFox
import Foundation
import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// http(s) origins that a folder or another server answers, loaded by WebKit under their own addresses.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct MappedOriginTests {
    let navigations = Navigations()
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("<title>home</title>", to: "app/index.html")
        try folder.write("export const name = 'module';", to: "cdn/module.js")
        try folder.write("text", to: "cdn/file.txt")
    }

    private func loader(_ entries: String..., offline: Bool = false) throws -> MappedLoader {
        MappedLoader(map: try OriginMap(entries, relativeTo: folder.url), offline: offline)
    }

    private func makeView(_ loader: MappedLoader) -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: .zero, configuration: configuration)
        view.loader = loader
        return view
    }

    @Test func `a plain view takes a loader in its configuration`() async throws {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.interceptsNetwork = true
        configuration.networkLoader = try loader("http://app.example:8080=app")
        let view = WKWebView(frame: .zero, configuration: configuration)
        await view.open("http://app.example:8080/?x", navigations)
        #expect(view.title == "home")
        #expect(view.url?.absoluteString == "http://app.example:8080/?x")
        await view.open("http://app.example:8081/", navigations)
        #expect(navigations.log.last == "failProvisional", "another port is another origin")
    }

    @Test func `a page has its https address, and no bridge`() async throws {
        let view = makeView(try loader("https://app.example=app"))
        await view.open("https://app.example/?x=1#f", navigations)
        let seen = try await view.call(
            """
            document.cookie = 'a=1; Secure';
            return [location.href, origin, isSecureContext, document.cookie, typeof SWWebView,
                String(navigator.serviceWorker.register).includes('native')].join(' ');
            """)
        #expect(seen as? String == "https://app.example/?x=1#f https://app.example true a=1 undefined true")
        #expect(view.url?.absoluteString == "https://app.example/?x=1#f")
        #expect(view.bridgeStatus.openRequests == 0)
    }

    @Test func `a permitted host is loaded under sw`() async throws {
        let view = makeView(try loader("https://app.example=app"))
        view.serviceWorkerPermittedDomains = ["app.example"]
        await view.open("https://app.example/", navigations)
        #expect(try await view.call("return location.href") as? String == "sw://app.example/")
    }

    @Test func `a mapped server has the cookies, and its redirects change the address`() async throws {
        try await LocalServer.with({ request in
            switch request.path {
            case "/base/old": LocalServer.Answer(status: 302, headers: ["Location": "/base/new?y"])
            case "/base/away": LocalServer.Answer(status: 302, headers: ["Location": "https://other.example/"])
            default: LocalServer.Answer(headers: ["Content-Type": "text/html", "Set-Cookie": "b=2; HttpOnly; Secure"])
            }
        }) { server in
            let view = makeView(try loader("https://app.example=\(server.origin)/base", "https://other.example=app"))
            await view.open("https://app.example/old?x", navigations)
            #expect(view.url?.absoluteString == "https://app.example/new?y")
            try await view.call("await fetch('/next', { method: 'POST', body: 'text' })")
            let sent = try #require(server.received.last)
            #expect(sent.path == "/base/next")
            #expect(sent.headers["cookie"] == "b=2")
            #expect(sent.headers["origin"] == "https://app.example")
            #expect(sent.body == Data("text".utf8))
            await view.open("https://app.example/away", navigations)
            #expect(view.url?.absoluteString == "https://other.example/")
            #expect(view.title == "home")
        }
    }

    @Test(arguments: ["http", "https"])
    func `a mapped server does not see the mark of an internal path`(scheme: String) async throws {
        try await LocalServer.with({ _ in LocalServer.Answer(headers: ["Content-Type": "text/html"]) }) { server in
            let view = makeView(try loader("\(scheme)://app.example=\(server.origin)"))
            await view.open("\(scheme)://app.example/", navigations)
            try await view.call("await fetch('/___graphql')")
            let sent = try #require(server.received.last)
            #expect(sent.path == "/___graphql")
            #expect(sent.headers["x-swwebview-mark"] == nil)
        }
    }

    @Test func `a web socket goes to the mapped server`() async throws {
        try await EchoServer.with { port in
            let view = makeView(try loader("https://app.example=app", "https://api.example=http://127.0.0.1:\(port)"))
            await view.open("https://app.example/", navigations)
            let heard = [try await view.echo("wss://api.example/a?b"), try await view.echo("wss://app.example/")]
            #expect(heard == ["hello", "error"], "a folder has no web sockets")
            view.loader = MappedLoader(map: view.loader.map, offline: true)
            let later = try await view.echo("wss://api.example/")
            #expect(later == "error")
        }
    }

    @Test func `service workers are WebKit's own, and answer offline`() async throws {
        let worker = """
            oninstall = (event) => event.waitUntil(caches.open('v1').then((cache) => cache.addAll(['/', '/data'])));
            onactivate = (event) => event.waitUntil(clients.claim());
            onfetch = (event) =>
                event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
            """
        try await LocalServer.with({ request in
            switch request.path {
            case "/worker.js": LocalServer.Answer(headers: ["Content-Type": "text/javascript"], body: worker)
            case "/data": LocalServer.Answer(body: "data")
            default: LocalServer.Answer(body: "<title>page</title>")
            }
        }) { server in
            let view = makeView(try loader("https://app.example=\(server.origin)"))
            await view.open("https://app.example/", navigations)
            let claimed = try await view.call(
                """
                const { serviceWorker } = navigator;
                const claimed = new Promise((resolve) => { serviceWorker.oncontrollerchange = resolve; });
                const registration = await serviceWorker.register('/worker.js');
                await claimed;
                return [registration.scope, serviceWorker.controller.scriptURL].join(' ');
                """)
            #expect(claimed as? String == "https://app.example/ https://app.example/worker.js")
            view.loader = MappedLoader(map: view.loader.map, offline: true)
            await view.open("https://app.example/", navigations)
            #expect(view.title == "page")
            let seen = try await view.call(
                """
                const text = (url) => fetch(url).then((response) => response.text(), (error) => error.name);
                return [await text('/data'), await text('/other')];
                """)
            #expect(seen as? [String] == ["data", "TypeError"])
        }
    }

    @Test func `a page on sw and its worker have a CDN from the map`() async throws {
        try folder.write(
            """
            oninstall = () => skipWaiting();
            onactivate = (event) => event.waitUntil(clients.claim());
            onfetch = (event) => {
                if (event.request.url.endsWith('/relayed')) event.respondWith(fetch('https://cdn.example/file.txt'));
                if (event.request.url.endsWith('/kept')) event.respondWith(caches.open('cdn').then(async (cache) => {
                    await cache.add('https://cdn.example/file.txt');
                    return cache.match('https://cdn.example/file.txt');
                }));
            };
            """, to: "app/worker.js")
        let view = makeView(try loader("sw://app.example=app", "https://cdn.example=cdn"))
        await view.open("sw://app.example/", navigations)
        let seen = try await view.call(
            """
            const text = async (url, options) => (await fetch(url, options)).text();
            const image = (url) => new Promise((resolve) => {
                const script = Object.assign(document.createElement('script'), { src: url });
                script.onload = () => resolve('loaded');
                script.onerror = () => resolve('failed');
                document.head.append(script);
            });
            const cdn = 'https://cdn.example/file.txt';
            const before = [(await import('https://cdn.example/module.js')).name, await text(cdn),
                (await fetch(cdn, { mode: 'no-cors' })).type, await image('https://cdn.example/missing.js')];
            await navigator.serviceWorker.register('/worker.js');
            if (!navigator.serviceWorker.controller) {
                await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
            }
            const after = [await text('/relayed'), await text('/kept'), await text(cdn),
                (await fetch(cdn, { mode: 'no-cors' })).type];
            return [...before, ...after].join();
            """)
        #expect(seen as? String == "module,text,opaque,failed,text,text,text,opaque")
    }

    @Test func `offline, folders load and the network does not`() async throws {
        try await LocalServer.with(pages: ["/": "<title>server</title>"]) { server in
            let map = ["https://app.example=app", "https://api.example=\(server.origin)"]
            let view = makeView(MappedLoader(map: try OriginMap(map, relativeTo: folder.url)))
            await view.open("https://api.example/", navigations)
            #expect(view.title == "server")
            view.loader = MappedLoader(map: view.loader.map, offline: true)
            await view.open("https://app.example/", navigations)
            #expect(view.title == "home")
            for address in ["https://api.example/?again", "\(server.origin)/", "https://unmapped.example/"] {
                await view.open(address, navigations)
                #expect(navigations.error?.code == NSURLErrorNotConnectedToInternet, "\(address)")
            }
            #expect(server.received.count == 1)
        }
    }

    @Test func `a view that goes offline keeps no connection of its own`() async throws {
        try await LocalServer.with(pages: ["/": "<title>server</title>"]) { server in
            let view = makeView(MappedLoader())
            await view.open(server.origin + "/", navigations)
            view.loader = MappedLoader(offline: true)
            await view.open(server.origin + "/again", navigations)
            let error = try #require(navigations.error)
            #expect(error.code == NSURLErrorNotConnectedToInternet, "\(error)")
            #expect(server.received.map(\.path) == ["/"])
            view.loader = MappedLoader()
            await view.open(server.origin + "/", navigations)
            #expect(view.title == "server")
        }
    }

    @Test func `windows that a page opens are of the same map`() async throws {
        let view = makeView(try loader("https://app.example=app"))
        view.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let windows = OpenedWindows()
        view.uiDelegate = windows
        await view.open("https://app.example/", navigations)
        try await view.call(
            "const other = open('/?second'); await new Promise((resolve) => { other.onload = resolve; })")
        #expect(windows.views.map { $0.url?.absoluteString } == ["https://app.example/?second"])
        #expect(try await windows.views.first?.call("return document.title") as? String == "home")
    }
}

/// Opens every window that a page asks for.
@MainActor
final class OpenedWindows: NSObject, WKUIDelegate {
    private(set) var views: [SWWebView] = []

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = SWWebView(frame: .zero, configuration: configuration)
        views.append(view)
        return view
    }
}
