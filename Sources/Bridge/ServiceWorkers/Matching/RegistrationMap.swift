import Foundation

/// The [registration map](https://w3c.github.io/ServiceWorker/#dfn-registration-map): storage key and scope to registration.
struct RegistrationMap<Registration> {
    private struct Entry {
        var order: Int
        var registration: Registration
    }

    private var entries: [StorageKey: [String: Entry]] = [:]
    private var count = 0

    /// [Get Registration](https://w3c.github.io/ServiceWorker/#get-registration-algorithm).
    subscript(key: StorageKey, scope: URL) -> Registration? {
        get { entries[key]?[URLRules.serialized(scope).absoluteString]?.registration }
        set {
            let scope = URLRules.serialized(scope).absoluteString
            guard let newValue else {
                entries[key]?[scope] = nil
                if entries[key]?.isEmpty == true { entries[key] = nil }
                return
            }
            count += 1
            entries[key, default: [:]][scope] = Entry(
                order: entries[key]?[scope]?.order ?? count, registration: newValue)
        }
    }

    /// Implements [Match Service Worker Registration](https://w3c.github.io/ServiceWorker/#scope-match-algorithm): the longest
    /// scope the address begins with.
    func match(_ key: StorageKey, _ clientURL: URL) -> Registration? {
        let address = URLRules.serialized(clientURL).absoluteString
        let scopes = (entries[key] ?? [:]).filter { address.hasPrefix($0.key) }
        return scopes.max { $0.key.utf8.count < $1.key.utf8.count }?.value.registration
    }

    /// The storage keys with registrations.
    var keys: [StorageKey] { Array(entries.keys) }

    /// Returns the registrations of a storage key in the order they were made.
    func all(_ key: StorageKey) -> [Registration] {
        (entries[key] ?? [:]).values.sorted { $0.order < $1.order }.map(\.registration)
    }
}
