import HTTPMessages
import Testing

struct HeaderListTests {
    @Test func `header names compare without case, and values of one name combine`() {
        var headers: HeaderList = ["Vary": "Accept , Cookie", "vary": "X-One"]
        #expect(headers["VARY"] == "Accept , Cookie, X-One")
        #expect(headers.values(of: "Vary") == ["Accept", "Cookie", "X-One"])
        headers.set("VARY", to: "*")
        #expect(headers.fields.count == 1)
        #expect(headers["missing"] == nil)
    }

    @Test func `a header list from a dictionary is sorted by name`() {
        #expect(HeaderList(["B": "2", "A": "1"]).fields.map(\.name) == ["A", "B"])
    }
}
