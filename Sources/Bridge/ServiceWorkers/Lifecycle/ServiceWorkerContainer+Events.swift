public import Foundation

extension ServiceWorkerContainer {
    /// The result of an event that was dispatched, and its lifetime.
    struct Dispatched {
        var result: EventResult
        var lifetime: ExtendedLifetime
    }

    /// Starts a worker, unless it runs, and dispatches an event at it. A worker whose process dies before the worker has
    /// taken the event is started anew, once, and gets the event then.
    ///
    /// - Returns: nil when the worker cannot be started.
    func startAndDispatch(
        _ event: ServiceWorkerEvent, to worker: ServiceWorker, forceBypassCache: Bool = false
    ) async throws(EventDiscarded) -> Dispatched? {
        guard await worker.run(forceBypassCache: forceBypassCache) != nil else { return nil }
        do {
            return try await dispatch(event, to: worker)
        } catch  where error.isRepeatable {
            guard await worker.run(forceBypassCache: forceBypassCache) != nil else { throw error }
            return try await dispatch(event, to: worker)
        }
    }

    /// Dispatches an event at a running worker, and has its registration looked after when the event ends:
    /// [add lifetime promise](https://w3c.github.io/ServiceWorker/#extendableevent-add-lifetime-promise).
    private func dispatch(
        _ event: ServiceWorkerEvent, to worker: ServiceWorker
    ) async throws(EventDiscarded) -> Dispatched {
        let lifetime = ExtendedLifetime()
        idleTimers.removeValue(forKey: worker.id)?()
        let id = worker.id
        lifetime.whenSettled { [weak self] outcome in
            // The container runs on the main actor's thread. Any other task would begin and end on another one.
            Task { @MainActor in await self?.ended(lifetime, of: id, outcome) }
        }
        return Dispatched(result: try await worker.dispatch(event, lifetime: lifetime), lifetime: lifetime)
    }

    private func ended(_ lifetime: ExtendedLifetime, of id: ServiceWorkerID, _ outcome: ExtendableEvent.Outcome) {
        guard let entry = workers[id] else { return }
        if outcome == .timedOut { entry.worker.terminate() }
        entry.worker.drop(lifetime)
        tryClearIfUnregistered(entry.registration)
        tryActivate(entry.registration)
        idleFromNow(entry.worker)
    }

    /// Stops a worker when it has had nothing to do for a while; its next event starts it again.
    func idleFromNow(_ worker: ServiceWorker) {
        idleTimers.removeValue(forKey: worker.id)?()
        guard worker.state != .redundant, worker.isRunning, worker.hasNoPendingEvents else { return }
        let id = worker.id
        idleTimers[id] = environment.timers.afterIdleLimit { [weak self] in
            Task { await self?.terminateIfIdle(id) }
        }
    }

    private func terminateIfIdle(_ id: ServiceWorkerID) {
        guard let worker = workers[id]?.worker, worker.hasNoPendingEvents else { return }
        worker.terminate()
    }

    /// Implements [Terminate Service Worker](https://w3c.github.io/ServiceWorker/#terminate-service-worker-algorithm), from
    /// outside: its next event starts it again.
    public func terminate(_ id: ServiceWorkerID) { workers[id]?.worker.terminate() }

    /// Takes note that a worker's process has died. Its next event starts it again.
    public func lose(_ id: ServiceWorkerID) { workers[id]?.worker.lose() }

    /// Takes note that the host has stopped every worker. Their next events start them again.
    public func loseAll() {
        for entry in workers.values { entry.worker.lose() }
    }

    /// Implements the worker's half of [postMessage](https://w3c.github.io/ServiceWorker/#service-worker-postmessage): runs it and
    /// dispatches the message.
    ///
    /// - Returns: whether the worker got it.
    @discardableResult
    public func postMessage(_ message: MessageEvent, to id: ServiceWorkerID, isUnreadable: Bool = false) async -> Bool {
        guard let worker = workers[id]?.worker else { return false }
        let event = isUnreadable ? ServiceWorkerEvent.messageError(message) : .message(message)
        guard !worker.shouldSkipEvent(event.type) else { return false }
        return (try? await startAndDispatch(event, to: worker)) != nil
    }

    /// Implements [Fire Functional Event](https://w3c.github.io/ServiceWorker/#fire-functional-event-algorithm).
    ///
    /// - Returns: how the event's lifetime ended, or `nil` when it was not dispatched.
    @discardableResult
    public func fireFunctionalEvent(_ type: String, data: Data, at id: RegistrationID) async
        -> ExtendableEvent.Outcome?
    {
        guard let registration = registrations[id], let worker = registration.active else { return nil }
        defer { if registration.isStale(at: environment.now()) { softUpdate(registration) } }
        guard !worker.shouldSkipEvent(type) else { return nil }
        await waitUntilActivated(worker)
        guard let dispatched = try? await startAndDispatch(.functional(type: type, data: data), to: worker) else {
            return nil
        }
        return await dispatched.lifetime.settled()
    }
}
