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
        (301, "/c", "https://x/c"), (302, "", "https://x/a/page"),
    ])
    func `a location is resolved against the address of its response`(
        status: Int, location: String, expected: String
    ) throws {
        #expect(try target(status, location, at: "https://x/a/page") == expected)
    }

    @Test func `a location without a fragment gets that of the address of its response`() throws {
        #expect(try target(302, "/b", at: "https://x/a#part") == "https://x/b#part")
    }

    @Test(arguments: [200, 300, 304])
    func `a status of 200, 300 or 304 with a location does not redirect`(status: Int) throws {
        #expect(try target(status, "/b", at: "https://x/") == nil)
    }

    @Test func `a redirect status without a location does not redirect`() throws {
        #expect(try target(302, nil, at: "https://x/") == nil)
    }

    @Test func `a location that is no address throws`() {
        #expect(throws: URLError.self) { try target(302, "http://[", at: "https://x/") }
    }
}
