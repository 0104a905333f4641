import Foundation

extension ServiceWorkerContainer {
    /// Takes note of a client.
    ///
    /// - Parameter creator: the client whose controller it inherits, for `about:blank`, `srcdoc` and `blob:` clients.
    public func addClient(_ client: Client, inheritingFrom creator: ClientID? = nil) {
        clientCount += 1
        var client = client
        client.creationOrder = clientCount
        client.inheritedKey = creator.flatMap { clients[$0]?.storageKey }
        if client.type != .window {
            client.inheritedURL = creator.flatMap { clients[$0] }.map { $0.inheritedURL ?? $0.url }
        }
        client.controller = creator.flatMap { clients[$0]?.controller }
        client.registration = creator.flatMap { clients[$0]?.registration }
        clients[client.id] = client
    }

    /// Adds the client of a document that comes back from the back-forward cache, with its controller. Where another worker is active in
    /// the registration since, it controls the client.
    package func returnClient(_ client: Client) {
        let active = client.registration.flatMap { registrations[$0]?.active }
        var client = client
        let former = client.controller
        client.controller = active?.id
        if active == nil { client.registration = nil }
        clients[client.id] = client
        if client.controller != former { emit(.controllerChanged(client.id, controller: active?.snapshot)) }
    }

    /// Changes the facts that a client reports: its address, visibility, focus, readiness.
    public func updateClient(_ id: ClientID, _ change: @Sendable (inout Client) -> Void) {
        guard var client = clients[id] else { return }
        let wasFocused = client.isFocused
        change(&client)
        if client.isFocused, !wasFocused {
            focusCount += 1
            client.focusOrder = focusCount
            // https://html.spec.whatwg.org/multipage/interaction.html#focus-chain has the documents around the focused one, too.
            for ancestor in client.ancestors { clients[ancestor]?.focusOrder = focusCount }
        }
        clients[id] = client
    }

    /// Removes a client that is gone: [Handle Service Worker Client
    /// Unload](https://w3c.github.io/ServiceWorker/#on-client-unload-algorithm).
    public func removeClient(_ id: ClientID) {
        guard let client = clients.removeValue(forKey: id) else { return }
        handleClientUnload(client)
    }

    /// Implements [Handle Service Worker Client Unload](https://w3c.github.io/ServiceWorker/#on-client-unload-algorithm).
    func handleClientUnload(_ client: Client) {
        guard let registration = client.registration.flatMap({ registrations[$0] }),
            !isInUse(registration, besides: client.id)
        else { return }
        tryClearIfUnregistered(registration)
        tryActivate(registration)
    }

    /// Returns the client of that id.
    public func client(_ id: ClientID) -> Client? { clients[id] }

    /// Returns the worker that controls a client: `navigator.serviceWorker.controller`.
    public func controller(of id: ClientID) -> ServiceWorkerSnapshot? {
        clients[id]?.controller.flatMap { workers[$0]?.worker.snapshot }
    }

    /// Returns a worker that is not redundant.
    public func worker(_ id: ServiceWorkerID) -> ServiceWorkerSnapshot? { workers[id]?.worker.snapshot }

    /// Returns the registration that a worker belongs to: `self.registration` in it.
    public func registration(of id: ServiceWorkerID) -> ServiceWorkerRegistrationSnapshot? {
        workers[id]?.registration.snapshot
    }

    /// Implements [clients.get](https://w3c.github.io/ServiceWorker/#clients-get), called by a worker.
    ///
    /// A client whose document is being asked for is found, too, as in WebKit: a worker that answers the navigation could
    /// wait for it forever.
    /// - Throws: ``ServiceWorkerError`` when the client is not secure.
    public func client(_ id: ClientID, for worker: ServiceWorkerID) throws -> Client? {
        guard let client = clients[id], client.isExecutionReady || client.isBeingAnswered || client.type != .window,
            client.storageKey == workers[worker]?.registration.storageKey
        else { return nil }
        guard client.isSecureContext else { throw ServiceWorkerError(.securityError, "The client is not secure.") }
        return client
    }

    /// Implements [clients.matchAll](https://w3c.github.io/ServiceWorker/#clients-matchall), called by a worker: the last focused
    /// windows first.
    public func matchAll(_ options: ClientQueryOptions = ClientQueryOptions(), for worker: ServiceWorkerID) -> [Client]
    {
        guard let key = workers[worker]?.registration.storageKey else { return [] }
        let matching = clients.values.filter { client in
            client.storageKey == key && client.isExecutionReady && client.isSecureContext
                && (options.includeUncontrolled || client.controller == worker)
                && (options.type == nil || options.type == client.type)
        }
        return matching.sorted { one, other in
            let kinds = (one.type == .window ? 0 : 1, other.type == .window ? 0 : 1)
            if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
            if one.focusOrder != other.focusOrder { return one.focusOrder > other.focusOrder }
            return one.creationOrder < other.creationOrder
        }
    }

    /// Implements [clients.claim](https://w3c.github.io/ServiceWorker/#clients-claim), called by a worker.
    ///
    /// - Throws: ``ServiceWorkerError`` when it is no active worker.
    public func claim(_ worker: ServiceWorkerID) throws {
        guard let entry = workers[worker], entry.registration.active === entry.worker else {
            throw ServiceWorkerError(.invalidStateError, "Only an active worker can claim clients.")
        }
        let key = entry.registration.storageKey
        for client in clients.values.sorted(by: { $0.creationOrder < $1.creationOrder }) {
            guard client.storageKey == key, client.isExecutionReady, client.isSecureContext,
                map.match(key, client.inheritedURL ?? client.url) === entry.registration, client.controller != worker
            else { continue }
            clients[client.id]?.registration = nil
            handleClientUnload(client)
            clients[client.id]?.controller = worker
            clients[client.id]?.registration = entry.registration.id
            emit(.controllerChanged(client.id, controller: entry.worker.snapshot))
        }
    }
}
