import Foundation
import GRDB
import ServiceWorker

import struct ServiceWorker.FetchRequest

/// The `put` operations of [Batch Cache Operations](https://w3c.github.io/ServiceWorker/#batch-cache-operations-algorithm), in one transaction.
struct CacheBatch: Sendable {
    /// A response, and its body as far as it is stored already.
    struct Put: Sendable {
        var request: FetchRequest.Head
        var response: FetchResponse.Head
        var body: StoredBody
    }

    var cache: Int64
    var puts: [Put]
    var storageKey: StorageKey
    var quota: Int?
    var leases: BodyLeases

    func run(_ db: Database) throws {
        for (index, put) in puts.enumerated() {
            let isDouble = puts.prefix(index).contains { added in
                CachedItemMatching.matches(
                    query: put.request, request: added.request, response: added.response,
                    options: CacheQueryOptions())
            }
            if isDouble {
                throw ServiceWorkerError(
                    .invalidStateError, "\(put.request.url.absoluteString) is there twice.")
            }
            let replaced = try CacheRows.entries(cache, matching: put.request, db)
            try CacheRows.remove(replaced, keeping: leases, db)
            try CacheRows.insert(
                cache, put.request, put.response, body: body(of: put, db), size: put.body.size, db)
        }
        if let quota, try CacheRows.usage(storageKey, db) > quota {
            throw ServiceWorkerError(.quotaExceededError, "The origin's caches would be larger than \(quota) bytes.")
        }
    }

    private func body(of put: Put, _ db: Database) throws -> Int64? {
        switch put.body {
        case .none: return nil
        case .stored(let body, _): return body
        case .inline(let data):
            let body = try CacheRows.insertBody(db)
            if !data.isEmpty { try CacheRows.insertChunk(body, 0, data, db) }
            return body
        }
    }
}

/// What [put](https://w3c.github.io/ServiceWorker/#cache-put) refuses before it reads a body.
enum CachePutRules {
    static func check(_ request: FetchRequest.Head, _ response: FetchResponse.Head) throws(ServiceWorkerError) {
        guard let scheme = request.url.scheme?.lowercased(), URLRules.schemes.contains(scheme) else {
            throw ServiceWorkerError(.typeError, "\(request.url.absoluteString) must be sw, http or https.")
        }
        guard request.method == "GET" else {
            throw ServiceWorkerError(.typeError, "Only GET requests can be stored, not \(request.method).")
        }
        guard response.status != 206 else {
            throw ServiceWorkerError(.typeError, "A partial response (status 206) cannot be stored.")
        }
        guard !response.headers.values(of: "Vary").contains("*") else {
            throw ServiceWorkerError(.typeError, "A response that varies by everything (Vary: *) cannot be stored.")
        }
    }
}
