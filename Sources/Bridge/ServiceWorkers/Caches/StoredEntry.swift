import Foundation
import GRDB
import HTTPMessages

/// An entry as it is stored: request and response are JSON text of their heads.
package struct StoredEntry: Sendable {
    /// A response's body.
    package enum Body: Sendable {
        case none
        /// A small one.
        case bytes(Data)
        /// A large one, to be asked for.
        case stored(Int64, size: Int)
    }

    package var request: String
    package var response: String
    package var body: Body
    /// Whether the response is opaque to scripts.
    package var isOpaque: Bool

    init(_ entry: CacheRows.Entry, inline limit: Int, _ db: Database) throws {
        request = entry.request
        response = entry.response
        isOpaque = entry.isOpaque
        if let data = try CacheRows.smallBody(entry, limit: limit, db) {
            body = .bytes(data)
        } else {
            body = entry.row.body.map { .stored($0, size: entry.row.size) } ?? .none
        }
    }

    /// Returns the response; `nil` when its body went since the entry was seen.
    package func fetchResponse(_ storage: ServiceWorkerStorage) async throws -> FetchResponse? {
        let head = try ColumnText.decode(FetchResponse.Head.self, response)
        switch body {
        case .none: return FetchResponse(head)
        case .bytes(let data): return FetchResponse(head, body: BodyStream(data))
        case .stored(let id, let size):
            return try await storage.lease(id, size: size).map { FetchResponse(head, body: $0) }
        }
    }
}

extension Cache {
    /// Returns the entries that a request matches, or all, with the bodies of up to `inline` bytes; below 0, without any.
    package nonisolated(nonsending) func entries(
        matching request: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions(),
        limit: Int = .max, inline: Int
    ) async throws -> [StoredEntry] {
        guard isAnswerable(request, options) else { return [] }
        return try await storage.read { [id, check = storage.entries] db in
            try CacheRows.entries(
                .cache(id), matching: request, options: options, limit: limit, withData: inline >= 0, checking: check,
                db
            ).map {
                try StoredEntry($0, inline: inline, db)
            }
        }
    }

    /// Returns the first entry that a request matches, in a list; an empty list where none does, and nil while a write is under way.
    package func entryAtOnce(
        matching request: FetchRequest.Head, options: CacheQueryOptions, inline: Int
    ) throws -> [StoredEntry]? {
        guard isAnswerable(request, options) else { return [] }
        return try storage.readAtOnce { db in
            try CacheRows.first(.cache(id), request, options, inline: inline, checking: storage.entries, db)
        }
    }
}

extension CacheStorage {
    /// Returns the first entry that a request matches, in the cache of that name or in all in order.
    package nonisolated(nonsending) func entry(
        matching request: FetchRequest.Head, options: CacheQueryOptions = CacheQueryOptions(), cacheName: String? = nil,
        inline: Int
    ) async throws -> StoredEntry? {
        if let found = try entryAtOnce(matching: request, options: options, cacheName: cacheName, inline: inline) {
            return found.first
        }
        let place = CacheRows.Place.origin(storageKey, name: cacheName)
        return try await storage.read { [check = storage.entries] db in
            try CacheRows.first(place, request, options, inline: inline, checking: check, db).first
        }
    }

    /// Returns this entry in a list; an empty list where there is none, and nil while a write is under way.
    package func entryAtOnce(
        matching request: FetchRequest.Head, options: CacheQueryOptions, cacheName: String?, inline: Int
    ) throws -> [StoredEntry]? {
        guard request.method == "GET" || options.ignoreMethod else { return [] }
        return try storage.readAtOnce { db in
            try CacheRows.first(
                .origin(storageKey, name: cacheName), request, options, inline: inline, checking: storage.entries, db)
        }
    }
}

extension CacheRows {
    /// Returns the first entry that a request matches, in a list.
    fileprivate static func first(
        _ place: Place, _ request: FetchRequest.Head, _ options: CacheQueryOptions, inline: Int,
        checking check: EntryCheck, _ db: Database
    ) throws -> [StoredEntry] {
        try entries(
            place, matching: request, options: options, limit: 1, withData: inline >= 0, checking: check, db
        ).map { try StoredEntry($0, inline: inline, db) }
    }
}
