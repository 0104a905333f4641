extension ServiceWorkerContainer {
    /// Clears the registrations of an origin, with their workers, whatever uses them: Clear-Site-Data's
    /// [clear DOM-accessible storage](https://w3c.github.io/webappsec-clear-site-data/#clear-dom).
    ///
    /// Jobs that are under way are aborted. The clients of the registrations have no controller any more.
    public func clearRegistrations(of storageKey: StorageKey) async {
        for (key, queue) in queues where key.storageKey == storageKey {
            for job in queue.jobs where job.order.kind != .unregister {
                reject(job, .abortError, "The registration was cleared.")
            }
        }
        let cleared = registrations.values.filter { $0.storageKey == storageKey }
        for registration in cleared {
            map[storageKey, registration.scopeURL] = nil
            // A worker that is evaluated belongs to no slot of its registration yet.
            for entry in workers.values where entry.registration === registration && entry.worker.state == .parsed {
                entry.worker.terminate()
            }
            let users = clients.values.filter { $0.registration == registration.id }
            for client in users.sorted(by: { $0.creationOrder < $1.creationOrder }) {
                clients[client.id]?.registration = nil
                clients[client.id]?.controller = nil
                emit(.controllerChanged(client.id, controller: nil))
            }
            clearRegistration(registration)
        }
        for registration in cleared {
            do {
                try await storage.delete(registration.id)
            } catch {
                emit(.storageFailed("\(error)"))
            }
        }
    }
}
