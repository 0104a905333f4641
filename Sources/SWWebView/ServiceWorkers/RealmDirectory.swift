import ServiceWorker
import ServiceWorkerContainer

/// The realms of a data store: its views' frames, and its workers.
@MainActor
final class RealmDirectory {
    private var realms: [String: Realm] = [:]
    private var ofClients: [ClientID: Realm] = [:]
    private var described: [ClientID: Client] = [:]

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
    }

    func remove(_ realm: Realm) {
        realms[realm.id] = nil
        guard let client = realm.client else { return }
        ofClients[client] = nil
        described[client] = nil
    }
}
