import HTTPMessages

extension ServiceWorker {
    /// Implements [Run Service Worker](https://w3c.github.io/ServiceWorker/#run-service-worker-algorithm).
    ///
    /// Callers that come while the worker starts wait for the same start, and go on in their order.
    /// - Returns: how its script ended, or `nil` for the specification's *failure*.
    public nonisolated(nonsending) func run(forceBypassCache: Bool = false) async -> StartStatus? {
        guard isRunning || state != .redundant else { return nil }
        let run = runs
        let start = starting ?? makeStart(forceBypassCache: forceBypassCache)
        starting = start
        let report = try? await start.value()
        guard run == runs else { return nil }
        guard let report else {
            if starting === start { starting = nil }
            return nil
        }
        startStatus = report.status
        if setOfEventTypesToHandle == nil {
            setOfEventTypesToHandle = report.eventTypes
            allFetchListenersAreEmpty = report.fetchListenersAreEmpty
        }
        return report.status
    }

    /// Implements [Terminate Service Worker](https://w3c.github.io/ServiceWorker/#terminate-service-worker-algorithm).
    ///
    /// Takes effect at once; the host follows, and a later start waits for it.
    public func terminate() {
        guard isRunning || starting != nil else { return }
        endRun()
        ending = Task { [host, id, ending] in
            await ending?.value
            await host.terminate(id)
        }
    }

    /// Takes note that the worker's process has died. The next event starts the worker anew.
    public func lose() {
        if isRunning { endRun() }
    }

    /// Ends the events of this run: they were discarded.
    private func endRun() {
        runs += 1
        starting = nil
        startStatus = nil
        let events = setOfExtendedEvents.values
        setOfExtendedEvents = [:]
        for event in events { event.terminate() }
    }

    /// Sends an event to the running worker, and waits until its listeners ran (and, for `fetch`, until it responded).
    ///
    /// Does [Update Service Worker Extended Events Set](https://w3c.github.io/ServiceWorker/#update-service-worker-extended-events-set-algorithm).
    /// - Parameter lifetime: a new one; it says when the event's `waitUntil` promises have settled.
    /// - Throws: ``EventDiscarded`` when the worker was stopped, or did not run.
    public nonisolated(nonsending) func dispatch(
        _ event: ServiceWorkerEvent, lifetime: ExtendedLifetime
    ) async throws(EventDiscarded) -> EventResult {
        HopTrace.pass(event.type)
        guard isRunning else {
            lifetime.terminate()
            throw EventDiscarded(worker: id, event: event.type, isRepeatable: event.isRepeatable)
        }
        setOfExtendedEvents[ObjectIdentifier(lifetime)] = lifetime
        timers.watch(lifetime)
        let run = runs
        do {
            let result = try await host.dispatch(event, to: id, lifetime: lifetime)
            lifetime.dispatchEnded()
            if !lifetime.isActive { drop(lifetime) }
            return result
        } catch {
            lifetime.terminate()
            drop(lifetime)
            if run == runs { lose() }
            throw EventDiscarded(
                worker: id, event: event.type, isRepeatable: error is EventNotTaken && event.isRepeatable,
                respondWithEntered: lifetime.respondWithEntered)
        }
    }

    /// Forgets the events that nothing keeps alive any more.
    public func dropEndedEvents() { setOfExtendedEvents = setOfExtendedEvents.filter { $0.value.isActive } }

    /// Forgets an event that nothing keeps alive any more.
    public func drop(_ lifetime: ExtendedLifetime) { setOfExtendedEvents[ObjectIdentifier(lifetime)] = nil }

    private func makeStart(forceBypassCache: Bool) -> SharedResult<StartReport> {
        forceBypassCacheForImportScripts = forceBypassCache
        let order = StartOrder(
            worker: snapshot, scripts: scriptResourceMap, forceBypassCache: forceBypassCache)
        let start = SharedResult<StartReport>()
        Task { [host, ending] in
            await ending?.value
            do { start.set(.success(try await host.start(order))) } catch { start.set(.failure(error)) }
        }
        return start
    }
}
