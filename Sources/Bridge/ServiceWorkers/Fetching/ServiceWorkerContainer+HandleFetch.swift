import HTTPMessages

/// The outcome of a request after [Handle Fetch](https://w3c.github.io/ServiceWorker/#on-fetch-request-algorithm).
public enum FetchOutcome: Sendable {
    /// No worker answers: the request goes to the network.
    case network
    /// A worker answered.
    case response(FetchResponse)
    /// A worker refused, or failed to answer; the text is for the log.
    case networkError(String)
}

/// Sends a navigation preload request to the network.
public typealias NavigationPreloader = @Sendable (FetchRequest) async throws -> FetchResponse

extension ServiceWorkerContainer {
    /// Implements [Handle Fetch](https://w3c.github.io/ServiceWorker/#on-fetch-request-algorithm).
    ///
    /// - Parameters:
    ///   - client: the client that asks.
    ///   - reservedClient: the client that a navigation, or a worker's script, will become; it was added before.
    ///   - replacesClient: the client that a navigation replaces.
    ///   - preloader: needed where navigation preload is to work.
    ///   - network: needed where the network is to race a worker.
    public func handleFetch(
        _ request: FetchRequest, client: ClientID? = nil, reservedClient: ClientID? = nil,
        replacesClient: ClientID? = nil, preloader: NavigationPreloader? = nil, network: (any NetworkRace)? = nil
    ) async -> FetchOutcome {
        HopTrace.pass(request.head.url.absoluteString)
        guard let registration = registrationAnswering(request, client: client, reservedClient: reservedClient),
            let worker = registration.active
        else { return .network }
        let shouldSoftUpdate = request.isNonSubresource || registration.isStale(at: environment.now())
        let source = worker.routerRules.isEmpty ? nil : routerSource(worker, request.head)
        switch source {
        case .network?:
            if shouldSoftUpdate { softUpdateLater(registration) }
            return .network
        case .cache(let name)?:
            if shouldSoftUpdate { softUpdateLater(registration) }
            return await cachedResponse(to: request.head, registration, cacheName: name)
        default: break
        }
        if worker.shouldSkipEvent("fetch") {
            if shouldSoftUpdate { softUpdateLater(registration) }
            return .network
        }
        if worker.allFetchListenersAreEmpty {
            let id = worker.id
            Task { await runBesides(id, softUpdate: shouldSoftUpdate) }
            return .network
        }
        let isRace = source == .raceNetworkAndFetchHandler && request.head.method == "GET"
        let isPreloaded =
            request.isNavigation && request.head.method == "GET" && registration.navigationPreload.enabled && !isRace
        let preload = isPreloaded ? preloader.map { preloadResponse(request, registration, $0) } : nil
        defer { if shouldSoftUpdate { softUpdateLater(registration) } }
        let event = FetchEvent(
            request: request, clientID: client?.rawValue ?? "",
            resultingClientID: request.isNonSubresource && request.head.destination != .report
                ? reservedClient?.rawValue ?? "" : "",
            replacesClientID: request.isNavigation ? replacesClient?.rawValue ?? "" : "", preloadResponse: preload)
        if let reservedClient { clients[reservedClient]?.isBeingAnswered = true }
        let outcome: FetchOutcome
        if isRace, let network {
            let id = worker.id
            outcome = await race(network) { [weak self] in
                await self?.createFetchEventAndDispatch(event, id) ?? .network
            }
        } else if let preload {
            outcome = await withTaskCancellationHandler {
                await createFetchEventAndDispatch(event, worker)
            } onCancel: {
                preload.cancel()
            }
        } else {
            outcome = await createFetchEventAndDispatch(event, worker)
        }
        if let reservedClient { clients[reservedClient]?.isBeingAnswered = false }
        if case .network = outcome { preload?.cancel() }
        return outcome
    }

    /// Returns the registration whose worker is to answer. A reserved client begins to use it.
    private func registrationAnswering(
        _ request: FetchRequest, client: ClientID?, reservedClient: ClientID?
    ) -> Registration? {
        guard ![.embed, .object, .serviceworker].contains(request.head.destination) else { return nil }
        guard request.isNonSubresource else {
            return client.flatMap { clients[$0]?.registration }.flatMap { registrations[$0] }
        }
        guard let reservedClient, let reserved = clients[reservedClient], reserved.isSecureContext,
            URLRules.isPotentiallyTrustworthy(request.head.url),
            !(request.isNavigation && request.head.bypassesServiceWorker),
            let key = StorageKey(of: request.head.url),
            let registration = map.match(key, request.head.url), let active = registration.active
        else { return nil }
        if request.head.destination != .report {
            clients[reservedClient]?.controller = active.id
            clients[reservedClient]?.registration = registration.id
        }
        return registration
    }

    /// Implements [Create Fetch Event and Dispatch](https://w3c.github.io/ServiceWorker/#create-fetch-event-and-dispatch-algorithm),
    /// from the worker's activation on.
    private func createFetchEventAndDispatch(_ event: FetchEvent, _ worker: ServiceWorker) async -> FetchOutcome {
        await waitUntilActivated(worker)
        event.request.dispatched?()
        do {
            guard let result = try await startAndDispatch(.fetch(event), to: worker)?.result else { return .network }
            switch result.respondWith {
            case .response(let response):
                let refusal = ResponseRules.refusal(response.head, for: event.request.head)
                return refusal.map { .networkError($0) } ?? .response(response)
            case .failed(let reason): return .networkError(reason)
            case .notEntered: return result.canceled ? .networkError("The worker called preventDefault().") : .network
            }
        } catch {
            return error.respondWithEntered ? .networkError("\(error)") : .network
        }
    }

    private func createFetchEventAndDispatch(_ event: FetchEvent, _ id: ServiceWorkerID) async -> FetchOutcome {
        guard let worker = workers[id]?.worker else { return .network }
        return await createFetchEventAndDispatch(event, worker)
    }

    private func preloadResponse(
        _ request: FetchRequest, _ registration: Registration, _ load: @escaping NavigationPreloader
    ) -> PreloadResponse {
        var head = request.head
        head.headers.fields.append(
            HeaderList.Field(
                name: "Service-Worker-Navigation-Preload", value: registration.navigationPreload.headerValue))
        let preload = FetchRequest(head)
        return PreloadResponse { try await load(preload) }
    }

    private func runBesides(_ id: ServiceWorkerID, softUpdate wanted: Bool) async {
        guard let entry = workers[id] else { return }
        await waitUntilActivated(entry.worker)
        _ = await entry.worker.run()
        idleFromNow(entry.worker)
        if wanted { softUpdateLater(entry.registration) }
    }
}
