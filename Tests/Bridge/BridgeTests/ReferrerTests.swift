import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The `Referer` headers that servers get. WebKit sends few on a custom scheme, and those whatever the policies say.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ReferrerTests {
    let navigations = Navigations()

    /// The requests of a page, by the path that each asks for.
    private nonisolated static let page = """
        <meta charset=utf-8><body><script>
        const element = (name, attributes) => new Promise((resolve) => {
            const made = Object.assign(document.createElement(name), attributes);
            made.onload = made.onerror = resolve;
            document.body.append(made);
        });
        const answer = (worker) => new Promise((resolve) => { worker.onmessage = worker.onerror = resolve; });
        const all = async (other) => {
            await fetch('/fetch');
            await fetch('/fetch-none', { referrerPolicy: 'no-referrer' });
            await fetch(other + '/fetch-other').catch(() => {});
            await new Promise((resolve) => {
                const request = new XMLHttpRequest();
                request.open('GET', '/xhr');
                request.onload = resolve;
                request.send();
            });
            await element('script', { src: '/script' });
            await element('script', { referrerPolicy: 'no-referrer', src: '/script-none' });
            await element('link', { rel: 'stylesheet', href: '/style' });
            await element('img', { src: '/image' });
            await element('img', { referrerPolicy: 'no-referrer', src: '/image-none' });
            await element('img', { src: other + '/image-other' });
            await element('iframe', { src: '/frame' });
            await element('iframe', { srcdoc: '<script src=/script-of-srcdoc></' + 'script>' });
            const image = new Image();
            image.referrerPolicy = 'no-referrer';
            await new Promise((resolve) => {
                image.onload = image.onerror = resolve;
                image.src = '/detached-none';
            });
            await answer(new Worker('/classic.js'));
            await answer(new Worker('/module.js', { type: 'module' }));
            const shared = new SharedWorker('/shared.js');
            await Promise.race([answer(shared.port), answer(shared)]);
        };
        </script>
        """

    private nonisolated static let scripts = [
        "/classic.js": """
        importScripts('/classic/imported');
        fetch('/classic/fetch').then(() => postMessage(1));
        """,
        "/module.js": """
        import '/module/static';
        import('/module/dynamic').then(() => postMessage(1));
        """,
        "/shared.js": "onconnect = ({ ports: [port] }) => fetch('/shared/fetch').then(() => port.postMessage(1));",
    ]

    private nonisolated static func answer(
        _ path: String, policy: String?, meta: String, workerPolicy: String?
    ) -> LocalServer.Answer {
        if let script = scripts[path] ?? (path.contains("/module/") || path.contains("/classic/imp") ? "" : nil) {
            var headers = ["Content-Type": "text/javascript"]
            headers["Referrer-Policy"] = scripts[path] == nil ? nil : workerPolicy
            return .init(headers: headers, body: script)
        }
        var headers = ["Content-Type": "text/html; charset=utf-8"]
        headers["Referrer-Policy"] = policy
        return .init(headers: headers, body: path == "/page" ? meta + page : "")
    }

    /// Loads the page, has it make its requests, and returns the referrers by path, with `home` for the page's origin.
    private func referrers(policy: String?, meta: String = "", workerPolicy: String? = nil) async throws -> [String:
        String]
    {
        var found: [String: String] = [:]
        try await LocalServer.with({
            Self.answer($0.path, policy: policy, meta: meta, workerPolicy: workerPolicy)
        }) { home in
            try await LocalServer.with({ _ in .init() }) { other in
                let configuration = WKWebViewConfiguration()
                configuration.websiteDataStore = .nonPersistent()
                let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
                view.serviceWorkerPermittedDomains = ["127.0.0.1"]
                await view.open(home.origin + "/page", navigations)
                _ = try await view.call("await all('sw://127.0.0.1:\(other.port)')")
                for request in home.received + other.received {
                    found[request.path] = (request.headers["referer"] ?? "").replacing(home.origin, with: "home")
                }
            }
        }
        return found
    }

    @Test func `without a policy, servers of other origins get the page's origin`() async throws {
        let found = try await referrers(policy: nil)
        let paths = [
            "fetch", "xhr", "script", "style", "image", "frame", "script-of-srcdoc", "classic.js", "module.js",
            "shared.js",
        ]
        for path in paths { #expect(found["/\(path)"] == "home/page", "\(path)") }
        for path in ["fetch-other", "image-other"] { #expect(found["/\(path)"] == "home/", "\(path)") }
        for path in ["fetch-none", "script-none", "image-none", "detached-none", "page"] {
            #expect(found["/\(path)"] == "", "\(path)")
        }
        for path in ["classic/imported", "classic/fetch"] { #expect(found["/\(path)"] == "home/classic.js", "\(path)") }
        for path in ["module/static", "module/dynamic"] { #expect(found["/\(path)"] == "home/module.js", "\(path)") }
        #expect(found["/shared/fetch"] == "home/shared.js")
    }

    @Test(arguments: [
        ("no-referrer", "", ""), ("unknown, no-referrer, other", "", ""),
        (nil, "<meta name=Referrer content=no-referrer>", ""),
        ("unsafe-url", "<meta name=referrer content=no-referrer>", ""),
        ("origin", "", "home/"), ("same-origin, origin", "", "home/"),
    ])
    func `a policy holds for the requests of the page and of its workers`(
        policy: String?, meta: String, referrer: String
    ) async throws {
        let found = try await referrers(policy: policy, meta: meta)
        // The policies of elements are the page's own.
        let isOfWorkers = meta.isEmpty
        for (path, value) in found where path != "/page" && !path.hasSuffix("-none") {
            let isOfWorker = path.contains(".js") || path.dropFirst().contains("/")
            if isOfWorkers || !isOfWorker { #expect(value == referrer, "\(path)") }
        }
        #expect(found.count > 20)
    }

    @Test func `a worker's own policy holds for its requests`() async throws {
        let found = try await referrers(policy: "unsafe-url", workerPolicy: "no-referrer")
        #expect(found["/classic.js"] == "home/page")
        for path in ["classic/imported", "classic/fetch", "module/static", "module/dynamic", "shared/fetch"] {
            #expect(found["/\(path)"] == "", "\(path)")
        }
    }
}
