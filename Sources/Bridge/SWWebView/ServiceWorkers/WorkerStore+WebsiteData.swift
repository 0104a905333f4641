import Foundation
import ServiceWorkers
import WebKit

extension WorkerStore: WebsiteDataCompanion {
    func websiteData(ofTypes types: Set<String>) async -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for key in await registrationKeys(types) {
            found[Self.site(of: key), default: []].insert(WKWebsiteDataTypeServiceWorkerRegistrations)
        }
        for key in await cacheKeys(types) { found[Self.site(of: key), default: []].insert(WKWebsiteDataTypeFetchCache) }
        return found
    }

    func removeWebsiteData(ofTypes types: Set<String>, sites: Set<String>) async {
        func isMeant(_ key: StorageKey) -> Bool { sites.contains(Self.site(of: key)) }
        for key in await registrationKeys(types) where isMeant(key) { await unregisterAll(key) }
        for key in await cacheKeys(types) where isMeant(key) { await removeCaches(key) }
    }

    func removeWebsiteData(ofTypes types: Set<String>, modifiedSince date: Date) async {
        for key in await registrationKeys(types) { await unregisterAll(key) }
        for key in await cacheKeys(types) { await removeCaches(key, storedSince: date) }
    }

    private func registrationKeys(_ types: Set<String>) async -> [StorageKey] {
        guard types.contains(WKWebsiteDataTypeServiceWorkerRegistrations), mayHaveRegistrations else { return [] }
        return await (try? openContainer())?.storageKeys ?? []
    }

    private func cacheKeys(_ types: Set<String>) async -> [StorageKey] {
        guard types.contains(WKWebsiteDataTypeFetchCache) else { return [] }
        return await (try? knownStorage?.cacheStorageKeys()) ?? []
    }

    private func unregisterAll(_ key: StorageKey) async {
        guard let container else { return }
        for registration in await container.registrations(storageKey: key) {
            _ = try? await container.unregister(scope: registration.scopeURL, storageKey: key)
        }
    }

    func removeCaches(_ key: StorageKey) async {
        guard let storage = knownStorage else { return }
        let cacheStorage = CacheStorage(storage, storageKey: key)
        for name in (try? await cacheStorage.keys()) ?? [] { _ = try? await cacheStorage.delete(name) }
        try? await caches.removeDeleted(of: cacheStorage, key: key)
    }

    private func removeCaches(_ key: StorageKey, storedSince date: Date) async {
        guard let storage = knownStorage else { return }
        let cacheStorage = CacheStorage(storage, storageKey: key)
        try? await cacheStorage.deleteStored(since: date)
        try? await caches.removeDeleted(of: cacheStorage, key: key)
    }

    private static func site(of key: StorageKey) -> String {
        WKWebsiteDataRecord.displayName(ofHost: URL(string: key.rawValue)?.host ?? key.rawValue)
    }
}
