import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Service workers and caches of the bridge as data of a store.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BridgedWebsiteDataTests {
    static let types: Set<String> = [WKWebsiteDataTypeServiceWorkerRegistrations, WKWebsiteDataTypeFetchCache]
    static let fill = """
        await navigator.serviceWorker.register('/worker.js');
        await (await caches.open('v1')).put('/entry', new Response('text'));
        """
    static let read = """
        return `${(await navigator.serviceWorker.getRegistrations()).length} ${(await caches.keys()).length}`;
        """

    let store = WKWebsiteDataStore.nonPersistent()
    let navigations = Navigations()

    private func withFilledView(_ body: @MainActor (SWWebView) async throws -> Void) async throws {
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            request.path == "/worker.js"
                ? .init(headers: ["Content-Type": "text/javascript"], body: "onfetch = () => {};")
                : .init(body: "<p>page</p>")
        }
        try await LocalServer.with(answers) { server in
            let view = makeBridgedView(store: store)
            await view.open(server.origin + "/", navigations)
            #expect(await store.dataRecords(ofTypes: Self.types).isEmpty)
            try await view.call(Self.fill)
            try await body(view)
        }
    }

    /// Expects numbers of registrations and caches.
    private func expect(
        _ view: SWWebView, has numbers: String, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await view.call(Self.read) as? String
        #expect(found == numbers, sourceLocation: location)
    }

    @Test func `a site's service workers and caches are fetched and removed by kind`() async throws {
        try await withFilledView { view in
            let records = await store.dataRecords(ofTypes: Self.types)
            #expect(records.map(\.displayName) == ["127.0.0.1"])
            #expect(records.first?.dataTypes == Self.types)
            await store.removeData(ofTypes: [WKWebsiteDataTypeFetchCache], for: records)
            try await expect(view, has: "1 0")
            await store.removeData(ofTypes: Self.types, for: [])
            try await expect(view, has: "1 0")
            await store.removeData(ofTypes: [WKWebsiteDataTypeServiceWorkerRegistrations], for: records)
            try await expect(view, has: "0 0")
            #expect(await store.dataRecords(ofTypes: Self.types).isEmpty)
        }
    }

    @Test func `caches go that were made since a date, and service workers whatever the date`() async throws {
        try await withFilledView { view in
            await store.removeData(ofTypes: [WKWebsiteDataTypeFetchCache], modifiedSince: .distantFuture)
            try await expect(view, has: "1 1")
            await store.removeData(ofTypes: Self.types, modifiedSince: Date())
            try await expect(view, has: "0 1")
            await store.removeData(ofTypes: Self.types, modifiedSince: Date(timeIntervalSinceNow: -3600))
            try await expect(view, has: "0 0")
        }
    }

    @Test func `entries go that were stored in an older cache since a date`() async throws {
        try await withFilledView { view in
            let date = Date()
            try await view.call("await (await caches.open('v1')).put('/later', new Response('text'))")
            await store.removeData(ofTypes: Self.types, modifiedSince: date)
            let keys = try await view.call(
                "return (await (await caches.open('v1')).keys()).map((key) => new URL(key.url).pathname)")
            #expect(keys as? [String] == ["/entry"])
        }
    }
}
