import Foundation
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Shared workers of several views.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SharedWorkerTests {
    let navigations = Navigations()
    let configuration = WKWebViewConfiguration()

    init() { configuration.websiteDataStore = .nonPersistent() }

    nonisolated static let script = """
        self.values = [];
        onconnect = ({ports: [port]}) => port.onmessage = async ({data}) => {
            try { port.postMessage(await (0, eval)(data)); } catch (error) { port.postMessage(`${error}`); }
        };
        """
    nonisolated static let pages: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
        switch request.path {
        case "/worker.js": .init(headers: ["Content-Type": "text/javascript"], body: script)
        case "/seen": .init(body: request.headers["referer"] ?? "")
        default: .init(body: "<title>Page</title>")
        }
    }

    func makeView(store: WKWebsiteDataStore? = nil) -> SWWebView {
        let own = configuration.copy() as? WKWebViewConfiguration ?? configuration
        if let store { own.websiteDataStore = store }
        let view = SWWebView(frame: .zero, configuration: own)
        view.serviceWorkerPermittedDomains = ["127.0.0.1"]
        return view
    }

    /// Has a view's page ask the worker to evaluate an expression; nil when the worker does not start.
    func ask(_ view: SWWebView, _ text: String, in worker: String = "worker") async throws -> Any? {
        try await view.call(
            """
            const shared = (window.shared ??= {})[name] ??= new SharedWorker("/worker.js", name);
            return await new Promise((resolve) => {
                shared.onerror = () => resolve(null);
                shared.port.onmessage = ({data}) => resolve(data);
                shared.port.postMessage(text);
            });
            """, ["name": worker, "text": text])
    }

    /// Gives the page turns until there are that many workers and hidden pages.
    func wait(in view: SWWebView, for counts: [Int]) async throws -> Bool {
        for _ in 0..<5000 {
            if view.services.sharedWorkers.counts == counts { return true }
            try await view.evaluateJavaScript("0")
        }
        return false
    }

    private func shareWithAnotherView(_ second: SWWebView, _ address: String) async throws {
        let first = makeView()
        for view in [first, second] { await view.open(address, navigations) }
        #expect(try await ask(first, "values.push('first')") as? Int == 1)
        #expect(try await ask(second, "values.push('second')") as? Int == 2)
        #expect(try await ask(first, "values.join()") as? String == "first,second")
        #expect(second.services.sharedWorkers.counts == [1, 1])
        await first.open("about:blank", navigations)
        #expect(try await ask(second, "values.join()") as? String == "first,second")
        await first.open(address, navigations)
        #expect(try await ask(first, "values.push('third')") as? Int == 3)
    }

    @Test func `views of one origin share a worker, which ends with the last of them`() async throws {
        try await LocalServer.with(Self.pages) { server in
            let second = makeView()
            try await shareWithAnotherView(second, server.origin + "/")
            // The view that made it is gone.
            #expect(try await ask(second, "values.join()") as? String == "first,second,third")
            #expect(try await ask(second, "fetch('/seen').then((response) => response.status)") as? Int == 200)
            await second.open(server.origin + "/other", navigations)
            #expect(try await wait(in: second, for: [0, 0]))
            #expect(try await ask(second, "values.length") as? Int == 0)
        }
    }

    private func useWorkerOfOwnStore(_ address: String) async throws -> WorkerStore {
        let view = makeView(store: .nonPersistent())
        await view.open(address, navigations)
        #expect(try await ask(view, "1") as? Int == 1)
        return view.services
    }

    @Test func `the last view of a store releases its workers`() async throws {
        try await LocalServer.with(Self.pages) { server in
            weak var services: WorkerStore?
            services = try await useWorkerOfOwnStore(server.origin + "/")
            let other = makeView()
            await other.open(server.origin + "/", navigations)
            for _ in 0..<5000 where services != nil { try await other.evaluateJavaScript("0") }
            #expect(services == nil)
        }
    }

    @Test func `views of other stores or origins have workers of their own`() async throws {
        try await LocalServer.with(Self.pages) { server in
            let views = [makeView(), makeView(store: .nonPersistent()), makeView()]
            views[2].serviceWorkerPermittedDomains = ["localhost"]
            for view in views.prefix(2) { await view.open(server.origin + "/", navigations) }
            await views[2].open("http://localhost:\(server.port)/", navigations)
            for view in views {
                let count = try await ask(view, "values.push(1)") as? Int
                #expect(count == 1)
            }
            #expect(views[0].services.sharedWorkers.counts == [2, 2])
        }
    }

    @Test func `a shared worker loads its requests as the view that made it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sw-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let views = [makeView(), makeView()]
        for (name, view) in zip(["one", "two"], views) {
            let root = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            try Data("<title>\(name)</title>".utf8).write(to: root.appendingPathComponent("index.html"))
            try Data(Self.script.utf8).write(to: root.appendingPathComponent("worker.js"))
            try Data(name.utf8).write(to: root.appendingPathComponent("name.txt"))
            view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(root.path)"]))
            await view.open("sw://app.example/", navigations)
        }
        let name = "fetch('/name.txt').then((response) => response.text())"
        #expect(try await ask(views[0], name) as? String == "one")
        #expect(try await ask(views[1], name) as? String == "one")
        #expect(try await ask(views[1], name, in: "another") as? String == "two")
        views[0].loader = MappedLoader()
        #expect(try await ask(views[1], "fetch('/name.txt').then(() => 1, () => 0)") as? Int == 0)
    }

    @Test func `the request for the script names the document as referrer`() async throws {
        try await LocalServer.with(Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/page?x", navigations)
            #expect(
                try await ask(view, "fetch('/seen').then((r) => r.text())") as? String == server.origin + "/worker.js")
            let request = try #require(server.received.first { $0.path == "/worker.js" })
            #expect(request.headers["referer"] == server.origin + "/page?x")
        }
    }

    @Test func `a worker whose process ended starts in another`() async throws {
        try await LocalServer.with(Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            #expect(try await ask(view, "values.push(1)") as? Int == 1)
            view.services.sharedWorkers.terminateWebProcesses()
            #expect(try await wait(in: view, for: [0, 0]))
            try await view.evaluateJavaScript("shared = {}; 0")
            #expect(try await ask(view, "values.push(1)") as? Int == 1)
            #expect(view.services.sharedWorkers.counts == [1, 1])
        }
    }

    @Test func `messages in the name of another origin's worker are refused`() async throws {
        try await LocalServer.with(Self.pages) { server in
            let (view, other) = (makeView(), makeView())
            await view.open(server.origin + "/", navigations)
            #expect(try await ask(view, "values.push(1)") as? Int == 1)
            other.serviceWorkerPermittedDomains = ["localhost"]
            await other.open("http://localhost:\(server.port)/", navigations)
            let origin = "sw://127.0.0.1:\(server.port)"
            let own = try #require(
                other.services.realms.all.first { $0.storageKey.rawValue == "sw://localhost:\(server.port)" })
            for (path, change) in [
                ("connect", "{}"), ("connect", "{type: 'none'}"),
                ("connect", "{script: 'blob:\(origin)/1', url: 'blob:1'}"),
                ("connect", "{script: '/worker.js'}"), ("running", "{}"), ("closing", "{}"),
            ] {
                try await other.evaluateJavaScript(
                    """
                    webkit.messageHandlers.SWWebView.postMessage(JSON.stringify({
                        document: "\(own.id)", path: "/SharedWorker/\(path)",
                        body: {id: "x", port: "y", url: "\(origin)/worker.js", name: "worker", type: "classic",
                            credentials: "same-origin", ...\(change)},
                    })); 0
                    """)
            }
            #expect(try await other.call("return await SWWebView.send('/ping', 1)") as? Int == 1)
            #expect(view.services.sharedWorkers.counts == [1, 1])
            #expect(try await ask(view, "values.push(1)") as? Int == 2)
        }
    }
}
