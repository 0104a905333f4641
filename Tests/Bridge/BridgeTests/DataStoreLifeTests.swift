import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Tests that a data store and its workers end with the last view.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DataStoreLifeTests {
    nonisolated static let pages = [
        "/": "<title>Home</title>",
        "/worker.js": """
        oninstall = () => skipWaiting();
        onactivate = (event) => event.waitUntil(clients.claim());
        onfetch = (event) => { if (event.request.url.endsWith('/x')) event.respondWith(new Response('worker')); };
        """,
        "/endless.js": "oninstall = (event) => event.waitUntil(new Promise(() => {}));",
        "/shared.js": "onconnect = (event) => event.ports[0].postMessage('connected');",
    ]

    /// Weak references to what a data store owns, directly or not.
    private struct Owned {
        weak var store: WKWebsiteDataStore?
        weak var services: WorkerStore?
        weak var workerHost: WorkerRunner?
        weak var page: WorkerPage?

        var isGone: Bool { store == nil && services == nil && workerHost == nil && page == nil }
    }

    private func use(_ server: LocalServer, _ script: String) async throws -> Owned {
        let navigations = Navigations()
        let view = makeBridgedView()
        await view.open(server.origin + "/", navigations)
        let result = try await view.call(script) as? String
        #expect(result == "done")
        let services = WorkerStore.of(view.configuration.websiteDataStore)
        let owned = Owned(
            store: view.configuration.websiteDataStore, services: services, workerHost: services.workerHost,
            page: services.workerHost?.pages.values.first)
        #expect(owned.page != nil)
        return owned
    }

    @Test(arguments: [
        """
        await navigator.serviceWorker.register('/worker.js');
        if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.oncontrollerchange = resolve);
        if (await (await fetch('/x')).text() !== 'worker') throw new Error('uncontrolled');
        return 'done';
        """,
        """
        const registration = await navigator.serviceWorker.register('/endless.js');
        fetch('/').catch(() => {});
        return 'done';
        """,
        """
        await navigator.serviceWorker.register('/worker.js');
        window.shared = new SharedWorker('/shared.js');
        await new Promise((resolve) => shared.port.onmessage = resolve);
        return 'done';
        """,
    ])
    func `a data store and its workers end with the last view`(_ script: String) async throws {
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            let type = request.path.hasSuffix(".js") ? "text/javascript" : "text/html"
            return .init(headers: ["Content-Type": type], body: Self.pages[request.path] ?? "")
        }
        try await LocalServer.with(answers) { server in
            let owned = try await use(server, script)
            for _ in 0..<5000 where !owned.isGone { await Task.yield() }
            #expect(owned.store == nil)
            #expect(owned.services == nil)
            #expect(owned.workerHost == nil)
            #expect(owned.page == nil)
        }
    }
}
