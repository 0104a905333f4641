import Foundation
import Testing

@testable import ServiceWorkers

struct CachedItemMatchingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var query: String
        var cached: String
        var queryHeaders: HeaderList = [:]
        var cachedHeaders: HeaderList = [:]
        var vary: String?
        var options = CacheQueryOptions()
        var matches: Bool
    }

    static let rows = [
        Row(testDescription: "same", query: "sw://x/a?b", cached: "sw://x/a?b", matches: true),
        Row(testDescription: "fragment", query: "sw://x/a#b", cached: "sw://x/a#c", matches: true),
        Row(testDescription: "search", query: "sw://x/a?b", cached: "sw://x/a?c", matches: false),
        Row(testDescription: "empty search", query: "sw://x/a?", cached: "sw://x/a", matches: false),
        Row(
            testDescription: "search ignored", query: "sw://x/a?b", cached: "sw://x/a?c",
            options: CacheQueryOptions(ignoreSearch: true), matches: true),
        Row(testDescription: "path", query: "sw://x/a", cached: "sw://x/A", matches: false),
        Row(testDescription: "origin without slash", query: "sw://x", cached: "sw://x/", matches: true),
        Row(
            testDescription: "vary, same", query: "sw://x/a", cached: "sw://x/a", queryHeaders: ["accept": "text"],
            cachedHeaders: ["Accept": "text"], vary: "Accept", matches: true),
        Row(
            testDescription: "vary, other", query: "sw://x/a", cached: "sw://x/a", queryHeaders: ["Accept": "text"],
            cachedHeaders: ["Accept": "image"], vary: "Cookie, Accept", matches: false),
        Row(
            testDescription: "vary, absent in one", query: "sw://x/a", cached: "sw://x/a",
            cachedHeaders: ["Cookie": "1"], vary: "Cookie", matches: false),
        Row(testDescription: "vary, absent in both", query: "sw://x/a", cached: "sw://x/a", vary: "X", matches: true),
        Row(testDescription: "vary by everything", query: "sw://x/a", cached: "sw://x/a", vary: "*", matches: false),
        Row(
            testDescription: "vary ignored", query: "sw://x/a", cached: "sw://x/a", cachedHeaders: ["X": "1"],
            vary: "X", options: CacheQueryOptions(ignoreVary: true), matches: true),
    ]

    @Test(arguments: rows)
    func `a request matches a cached one by its address and the headers that Vary names`(_ row: Row) {
        var query = FetchRequest.Head(url: address(row.query))
        query.headers = row.queryHeaders
        var cached = FetchRequest.Head(url: address(row.cached))
        cached.headers = row.cachedHeaders
        var response = FetchResponse.Head()
        if let vary = row.vary { response.headers.set("Vary", to: vary) }
        let found = CachedItemMatching.matches(
            query: query, request: cached, response: response, options: row.options)
        #expect(found == row.matches)
    }
}
