import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct WebsiteDataTests {
    static let storage: Set<String> = [WKWebsiteDataTypeLocalStorage, WKWebsiteDataTypeSessionStorage]
    static let fill = """
        localStorage.setItem('kept', '1');
        sessionStorage.setItem('kept', '1');
        document.cookie = 'kept=1; max-age=3600';
        \(settle)
        """
    /// Waits for an answer on the way on which the page's process and that of the data tell each other of changes.
    static let settle = "await indexedDB.databases();"
    static let read = """
        \(settle)
        return `${localStorage.getItem('kept')} ${sessionStorage.getItem('kept')} ${document.cookie}`;
        """

    let navigations = Navigations()

    private func makeView(_ store: WKWebsiteDataStore) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        return WKWebView(frame: .zero, configuration: configuration)
    }

    private func withFilledView(
        _ store: WKWebsiteDataStore, _ body: @MainActor (WKWebView, LocalServer) async throws -> Void
    ) async throws {
        // WebKit writes a response to its disk cache up to a second later, also when the cache was cleared meanwhile.
        let headers = ["Content-Type": "text/html", "Cache-Control": "no-store"]
        let page = LocalServer.Answer(headers: headers, body: "<p>page</p>")
        try await LocalServer.with({ _ in page }) { server in
            let view = makeView(store)
            await view.open(server.origin + "/", navigations)
            try await view.call(Self.fill)
            try await body(view, server)
        }
    }

    /// Expects a page's data.
    private func expect(
        _ data: String, in view: WKWebView, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await view.call(Self.read) as? String
        #expect(found == data, sourceLocation: location)
    }

    @Test func `a non-persistent store's records show the site with its kinds of data`() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        try await withFilledView(store) { _, server in
            let types = Self.storage.union([WKWebsiteDataTypeCookies])
            let records = await store.dataRecords(ofTypes: types)
            #expect(records.map(\.displayName) == ["127.0.0.1"])
            #expect(records.first?.dataTypes == types)
            #expect(await store.dataRecords(ofTypes: []).isEmpty)
            #expect(await store.dataRecords(ofTypes: [WKWebsiteDataTypeIndexedDBDatabases]).isEmpty)
        }
    }

    @Test func `a store's data is private in a folder with files of other programs`() throws {
        let folder = try TemporaryFolder.untilExit()
        try folder.write("", to: "README")
        chmod(folder.url.path, 0o755)
        _ = makeView(.persistent(in: folder.url))
        let modes = try [folder.url.path, folder.path("data"), folder.path("cache")].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o755, 0o700, 0o700])
    }

    @Test func `removing a record's data removes those kinds only`() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        try await withFilledView(store) { view, _ in
            let records = await store.dataRecords(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes())
            await store.removeData(ofTypes: [WKWebsiteDataTypeLocalStorage], for: records)
            try await expect("null 1 kept=1", in: view)
            await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], for: records)
            try await expect("null 1 ", in: view)
            await store.removeData(ofTypes: Self.storage, for: [])
            try await expect("null 1 ", in: view)
        }
    }

    @Test(arguments: [true, false])
    func `no record is left after all data was removed`(isPersistent: Bool) async throws {
        let folder = try TemporaryFolder.untilExit()
        let store = isPersistent ? WKWebsiteDataStore.persistent(in: folder.url) : .nonPersistent()
        let all = WKWebsiteDataStore.allWebsiteDataTypes()
        try await withFilledView(store) { view, _ in
            #expect(await store.dataRecords(ofTypes: all).map(\.displayName) == ["127.0.0.1"])
            await store.removeData(ofTypes: all, modifiedSince: .distantFuture)
            try await expect("1 1 kept=1", in: view)
            await store.removeData(ofTypes: all, modifiedSince: .distantPast)
            let left = await store.dataRecords(ofTypes: all)
            #expect(left.isEmpty, "\(left.map { ($0.displayName, $0.dataTypes) })")
            try await expect("null null ", in: view)
        }
    }

    @Test func `data modified since a date goes`() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        try await withFilledView(store) { view, _ in
            await withCheckedContinuation { continuation in
                store.removeData(
                    ofTypes: [WKWebsiteDataTypeLocalStorage, WKWebsiteDataTypeCookies],
                    modifiedSince: Date(timeIntervalSinceNow: -3600)
                ) { continuation.resume() }
            }
            try await expect("null 1 ", in: view)
        }
    }

    @Test(arguments: [true, false])
    func `cookies that are new or changed since a date go, and older ones stay`(isPersistent: Bool) async throws {
        let folder = try TemporaryFolder.untilExit()
        let store = isPersistent ? WKWebsiteDataStore.persistent(in: folder.url) : .nonPersistent()
        try await withFilledView(store) { view, _ in
            let set = "for (const name of ['old', 'changed']) document.cookie = `${name}=1; max-age=3600`;"
            try await view.call(set + Self.settle)
            #expect(await store.httpCookieStore.allCookies().count == 3)
            let date = Date()
            try await view.call(
                "document.cookie = 'changed=2; max-age=3600'; document.cookie = 'new=1'; \(Self.settle)")
            await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], modifiedSince: date)
            #expect(Set(await store.httpCookieStore.allCookies().map(\.name)) == ["kept", "old"])
            await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], modifiedSince: .distantFuture)
            await store.removeData(ofTypes: [WKWebsiteDataTypeLocalStorage], modifiedSince: .distantPast)
            #expect(await store.httpCookieStore.allCookies().count == 2)
            await store.httpCookieStore.setCookiePolicy(.disallow)
            await store.httpCookieStore.setCookiePolicy(.allow)
            await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], modifiedSince: date)
            #expect(await store.httpCookieStore.allCookies().count == 2)
        }
        let dates = folder.url.appending(path: "data/cookie-dates.json")
        #expect(FileManager.default.fileExists(atPath: dates.path) == isPersistent)
    }

    @Test func `a persistent store's records keep local storage and lose session storage with the view`() async throws {
        let folder = try TemporaryFolder.untilExit()
        let store = WKWebsiteDataStore.persistent(in: folder.url)
        try await withFilledView(store) { _, _ in
            #expect(await store.dataRecords(ofTypes: Self.storage).first?.dataTypes == Self.storage)
        }
        // The web process goes on its own; the suite's time limit bounds the wait.
        var types = await store.dataRecords(ofTypes: Self.storage).first?.dataTypes
        while types == Self.storage { types = await store.dataRecords(ofTypes: Self.storage).first?.dataTypes }
        #expect(types == [WKWebsiteDataTypeLocalStorage])
    }

    @Test func `pages of a custom scheme have no record, and lose their data with all others`() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        let pages = Pages()
        pages["/"] = "<p>page</p>"
        let view = ViewTestSupport.makeView(pages, navigations) { $0.websiteDataStore = store }
        await view.open("app://host/", navigations)
        try await view.call("localStorage.setItem('kept', '1'); \(Self.settle)")
        #expect(await store.dataRecords(ofTypes: Self.storage).map(\.displayName) == [])
        await store.removeData(ofTypes: Self.storage, modifiedSince: .distantPast)
        #expect(
            try await view.call("\(Self.settle) return localStorage.getItem('kept') ?? 'none'") as? String == "none")
    }
}
