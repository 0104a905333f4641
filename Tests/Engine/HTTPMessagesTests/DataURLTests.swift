import Foundation
import HTTPMessages
import Testing

struct DataURLTests {
    @Test(
        "the content of `data:` addresses",
        arguments: [
            ("data:,a%20b#c", "text/plain", "a b"),
            ("DATA:text/html;charset=utf-8,<p>", "text/html;charset=utf-8", "<p>"),
            ("data:;x=y,%+1%4", "text/plain;x=y", "%+1%4"), ("data:a/b; BASE64,aGVs%62G8", "a/b", "hello"),
        ])
    func content(_ address: String, _ type: String, _ text: String) throws {
        let content = try #require(DataURL.content(of: address))
        #expect(content.type == type)
        #expect(String(decoding: content.bytes, as: UTF8.self) == text)
    }

    @Test(
        "addresses without a comma, and base64 that is none, have no content",
        arguments: ["data:a", "data:;base64,a", "http:,a"])
    func noContent(_ address: String) { #expect(DataURL.content(of: address) == nil) }
}
