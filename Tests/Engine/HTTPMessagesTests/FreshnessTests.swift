import HTTPMessages
import Testing

struct FreshnessTests {
    @Test(
        arguments: [
            ([], nil),
            ([("Cache-Control", "public")], nil),
            ([("cache-control", "public, Max-Age=60")], 60),
            ([("Cache-Control", "max-age=\"60\"")], 60),
            ([("Cache-Control", "max-age=60"), ("Age", "50")], 10),
            ([("Cache-Control", "max-age=60"), ("Age", "61")], 0),
            ([("Cache-Control", "max-age=60"), ("Age", "-9223372036854775808")], 60),
            ([("Cache-Control", "max-age=60"), ("Cache-Control", "no-cache")], 0),
            ([("Cache-Control", "no-store, max-age=60")], 0),
            ([("Cache-Control", "max-age=soon")], 0),
            ([("Cache-Control", "max-age=-1")], 0),
            ([("Cache-Control", "max-age=9223372036854775807")], 365 * 86400),
            ([("Cache-Control", "max-age=9223372036854775808")], 365 * 86400),
            ([("Cache-Control", "max-age=-9223372036854775808"), ("Age", "9223372036854775807")], 0),
        ] as [([(String, String)], Int?)])
    func `Cache-Control says how long`(_ headers: [(String, String)], _ seconds: Int?) {
        #expect(Freshness.controlled(list(headers)) == seconds)
    }

    @Test(
        arguments: [
            ([], 0),
            ([("Cache-Control", "max-age=5"), ("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT")], 5),
            ([("Expires", "Thu, 01 Jan 1970 00:20:00 GMT")], 200),
            ([("Expires", "Thu, 01 Jan 1970 00:20:00 GMT"), ("Date", "Thu, 01 Jan 1970 00:19:00 GMT")], 60),
            ([("Expires", "0"), ("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT")], 0),
            ([("Expires", "Thu, 01 Jan 1970 00:10:00 GMT")], 0),
            ([("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT")], 100),
            ([("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT"), ("Age", "40")], 60),
            ([("Last-Modified", "Thu, 01 Jan 1970 00:30:00 GMT")], 0),
            ([("Last-Modified", "yesterday")], 0),
        ] as [([(String, String)], Int)])
    func `other headers give an assumption`(_ headers: [(String, String)], _ seconds: Int) {
        #expect(Freshness.assumed(list(headers), now: 1000) == seconds)
    }

    private func list(_ headers: [(String, String)]) -> HeaderList {
        HeaderList(headers.map { HeaderList.Field(name: $0.0, value: $0.1) })
    }
}
