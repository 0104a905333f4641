import Foundation
import GRDB
import TestSupport
import Testing
import WebKit

@testable import SchemeHandlers

/// Pages of other schemes, and of files, that use the handlers.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct ViewTests {
    /// A page of nothing, at whatever address.
    final class Blank: NSObject, WKURLSchemeHandler {
        func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
            guard let url = task.request.url else { return }
            task.didReceive(
                URLResponse(url: url, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8"))
            task.didFinish()
        }
        func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}
    }

    final class Loads: NSObject, WKNavigationDelegate {
        private var waiter: CheckedContinuation<Void, any Error>?

        func load(_ view: WKWebView, _ start: @escaping () -> Void) async throws {
            view.navigationDelegate = self
            try await ViewTests.endingWithTheTask(view) {
                try await withCheckedThrowingContinuation {
                    self.waiter = $0
                    start()
                }
            }
        }

        private func end(_ result: Result<Void, any Error>) {
            waiter?.resume(with: result)
            waiter = nil
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { end(.success(())) }

        func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
            end(.failure(error))
        }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            end(.failure(error))
        }

        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { end(.failure(URLError(.cancelled))) }
    }

    /// Terminates the web process when the test's time is over, which ends all waiting: a page without a process answers
    /// everything.
    fileprivate static func endingWithTheTask<Value: Sendable>(
        _ view: WKWebView, _ work: @MainActor () async throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await work()
        } onCancel: {
            Task { @MainActor in view.terminateWebProcess() }
        }
    }

    let shop: Shop
    let assets: TemporaryFolder
    let pages: TemporaryFolder
    let view: WKWebView
    let loads = Loads()

    init() throws {
        shop = try Shop()
        assets = try TemporaryFolder()
        pages = try TemporaryFolder()
        try assets.write("abcdef", to: "letters.txt")
        try assets.write("import { b } from './deep/b.mjs'; export const a = 'a' + b;", to: "a.mjs")
        try assets.write("export const b = 'b';", to: "deep/b.mjs")
        try assets.write("<svg xmlns='http://www.w3.org/2000/svg' width='7' height='5'/>", to: "deep/picture.svg")
        try assets.write("p { width: 77px }", to: "style.css")
        try pages.write("<p>file</p>", to: "page.html")
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(try AssetsSchemeHandler(folder: assets.url), forURLScheme: "assets")
        configuration.setURLSchemeHandler(try SQLiteSchemeHandler(file: shop.file), forURLScheme: "sqlite")
        configuration.setURLSchemeHandler(Blank(), forURLScheme: "other")
        view = WKWebView(frame: CGRect(x: 0, y: 0, width: 200, height: 200), configuration: configuration)
    }

    enum Origin: String, CaseIterable { case file, other, website }

    private func open(_ origin: Origin) async throws {
        switch origin {
        case .file:
            try await loads.load(view) {
                view.loadFileURL(pages.url.appending(path: "page.html"), allowingReadAccessTo: pages.url)
            }
        case .other:
            let url = try #require(URL(string: "other://page/"))
            try await loads.load(view) { view.load(URLRequest(url: url)) }
        case .website:
            try await loads.load(view) {
                view.loadHTMLString("<p>site</p>", baseURL: URL(string: "https://site.example/"))
            }
        }
    }

    private func call(_ body: String) async throws -> String {
        try await Self.endingWithTheTask(view) {
            try await view.callAsyncJavaScript(body, contentWorld: .page) as? String ?? "nothing"
        }
    }

    @Test(arguments: [Origin.file, .other])
    func `a page of another origin fetches assets, imports modules and loads images and styles`(
        origin: Origin
    ) async throws {
        try await open(origin)
        let result = try await call(
            """
            const text = await (await fetch("assets://letters.txt")).text();
            const part = await (await fetch("assets://letters.txt", { headers: { Range: "bytes=1-2" } }));
            const module = await import("assets://a.mjs");
            const image = new Image();
            image.src = "assets://deep/picture.svg";
            await image.decode();
            const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "assets://style.css" });
            const loaded = new Promise((resolve) => (link.onload = resolve));
            document.head.append(link);
            await loaded;
            const missing = await fetch("assets://none.txt");
            return [text, part.status, await part.text(), module.a, image.naturalWidth, document.styleSheets.length, missing.status,
                (await missing.text()).length > 10].join(" ");
            """)
        #expect(result == "abcdef 206 bc ab 7 1 404 true")
    }

    /// One of the fonts that the pictures of pages need anyway.
    @Test(arguments: [Origin.file, .other])
    func `a page of another origin loads fonts of assets, and broken ones are network errors`(
        origin: Origin
    ) async throws {
        let font = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
        try assets.write(try Data(contentsOf: URL(filePath: font)), to: "fonts/mono.ttf")
        try assets.write("no font", to: "fonts/broken.ttf")
        try assets.write(
            "@font-face { font-family: Sheet; src: url(mono.ttf) } @font-face { font-family: None; src: url(none.ttf) }",
            to: "fonts/fonts.css")
        try await open(origin)
        let result = try await call(
            """
            const widths = (family) => ["i", "W"].map((letter) => {
                const text = Object.assign(document.createElement("span"), { textContent: letter.repeat(10) });
                text.style.font = `100px ${family}, serif`;
                document.body.append(text);
                return text.getBoundingClientRect().width;
            });
            const isEven = (family) => { const [thin, wide] = widths(family); return thin === wide && thin > 500; };
            const before = isEven("Made");
            document.fonts.add(await new FontFace("Made", "url(assets://fonts/mono.ttf)").load());
            const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "assets://fonts/fonts.css" });
            const loaded = new Promise((resolve) => (link.onload = resolve));
            document.head.append(link);
            await loaded;
            const sheet = await document.fonts.load("100px Sheet");
            const failures = [];
            for (const name of ["broken", "none"]) {
                await new FontFace(name, `url(assets://fonts/${name}.ttf)`).load().catch((error) => failures.push(error.name));
            }
            await document.fonts.load("100px None").catch((error) => failures.push(error.name));
            return [before, isEven("Made"), sheet.length, isEven("Sheet"), isEven("None"), document.fonts.check("100px Sheet"), ...failures].join(" ");
            """)
        #expect(result.hasPrefix("false true 1 true false true NetworkError NetworkError"), "\(result)")
    }

    @Test(arguments: [Origin.file, .other])
    func `a page of another origin reads and changes tables and hears of changes`(origin: Origin) async throws {
        try await open(origin)
        let result = try await call(
            """
            const first = (await (await fetch("sqlite://products?select=name&limit=1")).json())[0].name;
            const made = await fetch("sqlite://products", { method: "POST", body: '{"name":"page"}',
                headers: { "Content-Type": "application/json", Prefer: "return=representation" } });
            const row = (await made.json())[0];
            const gone = await fetch(made.headers.get("Location"), { method: "DELETE" });
            const heard = new Promise((resolve) => {
                const source = new EventSource("sqlite://numbers?subscribe");
                source.onopen = () => fetch("sqlite://numbers/1", { method: "PATCH", body: '{"label":"told"}',
                    headers: { "Content-Type": "application/json" } });
                source.addEventListener("update", (event) => { source.close(); resolve(JSON.parse(event.data).row.label); });
            });
            return [first, made.status, row.name, gone.status, await heard].join(" ");
            """)
        #expect(result == "tea 201 page 204 told")
    }

    @Test func `a page of the web reads no table and changes none`() async throws {
        try await open(.website)
        let result = try await call(
            """
            const outcomes = [];
            for (const init of [{}, { method: "POST", body: '{"name":"evil"}', headers: { "Content-Type": "application/json" } },
                { method: "DELETE" }, { method: "POST", mode: "no-cors", body: '{"name":"evil"}' }]) {
                try { const response = await fetch("sqlite://products/1", init); outcomes.push(response.type + response.status); }
                catch (error) { outcomes.push(error.name); }
            }
            return outcomes.join(" ");
            """)
        #expect(!result.contains("200") && !result.contains("201"), "\(result)")
        #expect(try await shop.get("sqlite://products?select=id").line == #"[{"id":1},{"id":2},{"id":3},{"id":4}]"#)
    }

    @Test func `a page that aborts fifty fetches can fetch again`() async throws {
        try await open(.other)
        let result = try await call(
            """
            for (let round = 0; round < 50; round++) {
                const stop = new AbortController();
                const answer = fetch("sqlite://products?limit=1", { signal: stop.signal }).catch((error) => error.name);
                stop.abort();
                await answer;
            }
            return String((await fetch("sqlite://products")).status);
            """)
        #expect(result == "200")
    }
}
