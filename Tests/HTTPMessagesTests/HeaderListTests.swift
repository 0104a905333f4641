import HTTPMessages
import Testing

struct HeaderListTests {
    @Test func namesCompareWithoutCaseAndValuesCombine() {
        var headers: HeaderList = ["Vary": "Accept , Cookie", "vary": "X-One"]
        #expect(headers["VARY"] == "Accept , Cookie, X-One")
        #expect(headers.values(of: "Vary") == ["Accept", "Cookie", "X-One"])
        headers.set("VARY", to: "*")
        #expect(headers.fields.count == 1)
        #expect(headers["missing"] == nil)
    }

    @Test func aDictionaryBecomesAListSortedByName() {
        #expect(HeaderList(["B": "2", "A": "1"]).fields.map(\.name) == ["A", "B"])
    }
}
