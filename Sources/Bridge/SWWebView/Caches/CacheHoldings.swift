import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The parts of their origins' caches that realms hold: open caches, and bodies that they send in pieces.
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

    /// The most bodies that a realm may have under way to its caches.
    private static let mostWritings = 100

    private let bodies: BodyRegistry
    private var held: [Cache.ID: Held] = [:]
    /// Origins with deleted caches that a realm still held when they were deleted.
    private var doomed: Set<StorageKey> = []
    private var writings: [String: CacheWriting] = [:]

    init(bodies: BodyRegistry) { self.bodies = bodies }

    // MARK: Caches

    func hold(_ cache: Cache, key: StorageKey, by realm: Realm) {
        if realm.isOver { return }
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

    /// Prepares to take a body from a realm in pieces. Returns its name.
    func write(to storage: ServiceWorkerStorage, for realm: Realm) throws(CommandFailure) -> String {
        guard writings.values.count(where: { $0.realm == realm.id }) < Self.mostWritings else {
            throw CommandFailure(name: "QuotaExceededError", message: "Too many large bodies are under way.")
        }
        let id = UnguessableID.make()
        writings[id] = CacheWriting(bodies.claim(id), storage, limit: quota, realm: realm) { [bodies] in
            bodies.release($0)
        }
        return id
    }

    /// Returns the body that was sent under a name, once.
    func takeWritten(_ id: String, of realm: Realm) async throws -> StoredBody {
        guard let writing = writings[id], writing.realm == realm.id, !writing.isTaken else {
            throw CommandFailure(name: "InvalidStateError", message: "The body is gone.")
        }
        defer { writings[id] = nil }
        return try await writing.stored()
    }

    func stopWriting(_ id: String, of realm: Realm) {
        guard let writing = writings[id], writing.realm == realm.id else { return }
        writings[id] = nil
        writing.stop()
    }

    // MARK: The end

    /// Drops everything that a realm held, which is gone.
    func drop(_ realm: Realm, storage: ServiceWorkerStorage?) {
        for (id, var holding) in held where holding.realms.remove(realm.id) != nil {
            held[id] = holding.realms.isEmpty ? nil : holding
        }
        for (id, writing) in writings where writing.realm == realm.id {
            writings[id] = nil
            writing.stop()
        }
        let key = realm.storageKey
        guard doomed.contains(key), let storage else { return }
        Task { try? await removeDeleted(of: CacheStorage(storage, storageKey: key), key: key) }
    }
}
