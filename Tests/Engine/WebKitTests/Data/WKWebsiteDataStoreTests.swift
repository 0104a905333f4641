import Testing

@testable import WebKit

@MainActor
struct WKWebsiteDataStoreTests {
    @Test func `the zero UUID is misuse`() async throws {
        let zero = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
        let misuse = WKException.recording { _ = WKWebsiteDataStore(forIdentifier: zero) }
        #expect(misuse.map(\.name) == [.invalidArgumentException])
        let removal = try await WKException.recording { try await WKWebsiteDataStore.remove(forIdentifier: zero) }
        #expect(removal.map(\.name) == [.invalidArgumentException])
    }

    @Test func `the default and non-persistent stores have no identifier`() {
        #expect(WKWebsiteDataStore.default().identifier == nil)
        #expect(WKWebsiteDataStore.nonPersistent().identifier == nil)
    }

    @Test func `each kind of data is a constant that is spelled as its name`() {
        let types = WKWebsiteDataStore.allWebsiteDataTypes()
        #expect(types.count == 15)
        #expect(types.allSatisfy { $0.hasPrefix("WKWebsiteDataType") })
        #expect(types.isSuperset(of: [WKWebsiteDataTypeCookies, WKWebsiteDataTypeFileSystem]))
    }

    @Test func `the shim's bits of a kind stand for that kind`() {
        let bits = WebsiteDataTypes.bits(of: WebsiteDataTypes.all)
        #expect(WebsiteDataTypes.types(of: bits).count == 11)
        for type in WebsiteDataTypes.types(of: bits) {
            #expect(WebsiteDataTypes.types(of: WebsiteDataTypes.bits(of: [type])) == [type])
        }
        #expect(WebsiteDataTypes.bits(of: [WKWebsiteDataTypeScreenTime]) == 0)
    }

    @Test(arguments: [
        ("www.example.com", "example.com"), ("app.example.co.uk", "example.co.uk"), ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
    ])
    func `a host's site is its registrable domain, or else the host`(host: String, site: String) {
        #expect(WKWebsiteDataRecord.displayName(ofHost: host) == site)
    }
}
