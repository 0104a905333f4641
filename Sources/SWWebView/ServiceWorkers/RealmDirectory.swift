import ServiceWorker
import ServiceWorkerContainer

/// The realms of a data store: its views' frames, and its workers.
@MainActor
final class RealmDirectory {
    private var realms: [String: Realm] = [:]
    private var ofClients: [ClientID: Realm] = [:]
    private var described: [ClientID: Client] = [:]
    /// What waits for frames that are still being navigated to.
    private var mail: [ClientID: [@MainActor (Realm) -> Void]] = [:]
    private static let mostMail = 1000

    /// Every realm, in no order.
    var all: some Collection<Realm> { realms.values }
    /// What is known of the clients among them.
    var clients: some Collection<Client> { described.values }

    subscript(id: String) -> Realm? { realms[id] }

    /// What a realm was known as when it began; nil for a service worker.
    func client(of realm: Realm) -> Client? { realm.client.flatMap { described[$0] } }

    func realm(of client: ClientID) -> Realm? { ofClients[client] }

    func add(_ realm: Realm, as client: Client? = nil) {
        realms[realm.id] = realm
        guard let client else { return }
        ofClients[client.id] = realm
        described[client.id] = client
        for deliver in mail.removeValue(forKey: client.id) ?? [] { deliver(realm) }
    }

    /// Has something done once a client that a navigation will become is there.
    func await(_ client: ClientID, _ deliver: @escaping @MainActor (Realm) -> Void) {
        if mail[client, default: []].count < Self.mostMail { mail[client, default: []].append(deliver) }
    }

    /// A navigation came to nothing.
    func abandon(_ client: ClientID) { mail[client] = nil }

    func remove(_ realm: Realm) {
        realms[realm.id] = nil
        guard let client = realm.client else { return }
        ofClients[client] = nil
        described[client] = nil
    }
}
