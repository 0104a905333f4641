import Foundation
import ServiceWorker

/// [Request Matches Cached Item](https://w3c.github.io/ServiceWorker/#request-matches-cached-item-algorithm).
enum CachedItemMatching {
    /// Whether a query matches what is in a cache.
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

    /// The address as it is compared: without a fragment.
    static func url(_ url: URL) -> String { URLRules.serialized(url).absoluteString }

    /// The address as it is compared with `ignoreSearch`.
    static func urlWithoutSearch(_ url: URL) -> String { withoutSearch(Self.url(url)) }

    /// What ``url(_:)`` gave, as it is compared with `ignoreSearch`.
    static func withoutSearch(_ url: String) -> String { url.firstIndex(of: "?").map { String(url[..<$0]) } ?? url }
}
