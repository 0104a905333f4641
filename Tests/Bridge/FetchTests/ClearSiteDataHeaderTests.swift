import Testing

@testable import Fetch

struct ClearSiteDataHeaderTests {
    @Test(
        arguments: [
            ("\"cache\"", ClearSiteData.cache), ("\"cookies\", \"storage\"", [.cookies, .storage]),
            ("\t\"storage\" ,\"unknown\"", .storage), ("\"*\"", [.cache, .cookies, .storage]), ("storage", []),
            ("", []),
            ("\"Storage\"", []), ("\"storage", []), (nil, []),
        ] as [(String?, ClearSiteData)])
    func `the header names kinds in quotation marks`(_ header: String?, _ kinds: ClearSiteData) {
        #expect(ClearSiteData(header: header) == kinds)
    }
}
