import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct WebsiteDataTransferTests {
    static let local: Set<String> = [WKWebsiteDataTypeLocalStorage]
    static let read = """
        \(WebsiteDataTests.settle)
        return Object.entries(localStorage).sort().map(([key, value]) => `${key}=${value}`).join();
        """

    let navigations = Navigations()

    private func makeView(_ store: WKWebsiteDataStore) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        return WKWebView(frame: .zero, configuration: configuration)
    }

    /// Opens two origins with an item each, and returns their addresses.
    private func fill(_ store: WKWebsiteDataStore, _ server: LocalServer) async throws -> [String] {
        let view = makeView(store)
        let addresses = ["http://127.0.0.1:\(server.port)/", "http://localhost:\(server.port)/page"]
        for (index, address) in addresses.enumerated() {
            await view.open(address, navigations)
            let items = #"localStorage.setItem('getItem', '\ud800"');"#
            try await view.call("localStorage.setItem('item', '\(index)'); \(items) \(WebsiteDataTests.settle)")
        }
        return addresses
    }

    @Test(arguments: [true, false])
    func `fetched local storage of all origins is there again in another store that restores it`(
        isPersistent: Bool
    ) async throws {
        let folder = try TemporaryFolder.untilExit()
        let store = isPersistent ? WKWebsiteDataStore.persistent(in: folder.url) : .nonPersistent()
        try await LocalServer.with({ _ in .init(body: "<p>page</p>") }) { server in
            let addresses = try await fill(store, server)
            let data = try #require(try await store.fetchData(of: Self.local))
            let other = WKWebsiteDataStore.nonPersistent()
            try await other.restoreData(data)
            let view = makeView(other)
            for (index, address) in addresses.enumerated() {
                await view.open(address, navigations)
                let items = "[localStorage.length, localStorage.item, localStorage.getItem('getItem').charCodeAt(0)]"
                #expect(try await view.call("return \(items).join()") as? String == "2,\(index),55296")
            }
            #expect(server.received.filter { $0.path != "/favicon.ico" }.count == 4, "No request is made for the data")
        }
    }

    @Test func `a persistent store's data holds origins that only an earlier store object has shown`() async throws {
        let folder = try TemporaryFolder.untilExit()
        try await LocalServer.with({ _ in .init(body: "<p>page</p>") }) { server in
            weak var earlier: WKWebsiteDataStore?
            let addresses = try await {
                let store = WKWebsiteDataStore.persistent(in: folder.url)
                earlier = store
                return try await fill(store, server)
            }()
            try #require(earlier == nil)
            let store = WKWebsiteDataStore.persistent(in: folder.url)
            let data = try #require(try await store.fetchData(of: Self.local))
            let other = WKWebsiteDataStore.nonPersistent()
            try await other.restoreData(data)
            let view = makeView(other)
            await view.open(addresses[1], navigations)
            #expect(try await view.call("return localStorage.getItem('item')") as? String == "1")
        }
    }

    @Test func `restoring replaces items with the same key, keeps others, and open pages see it`() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        try await LocalServer.with({ _ in .init(body: "<p>page</p>") }) { server in
            let view = makeView(store)
            await view.open(server.origin + "/", navigations)
            try await view.call("localStorage.setItem('a', '1'); \(WebsiteDataTests.settle)")
            let data = try #require(
                await withCheckedContinuation { continuation in
                    store.fetchData(of: Self.local) { data, error in
                        #expect(error == nil)
                        continuation.resume(returning: data)
                    }
                })
            try await view.call(
                "localStorage.setItem('a', '2'); localStorage.setItem('b', '2'); \(WebsiteDataTests.settle)")
            let error = await withCheckedContinuation { continuation in
                store.restoreData(data) { continuation.resume(returning: $0.map { "\($0)" }) }
            }
            #expect(error == nil)
            #expect(try await view.call(Self.read) as? String == "a=1,b=2")
        }
    }

    @Test func `local storage of a custom scheme's pages is fetched and restored`() async throws {
        let pages = Pages()
        pages["/"] = "<p>page</p>"
        let first = ViewTestSupport.makeView(pages, navigations)
        await first.open("app://host/", navigations)
        try await first.call("localStorage.setItem('a', '1'); \(WebsiteDataTests.settle)")
        let data = try #require(try await first.configuration.websiteDataStore.fetchData(of: Self.local))
        let second = ViewTestSupport.makeView(pages, navigations)
        try await second.configuration.websiteDataStore.restoreData(data)
        await second.open("app://host/", navigations)
        #expect(try await second.call(Self.read) as? String == "a=1")
    }

    @Test func `kinds that can't be fetched and data of another form are errors`() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        let error = try await #require(throws: WKError.self) {
            try await store.fetchData(of: [WKWebsiteDataTypeCookies, WKWebsiteDataTypeLocalStorage])
        }
        #expect(error.localizedDescription.hasPrefix("WKWebsiteDataTypeCookies can't be fetched"))
        await #expect(throws: WKError.self) { try await store.restoreData(Data("no".utf8)) }
        let nothing = try #require(try await store.fetchData(of: []))
        try await store.restoreData(nothing)
        for origin in ["javascript:1", "http://h/path", "about:blank"] {
            let list: [String: Any] = [
                "version": 1, "types": [WKWebsiteDataTypeLocalStorage], "localStorage": [origin: "[]"],
            ]
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            await #expect(throws: WKError.self) { try await store.restoreData(data) }
        }
        let list: [String: Any] = [
            "version": 1, "types": [WKWebsiteDataTypeLocalStorage], "localStorage": ["http://h": "[[\"a\", 1]]"],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        await #expect(throws: WKError.self) { try await store.restoreData(data) }
    }
}
