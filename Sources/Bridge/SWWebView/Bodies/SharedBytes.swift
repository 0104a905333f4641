import Foundation
import ServiceWorkers

/// Bytes that realms without a channel request piece by piece, and more than once where WebKit cancels a request.
struct SharedBytes {
    /// The largest piece, in bytes.
    private static let largestPiece = 1 << 20

    private struct Entry {
        let bytes: Data
        let realm: String
        let key: StorageKey
    }

    private var entries: [String: Entry] = [:]
    /// The names, the oldest first.
    private var order: [String] = []

    /// Adds bytes. The realm's oldest ones go where it has more than the events of a stream may have.
    mutating func add(_ bytes: Data, as id: String, for realm: Realm) {
        entries[id] = Entry(bytes: bytes, realm: realm.id, key: realm.storageKey)
        order.append(id)
        let own = order.filter { entries[$0]?.realm == realm.id }
        var size = own.reduce(0) { $0 + (entries[$1]?.bytes.count ?? 0) }
        for oldest in own where size > KeptEvents.mostBytes {
            size -= entries[oldest]?.bytes.count ?? 0
            remove(oldest)
        }
    }

    /// Returns the piece that begins at a position; nil for bytes that are not there, or of another origin.
    func piece(of id: String, at start: Int, for key: StorageKey?) -> Data? {
        guard let entry = entries[id], entry.key == key, (0..<entry.bytes.count).contains(start) else { return nil }
        return entry.bytes.dropFirst(start).prefix(Self.largestPiece)
    }

    mutating func drop(_ id: String, of realm: Realm) {
        if entries[id]?.realm == realm.id { remove(id) }
    }

    mutating func dropAll(of realm: Realm) {
        for (id, entry) in entries where entry.realm == realm.id { remove(id) }
    }

    private mutating func remove(_ id: String) {
        entries[id] = nil
        order.removeAll { $0 == id }
    }
}
