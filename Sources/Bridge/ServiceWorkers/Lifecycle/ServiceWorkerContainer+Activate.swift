extension ServiceWorkerContainer {
    /// Implements [Try Activate](https://w3c.github.io/ServiceWorker/#try-activate-algorithm).
    func tryActivate(_ registration: Registration) {
        guard let waiting = registration.waiting else { return }
        guard let active = registration.active else { return activate(registration) }
        guard active.state != .activating else { return }
        if active.hasNoPendingEvents, waiting.skipWaiting || !isInUse(registration) { activate(registration) }
    }

    /// Implements [Activate](https://w3c.github.io/ServiceWorker/#activation-algorithm), up to the `activate` event.
    private func activate(_ registration: Registration) {
        guard let worker = registration.waiting else { return }
        let replaced = registration.active
        replaced?.terminate()
        updateRegistrationState(registration, \.active, worker)
        updateRegistrationState(registration, \.waiting, nil)
        updateWorkerState(worker, .activating, registration)
        if let replaced { updateWorkerState(replaced, .redundant, registration) }
        let order = clients.values.sorted { $0.creationOrder < $1.creationOrder }
        for client in order {
            guard let key = client.storageKey, map.match(key, client.url) === registration else { continue }
            emit(.ready(client.id, registration.snapshot))
        }
        for client in order where client.registration == registration.id {
            clients[client.id]?.controller = worker.id
            emit(.controllerChanged(client.id, controller: worker.snapshot))
        }
        let id = worker.id
        Task { await finishActivation(id) }
    }

    /// Implements the rest of [Activate](https://w3c.github.io/ServiceWorker/#activate-settle-step): the event, and what follows it.
    private func finishActivation(_ id: ServiceWorkerID) async {
        guard let entry = workers[id] else { return }
        let worker = entry.worker
        await persist(entry.registration)
        if !worker.shouldSkipEvent("activate"),
            let dispatched = try? await startAndDispatch(.activate, to: worker)
        {
            activateWasDispatched(id)
            _ = await dispatched.lifetime.settled()
        }
        activateWasDispatched(id)
        guard worker.state == .activating else { return }
        updateWorkerState(worker, .activated, entry.registration)
        for waiter in activationWaiters.removeValue(forKey: id) ?? [] { waiter.resume() }
        worker.dropEndedEvents()
        idleFromNow(worker)
        tryClearIfUnregistered(entry.registration)
        tryActivate(entry.registration)
    }

    /// Waits until a worker that has just taken over is `activated`, or gone.
    func waitUntilActivated(_ worker: ServiceWorker) async {
        guard worker.state == .activating else { return }
        let id = worker.id
        await withCheckedContinuation { activationWaiters[id, default: []].append($0) }
    }

    /// Implements [skipWaiting](https://w3c.github.io/ServiceWorker/#service-worker-global-scope-skipwaiting), called by a
    /// worker.
    ///
    /// - Parameter done: called when nothing is activated, or after the `activate` event and before the worker is `activated`.
    public func skipWaiting(_ id: ServiceWorkerID, done: @escaping @MainActor () -> Void = {}) {
        skipWaiters[id, default: []].append(done)
        guard let entry = workers[id] else { return activateWasDispatched(id) }
        let wasWaiting = entry.registration.waiting === entry.worker
        entry.worker.skipWaiting = true
        tryActivate(entry.registration)
        if !wasWaiting || entry.worker.state != .activating { activateWasDispatched(id) }
    }

    func activateWasDispatched(_ id: ServiceWorkerID) {
        let waiters = skipWaiters.removeValue(forKey: id) ?? []
        MainActor.assumeIsolated { for done in waiters { done() } }
    }
}
