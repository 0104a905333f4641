import Foundation
import HTTPMessages
import ServiceWorker
import ServiceWorkerContainer
import URLInterception
import WebKit

/// The parts of their origins' caches that realms hold: open caches, bodies that are read or sent in pieces.
///
/// A holding goes with its realm. Main actor only.
@MainActor
final class CacheHoldings {
    /// The most bytes that the bodies in an origin's caches may take together.
    var quota = 1 << 30

    private struct Held {
        var key: StorageKey
        var cache: Cache
        var realms: Set<String>
    }

    /// The most bodies that a realm may have under way.
    private static let mostBodies = 1000

    private var held: [Cache.ID: Held] = [:]
    /// Origins with deleted caches that a realm still held when they were deleted.
    private var doomed: Set<StorageKey> = []
    private var readings: [String: CacheReading] = [:]
    private var writings: [String: CacheWriting] = [:]

    // MARK: Caches

    func hold(_ cache: Cache, key: StorageKey, by realm: Realm) {
        held[cache.id, default: Held(key: key, cache: cache, realms: [])].realms.insert(realm.id)
    }

    /// Returns a cache that a realm of its origin opened, with the present quota.
    func cache(_ id: Cache.ID?, for realm: Realm) throws(CommandFailure) -> Cache {
        guard let id, let found = held[id], found.key == realm.storageKey else {
            throw CommandFailure(name: "InvalidStateError", message: "The cache is gone.")
        }
        var cache = found.cache
        cache.quota = quota
        return cache
    }

    /// Removes deleted caches that no realm holds.
    func removeDeleted(of storage: CacheStorage, key: StorageKey) async throws {
        let ids = Set(held.filter { $0.value.key == key }.keys)
        if ids.isEmpty { doomed.remove(key) } else { doomed.insert(key) }
        try await storage.removeDeleted(keeping: ids)
    }

    // MARK: Bodies

    /// Gives a body to a realm, to be fetched in pieces.
    func read(_ body: BodyStream, size: Int, for realm: Realm) throws(CommandFailure) -> String {
        try check(readings.values.filter { $0.realm == realm.id }.count)
        let token = UnguessableID.make()
        readings[token] = CacheReading(body, size: size, realm: realm.id, key: realm.storageKey)
        return token
    }

    func stopReading(_ token: String, of realm: Realm) {
        if readings[token]?.realm == realm.id { readings[token] = nil }
    }

    /// Prepares to take a body from a realm in pieces.
    func write(to storage: ServiceWorkerStorage, for realm: Realm) throws(CommandFailure) -> String {
        try check(writings.values.filter { $0.realm == realm.id }.count)
        let token = UnguessableID.make()
        writings[token] = CacheWriting(token, storage, limit: quota, realm: realm.id, key: realm.storageKey)
        return token
    }

    /// Returns the body that was sent under a token, once.
    func takeWritten(_ token: String, of realm: Realm) async throws -> StoredBody {
        guard let writing = writings[token], writing.realm == realm.id else {
            throw CommandFailure(name: "InvalidStateError", message: "The body is gone.")
        }
        writings[token] = nil
        return try await writing.stored()
    }

    func stopWriting(_ token: String, of realm: Realm) {
        guard let writing = writings[token], writing.realm == realm.id else { return }
        writings[token] = nil
        writing.stop()
    }

    private func check(_ count: Int) throws(CommandFailure) {
        if count >= Self.mostBodies {
            throw CommandFailure(name: "QuotaExceededError", message: "Too many large bodies are under way.")
        }
    }

    // MARK: The end

    /// Drops everything that a realm held, which is gone.
    func drop(_ realm: Realm, storage: ServiceWorkerStorage?) {
        for (id, var holding) in held where holding.realms.remove(realm.id) != nil {
            held[id] = holding.realms.isEmpty ? nil : holding
        }
        readings = readings.filter { $0.value.realm != realm.id }
        for (token, writing) in writings where writing.realm == realm.id {
            writings[token] = nil
            writing.stop()
        }
        let key = realm.storageKey
        guard doomed.contains(key), let storage else { return }
        Task { try? await removeDeleted(of: CacheStorage(storage, storageKey: key), key: key) }
    }
}

// MARK: Requests

extension CacheHoldings {
    /// The path, below every origin, where large bodies are fetched and posted.
    nonisolated static let path = "/___cache___"
    /// The largest piece, in bytes.
    private static let largestPiece = 8 << 20

    /// Answers a request for a piece of a body, or a post of one. A sender that knows a token got it from a realm of the origin.
    func respond(to request: URLRequest, _ url: URL, body: BodyStream) async throws -> LoadedResource {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let token = items.first { $0.name == "body" }?.value ?? ""
        let key = StorageKey(of: url)
        if request.httpMethod == "POST" {
            guard let writing = writings[token], writing.key == key else { return try Self.answer(url, status: 410) }
            let piece = try await body.collect(upTo: Self.largestPiece)
            let isTaken = await writing.offer(piece, isLast: items.contains { $0.name == "last" })
            return try Self.answer(url, status: isTaken ? 204 : 410)
        }
        guard let reading = readings[token], reading.key == key else { return try Self.answer(url, status: 410) }
        let piece = try await reading.next()
        if reading.isOver { readings[token] = nil }
        return try Self.answer(url, status: 200, body: BodyStream(piece))
    }

    private static func answer(_ url: URL, status: Int, body: BodyStream = .empty) throws -> LoadedResource {
        try LoadedResource(
            url: url, status: status,
            headers: ["Content-Type": "application/octet-stream", "Cache-Control": "no-store"], body: body)
    }
}
