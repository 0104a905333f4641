import Testing
import WebKit

struct HTTPURLResponseTests {
    @Test func `a response made of a type and a length has status 200 and both`() throws {
        let url = try #require(URL(string: "app://host/page"))
        let response = HTTPURLResponse(
            url: url, mimeType: "text/html", expectedContentLength: 12, textEncodingName: "utf-8")
        #expect(response.statusCode == 200)
        #expect(response.url == url)
        #expect(response.mimeType == "text/html")
        #expect(response.expectedContentLength == 12)
        #expect(response.textEncodingName == "utf-8")
    }

    @Test func `a response without a type, a length and an encoding has none`() throws {
        let url = try #require(URL(string: "app://host/page"))
        let response = HTTPURLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
        #expect(response.value(forHTTPHeaderField: "Content-Type") == nil)
        #expect(response.value(forHTTPHeaderField: "Content-Length") == nil)
        #expect(response.expectedContentLength == -1)
    }
}
