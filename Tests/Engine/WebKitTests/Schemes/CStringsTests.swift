import Foundation
import Testing

@testable import WebKit

struct CStringsTests {
    @Test func `strings go through C unchanged`() {
        let strings = ["Content-Type", "text/html; charset=utf-8", "", "é🙂"]
        let back = CStrings.withCStrings(strings) { pointers in
            (0..<strings.count).compactMap { pointers?[$0].map { String(cString: $0) } }
        }
        #expect(back == strings)
        #expect(CStrings.withCStrings([]) { _ in 7 } == 7)
    }

    @Test func `fields are collected in order, and those without name or value are left out`() {
        let fields = CStrings.collect { report, context in
            for (name, value) in [("A", "1"), ("B", ""), ("A", "2")] { report(name, value, context) }
            report(nil, "x", context)
            report("x", nil, context)
        }
        #expect(fields.map(\.0) == ["A", "B", "A"])
        #expect(fields.map(\.1) == ["1", "", "2"])
    }

    @Test func `the header fields of a response are strings`() throws {
        let response = try #require(
            HTTPURLResponse(
                url: URL(fileURLWithPath: "/"), statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "text/plain", "X-Mine": "1"]))
        #expect(response.headerFields == ["Content-Type": "text/plain", "X-Mine": "1"])
    }
}
