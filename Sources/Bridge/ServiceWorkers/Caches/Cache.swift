import Foundation
import GRDB
import HTTPMessages

/// A [Cache](https://w3c.github.io/ServiceWorker/#cache-interface): requests and their responses, in the order they came.
///
/// Bodies are written and read in pieces; none is in memory whole, unless it is small.
public struct Cache: Sendable, Identifiable {
    /// Names the cache, also after it was deleted.
    public let id: Int64

    let storage: ServiceWorkerStorage
    let storageKey: StorageKey
    /// Bytes that all bodies of the origin may take together; nil for no limit.
    package var quota: Int?

    /// Implements [match](https://w3c.github.io/ServiceWorker/#cache-match): the first response to a request.
    public func match(
        _ request: FetchRequest.Head, options: CacheQueryOptions = CacheQueryOptions()
    ) async throws -> FetchResponse? {
        try await responses(request, options: options, limit: 1).first
    }

    /// Implements [matchAll](https://w3c.github.io/ServiceWorker/#cache-matchall): every response to a request, or every
    /// response.
    public func matchAll(
        _ request: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions()
    ) async throws -> [FetchResponse] {
        try await responses(request, options: options, limit: .max)
    }

    /// Implements [keys](https://w3c.github.io/ServiceWorker/#cache-keys): the requests that match, or all.
    public func keys(
        _ request: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions()
    ) async throws -> [FetchRequest.Head] {
        guard isAnswerable(request, options) else { return [] }
        return try await storage.read { [id, check = storage.entries] db in
            try CacheRows.entries(.cache(id), matching: request, options: options, checking: check, db).map {
                try ColumnText.decode(FetchRequest.Head.self, $0.request)
            }
        }
    }

    /// Implements [put](https://w3c.github.io/ServiceWorker/#cache-put): stores a response, in place of those the request
    /// matches.
    ///
    /// - Throws: ``ServiceWorkerError``, or what reading the body throws.
    public func put(_ request: FetchRequest.Head, _ response: FetchResponse) async throws {
        try await putAll([(request, response)])
    }

    /// Stores several responses together or not at all: the end of [addAll](https://w3c.github.io/ServiceWorker/#cache-addAll).
    ///
    /// - Throws: ``ServiceWorkerError``, or what reading a body throws.
    public func putAll(_ items: [(request: FetchRequest.Head, response: FetchResponse)]) async throws {
        for (request, response) in items { try CachePutRules.check(request, response.head) }
        var puts: [CachePut] = []
        do {
            for (request, response) in items {
                puts.append(CachePut(request: request, response: response.head, body: try await store(response.body)))
            }
        } catch {
            await drop(puts)
            throw error
        }
        try await put(puts)
    }

    /// Stores responses whose bodies are stored, together or not at all.
    ///
    /// - Throws: ``ServiceWorkerError``. The bodies are gone then.
    package nonisolated(nonsending) func put(_ puts: [CachePut]) async throws {
        do {
            if try putAtOnce(puts) { return }
            let batch = try batch(puts)
            try await storage.write { try batch.run($0) }
        } catch {
            await drop(puts)
            throw error
        }
    }

    /// Stores a few small responses, unless a write is under way.
    ///
    /// - Returns: whether they are stored. Where they are not, nothing was done.
    /// - Throws: ``ServiceWorkerError``.
    package func putAtOnce(_ puts: [CachePut]) throws -> Bool {
        let size = puts.reduce(0) { $0 + $1.body.inlineSize }
        guard puts.count <= 8, size <= ServiceWorkerStorage.chunkSize else { return false }
        let batch = try batch(puts)
        return try storage.writeAtOnce { try batch.run($0) } != nil
    }

    private func batch(_ puts: [CachePut]) throws(ServiceWorkerError) -> CacheBatch {
        for put in puts { try CachePutRules.check(put.request, put.response) }
        return CacheBatch(
            cache: id, puts: puts, storageKey: storageKey, quota: quota, leases: storage.bodies,
            positions: storage.positions)
    }

    private func drop(_ puts: [CachePut]) async {
        for put in puts {
            if case .stored(let body, _) = put.body { try? await storage.removeBody(body) }
        }
    }

    /// Implements [delete](https://w3c.github.io/ServiceWorker/#cache-delete): removes what a request matches.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public nonisolated(nonsending) func delete(
        _ request: FetchRequest.Head, options: CacheQueryOptions = CacheQueryOptions()
    ) async throws -> Bool {
        guard isAnswerable(request, options) else { return false }
        let leases = storage.bodies
        return try await storage.writeLittle { [id] db in
            let found = try CacheRows.rows(.cache(id), matching: request, options: options, db)
            try CacheRows.remove(found, keeping: leases, db)
            try CacheRows.resize(id, by: found.reduce(0) { $0 - $1.size }, db)
            return !found.isEmpty
        }
    }

    func isAnswerable(_ request: FetchRequest.Head?, _ options: CacheQueryOptions) -> Bool {
        request.map { $0.method == "GET" || options.ignoreMethod } ?? true
    }

    private func store(_ body: BodyStream?) async throws -> StoredBody {
        guard let body else { return .none }
        return try await storage.storeBody(body, limit: quota)
    }

    private func responses(
        _ request: FetchRequest.Head?, options: CacheQueryOptions, limit: Int
    ) async throws -> [FetchResponse] {
        var responses: [FetchResponse] = []
        for entry in try await entries(matching: request, options: options, limit: limit, inline: .max) {
            if let response = try await entry.fetchResponse(storage) { responses.append(response) }
        }
        return responses
    }
}
