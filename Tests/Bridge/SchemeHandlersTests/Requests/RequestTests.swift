import Foundation
import Testing

@testable import SchemeHandlers

struct RequestTests {
    @Test func `an address has decoded segments and items`() throws {
        let address = try ResourceAddress("sqlite://Order%20Details/4%2F2/%C3%A9?a=b+c&a=&d&e=%2B%3D#frag?x=y")
        #expect(address.segments == ["Order Details", "4/2", "é"])
        #expect(address.items.map(\.name) == ["a", "a", "d", "e"])
        #expect(address.items.map(\.value) == ["b c", "", nil, "+="])
        #expect(try ResourceAddress("sqlite:///a//b/").segments == ["a", "b"])
        #expect(try ResourceAddress("sqlite://").segments.isEmpty)
        #expect(try ResourceAddress("sqlite://?x").items.map(\.name) == ["x"])
    }

    @Test(arguments: [
        "a://%", "a://%1", "a://%zz", "a://%g0", "a://%ff", "a://x?%c3%28", "a://x?y=%00", "a://%00",
        "a://x?y=%ED%A0%80",
    ])
    func `an address with a broken escape, a NUL or bytes that are no UTF-8 is refused`(address: String) {
        #expect(throws: RESTError.self) { try ResourceAddress(address) }
    }

    @Test func `a segment is percent-encoded but for unreserved characters`() {
        #expect(ResourceAddress.encode("a-b_c.~1 /?#%\r\n\u{0}é") == "a-b_c.~1%20%2F%3F%23%25%0D%0A%00%C3%A9")
    }

    @Test func `known preferences are read, and odd ones are refused if handling is strict`() throws {
        let wanted = try RequestPreferences(
            header:
                "return=representation, count=\"exact\",resolution=merge-duplicates, integers=string, odd=1, max-affected=3"
        )
        #expect(
            wanted.returns == .representation && wanted.counts && wanted.duplicates == .merge && wanted.integersAsText)
        #expect(wanted.mostAffected == 3 && wanted.applied.count == 5 && !wanted.allRows)
        #expect(try RequestPreferences(header: nil).applied.isEmpty)
        #expect(throws: RESTError.self) { try RequestPreferences(header: "handling=strict, odd=1") }
    }

    @Test func `the format follows the Accept header, which is refused without a known format`() throws {
        let rows: [(String?, ResponseFormat)] = [
            (nil, .json), ("*/*", .json), ("text/html, */*;q=0.1", .json), ("application/x-ndjson", .lines),
            ("text/csv", .csv),
            ("application/json;q=0.2, text/csv;q=0.3", .csv), ("application/vnd.pgrst.object+json", .object),
            ("APPLICATION/JSON", .json),
        ]
        for (header, format) in rows { #expect(try ResponseFormat(accept: header) == format) }
        #expect(throws: RESTError.self) { try ResponseFormat(accept: "image/png, application/json;q=0") }
    }

    @Test func `page origins permit applications, all pages or only those that are listed`() {
        let file = URL(string: "file:///app/index.html")
        for origin in [nil, "null", "sw://app.example", "file://", "app://x"] {
            #expect(PageOrigins.applications.permits(origin, in: file))
        }
        for origin in ["http://a.example", "https://a.example", "HTTPS://a.example"] {
            #expect(!PageOrigins.applications.permits(origin, in: file))
        }
        #expect(PageOrigins.all.permits("https://a.example", in: file))
        #expect(PageOrigins.only(["https://A.example"]).permits("https://a.example", in: file))
        #expect(!PageOrigins.only(["https://a.example"]).permits("sw://b.example", in: file))
    }

    @Test func `the page and includesOpaqueOrigins decide whether an opaque origin is permitted`() {
        let pages = ["sw://app.example/", "https://a.example/", "file:///app/index.html", "about:blank"]
            .map { URL(string: $0) }
        func permitted(_ origins: PageOrigins) -> [Bool] { (pages + [nil]).map { origins.permits("null", in: $0) } }
        func opaque(_ origins: PageOrigins) -> PageOrigins {
            var origins = origins
            origins.includesOpaqueOrigins = true
            return origins
        }
        #expect(permitted(.applications) == [false, false, true, true, false])
        #expect(permitted(opaque(.applications)) == [true, false, true, true, true])
        #expect(permitted(.only(["sw://app.example"])) == [false, false, false, false, false])
        #expect(permitted(opaque(.only(["sw://app.example"]))) == [true, false, false, false, false])
        #expect(permitted(.only(["null"])) == [false, false, true, true, false])
        #expect(permitted(.all) == [true, true, true, true, true])
    }
}
