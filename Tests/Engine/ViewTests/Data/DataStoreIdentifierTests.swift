import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DataStoreIdentifierTests {
    @Test func `a UUID names one object while it is held, and its data afterwards, until it is removed`() async throws {
        let identifier = UUID()
        func use() async throws -> [String] {
            let store = WKWebsiteDataStore(forIdentifier: identifier)
            #expect(store === WKWebsiteDataStore(forIdentifier: identifier))
            #expect(store !== WKWebsiteDataStore(forIdentifier: UUID()))
            #expect(store.identifier == identifier && store.isPersistent)
            let names = await store.httpCookieStore.allCookies().map(\.name)
            await store.httpCookieStore.setCookie(try .test("kept", "1", expires: Date(timeIntervalSinceNow: 3600)))
            await #expect(throws: (any Error).self) { try await WKWebsiteDataStore.remove(forIdentifier: identifier) }
            return names
        }
        #expect(try await use() == [])
        #expect(try await use() == ["kept"])
        #expect(await WKWebsiteDataStore.allDataStoreIdentifiers.contains(identifier))
        try await WKWebsiteDataStore.remove(forIdentifier: identifier)
        #expect(await !WKWebsiteDataStore.allDataStoreIdentifiers.contains(identifier))
        #expect(try await use() == [])
        try await WKWebsiteDataStore.remove(forIdentifier: identifier)
    }

    @Test func `removing a store with a view fails, and removing one without data doesn't`() async throws {
        let identifier = UUID()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = WKWebsiteDataStore(forIdentifier: identifier)
        var view: WKWebView? = WKWebView(frame: .zero, configuration: configuration)
        configuration.websiteDataStore = .nonPersistent()
        #expect(view != nil)
        let failure = await removal(of: identifier) as NSError?
        #expect(failure?.domain == "WKWebSiteDataStore" && failure?.code == 1)
        view = nil
        #expect(await removal(of: identifier) == nil)
        #expect(await removal(of: identifier) == nil)
    }

    private func removal(of identifier: UUID) async -> NSError? {
        await withCheckedContinuation { continuation in
            WKWebsiteDataStore.remove(forIdentifier: identifier) { continuation.resume(returning: $0 as NSError?) }
        }
    }
}
