import ServiceWorkers

/// The realms of a data store: its views' frames, and its workers.
@MainActor
final class RealmDirectory {
    private var realms: [String: Realm] = [:]
    private var ofClients: [ClientID: Realm] = [:]
    private var described: [ClientID: Client] = [:]
    /// Functions that wait for the frames of clients whose navigations are not over.
    private var mail: [ClientID: [@MainActor (Realm) -> Void]] = [:]
    private static let mostMail = 1000

    /// Every realm, in no order.
    var all: some Collection<Realm> { realms.values }
    /// The clients among the realms, as they were when they began.
    var clients: some Collection<Client> { described.values }

    subscript(id: String) -> Realm? { realms[id] }

    /// Returns the client that a realm was when it began, or nil for a service worker.
    func client(of realm: Realm) -> Client? { realm.client.flatMap { described[$0] } }

    func realm(of client: ClientID) -> Realm? { ofClients[client] }

    /// Takes an opaque response of a realm, or of another realm of its origin: a page may store a frame's response.
    func takeOpaque(_ handle: String, for realm: Realm) -> FetchResponse? {
        if let own = realm.opaque.take(handle) { return own }
        for other in all where other.storageKey == realm.storageKey {
            if let response = other.opaque.take(handle) { return response }
        }
        return nil
    }

    func add(_ realm: Realm, as client: Client? = nil) {
        realms[realm.id] = realm
        guard let client else { return }
        ofClients[client.id] = realm
        described[client.id] = client
        for deliver in mail.removeValue(forKey: client.id) ?? [] { deliver(realm) }
    }

    /// Calls a function once the frame of a client is there, which a navigation will become.
    func await(_ client: ClientID, _ deliver: @escaping @MainActor (Realm) -> Void) {
        if mail[client, default: []].count < Self.mostMail { mail[client, default: []].append(deliver) }
    }

    /// Drops the functions that wait for a navigation which came to nothing.
    func abandon(_ client: ClientID) { mail[client] = nil }

    func remove(_ realm: Realm) {
        realms[realm.id] = nil
        guard let client = realm.client else { return }
        ofClients[client] = nil
        described[client] = nil
    }
}
