import Foundation

/// [Request Matches Cached Item](https://w3c.github.io/ServiceWorker/#request-matches-cached-item-algorithm).
enum CachedItemMatching {
    /// Returns whether a query matches a cached request and its response.
    static func matches(
        query: FetchRequest.Head, request: FetchRequest.Head, response: FetchResponse.Head?,
        options: CacheQueryOptions
    ) -> Bool {
        guard options.ignoreMethod || request.method == "GET" else { return false }
        let isSameURL =
            options.ignoreSearch
            ? urlWithoutSearch(query.url) == urlWithoutSearch(request.url) : url(query.url) == url(request.url)
        guard isSameURL else { return false }
        guard let response, !options.ignoreVary else { return true }
        return response.headers.values(of: "Vary").allSatisfy { field in
            field != "*" && query.headers[field] == request.headers[field]
        }
    }

    /// Returns the address without its fragment, for comparison.
    static func url(_ url: URL) -> String { URLRules.serialized(url).absoluteString }

    /// Returns the address without fragment and query, for comparison with `ignoreSearch`.
    static func urlWithoutSearch(_ url: URL) -> String { withoutSearch(Self.url(url)) }

    /// Returns the result of ``url(_:)`` without its query, for comparison with `ignoreSearch`.
    static func withoutSearch(_ url: String) -> String { url.firstIndex(of: "?").map { String(url[..<$0]) } ?? url }
}
