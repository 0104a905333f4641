import Foundation
import FoundationNetworking
import HTTPMessages
import Testing

struct RedirectTests {
    private func target(_ status: Int, _ location: String?, at address: String) throws -> String? {
        let url = try #require(URL(string: address))
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: location.map { ["Location": $0] }))
        return try Redirect.target(of: response, at: url)?.absoluteString
    }

    @Test(arguments: [
        (302, "next", "https://x/a/next"), (308, "//y/", "https://y/"), (303, "/b#own", "https://x/b#own"),
        (301, "/c", "https://x/c"),
    ])
    func aLocationIsRelativeToTheResponse(status: Int, location: String, expected: String) throws {
        #expect(try target(status, location, at: "https://x/a/page") == expected)
    }

    @Test func theFragmentIsKept() throws {
        #expect(try target(302, "/b", at: "https://x/a#part") == "https://x/b#part")
    }

    @Test(arguments: [200, 300, 304])
    func otherStatusesDoNotRedirect(status: Int) throws {
        #expect(try target(status, "/b", at: "https://x/") == nil)
    }

    @Test func aRedirectWithoutALocationIsAnAnswer() throws {
        #expect(try target(302, nil, at: "https://x/") == nil)
        #expect(try target(302, "", at: "https://x/") == nil)
    }

    @Test func anUnreadableLocationFails() {
        #expect(throws: URLError.self) { try target(302, "http://[", at: "https://x/") }
    }
}
