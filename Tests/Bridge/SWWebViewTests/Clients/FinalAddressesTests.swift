import Foundation
import Testing

@testable import SWWebView

@MainActor
struct FinalAddressesTests {
    private let asked = URL(string: "sw://app.example/a?q#f"), final = URL(string: "sw://app.example/b#f")

    @Test func `a document has the final address of the last navigation to its own`() throws {
        let (asked, final) = (try #require(asked), try #require(final))
        let addresses = FinalAddresses()
        #expect(addresses[asked] == nil)
        #expect(addresses.note(final, of: asked))
        #expect(addresses[asked] == final)
        let other = try #require(URL(string: "sw://app.example/a?q#other"))
        #expect(addresses[other] == final, "a fragment makes no other document")
        #expect(!addresses.note(asked, of: asked))
        #expect(addresses[asked] == nil)
    }

    @Test func `a great many navigations use up no memory`() throws {
        let (asked, final) = (try #require(asked), try #require(final))
        let addresses = FinalAddresses()
        _ = addresses.note(final, of: asked)
        for number in 0..<1000 {
            _ = addresses.note(final, of: try #require(URL(string: "sw://app.example/\(number)")))
        }
        #expect(addresses[asked] == nil)
    }
}
