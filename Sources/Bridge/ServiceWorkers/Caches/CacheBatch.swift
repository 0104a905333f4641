import Foundation
import GRDB

/// A request, its response, and the body as far as it is stored already.
package struct CachePut: Sendable {
    package var request: FetchRequest.Head
    package var response: FetchResponse.Head
    package var body: StoredBody
    /// The request's head as JSON text, where it is at hand.
    package var requestText: String?
    /// The response's head as JSON text, where it is at hand.
    package var responseText: String?

    package init(
        request: FetchRequest.Head, response: FetchResponse.Head, body: StoredBody, requestText: String? = nil,
        responseText: String? = nil
    ) {
        self.request = request
        self.response = response
        self.body = body
        self.requestText = requestText
        self.responseText = responseText
    }
}

/// The `put` operations of [Batch Cache Operations](https://w3c.github.io/ServiceWorker/#batch-cache-operations-algorithm), in one transaction.
struct CacheBatch: Sendable {
    var cache: Int64
    var puts: [CachePut]
    var storageKey: StorageKey
    var quota: Int?
    var leases: BodyLeases
    var positions: EntryPositions

    func run(_ db: Database) throws {
        try checkDoubles()
        var growth = 0
        for put in puts {
            let (replaced, hasOthers) = try CacheRows.rowsAndOthers(.cache(cache), matching: put.request, db)
            if replaced.count == 1, !hasOthers, replaced[0].body == nil, put.body.fitsInRow {
                try CacheRows.replace(replaced[0], put, at: positions.next(), db)
            } else {
                try CacheRows.remove(replaced, keeping: leases, db)
                try CacheRows.insert(cache, put, at: positions.next(), db)
            }
            growth += replaced.reduce(put.body.size) { $0 - $1.size }
        }
        try CacheRows.resize(cache, by: growth, db)
        if let quota, growth > 0, try CacheRows.usage(storageKey, db) > quota {
            throw ServiceWorkerError(.quotaExceededError, "The origin's caches would be larger than \(quota) bytes.")
        }
    }

    private func checkDoubles() throws {
        guard puts.count > 1 else { return }
        var added: [String: [CachePut]] = [:]
        for put in puts {
            let url = CachedItemMatching.url(put.request.url)
            let isDouble = (added[url] ?? []).contains {
                CachedItemMatching.matches(
                    query: put.request, request: $0.request, response: $0.response, options: CacheQueryOptions())
            }
            if isDouble {
                throw ServiceWorkerError(
                    .invalidStateError, "\(put.request.url.absoluteString) is there twice.")
            }
            added[url, default: []].append(put)
        }
    }
}

extension FetchResponse.Kind {
    /// Whether such a response is opaque to scripts.
    var isHidden: Bool { self == .opaque || self == .opaqueredirect }
}

/// The checks of [put](https://w3c.github.io/ServiceWorker/#cache-put) before it reads a body.
enum CachePutRules {
    static func check(_ request: FetchRequest.Head, _ response: FetchResponse.Head) throws(ServiceWorkerError) {
        guard let scheme = request.url.scheme?.lowercased(), URLRules.schemes.contains(scheme) else {
            throw ServiceWorkerError(.typeError, "\(request.url.absoluteString) must be sw, http or https.")
        }
        guard request.method == "GET" else {
            throw ServiceWorkerError(.typeError, "Only GET requests can be stored, not \(request.method).")
        }
        // A page must not learn from a refusal what an opaque response hides.
        guard !response.type.isHidden else { return }
        guard response.status != 206 else {
            throw ServiceWorkerError(.typeError, "A partial response (status 206) cannot be stored.")
        }
        guard !response.headers.values(of: "Vary").contains("*") else {
            throw ServiceWorkerError(.typeError, "A response that varies by everything (Vary: *) cannot be stored.")
        }
    }
}
