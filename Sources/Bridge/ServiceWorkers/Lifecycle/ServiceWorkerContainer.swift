public import Foundation

/// Registrations, their workers and their clients, as the [Service Workers specification](https://w3c.github.io/ServiceWorker/) runs them.
///
/// ```swift
/// let container = try await ServiceWorkerContainer(host: host, fetcher: fetcher, storage: ServiceWorkerStorage())
/// await container.addClient(Client(id: page, url: address))
/// let registration = try await container.register(script, client: page)
/// ```
///
/// Steps that the specification calls atomic happen between two suspensions of the actor. Jobs of one scope run one
/// after the other; those of different scopes side by side. It runs on the main thread: code on the main actor may call it
/// synchronously through `assumeIsolated`.
public actor ServiceWorkerContainer {
    /// The injected clock, timers and ids, which tests control.
    public struct Environment: Sendable {
        /// The time limits of events and idle workers.
        public var timers: WorkerTimers
        /// The present time. A registration's update is due a day after the last one.
        public var now: @Sendable () -> Date
        /// Makes a text that cannot be guessed.
        public var makeID: @Sendable () -> String

        /// Makes an environment; the defaults are the system's clock and random ids.
        public init(
            timers: WorkerTimers = WorkerTimers(), now: @escaping @Sendable () -> Date = { Date() },
            makeID: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
        ) {
            self.timers = timers
            self.now = now
            self.makeID = makeID
        }
    }

    struct Entry {
        var worker: ServiceWorker
        var registration: Registration
        /// The mode of the job that brought the worker; nil for a stored worker.
        var updateViaCache: UpdateViaCache?
    }

    /// The main thread's executor. Pages, workers and scheme requests live there, so no request pays for a change of threads.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

    let host: any ServiceWorkerHost
    let fetcher: any ScriptFetcher
    let storage: ServiceWorkerStorage
    var environment: Environment

    var map = RegistrationMap<Registration>()
    /// The registrations by id, also unregistered ones that are still in use.
    var registrations: [RegistrationID: Registration] = [:]
    var workers: [ServiceWorkerID: Entry] = [:]
    var clients: [ClientID: Client] = [:]
    var clientCount = 0
    var focusCount = 0
    var queues: [JobQueueKey: JobQueue] = [:]
    var idleTimers: [ServiceWorkerID: WorkerTimers.Cancel] = [:]
    var activationWaiters: [ServiceWorkerID: [CheckedContinuation<Void, Never>]] = [:]
    /// Functions that wait for the `activate` event of a worker that skipped waiting.
    var skipWaiters: [ServiceWorkerID: [@MainActor () -> Void]] = [:]
    var subscribers: [Int: AsyncStream<ServiceWorkerContainerEvent>.Continuation] = [:]
    var subscriberCount = 0
    private var observer: (@MainActor (ServiceWorkerContainerEvent) -> Void)?

    /// Makes a container of the stored registrations.
    ///
    /// Workers that were waiting stay so until ``activateWaitingWorkers()``.
    /// - Throws: ``StorageError``.
    public init(
        host: any ServiceWorkerHost, fetcher: any ScriptFetcher, storage: ServiceWorkerStorage,
        environment: Environment = Environment()
    ) async throws {
        self.host = host
        self.fetcher = fetcher
        self.storage = storage
        self.environment = environment
        for stored in try await storage.registrations() { restore(stored) }
    }

    /// Returns the events from now on, in order. Each call makes a stream of its own.
    public func events() -> AsyncStream<ServiceWorkerContainerEvent> {
        subscriberCount += 1
        let number = subscriberCount
        let (stream, continuation) = AsyncStream.makeStream(of: ServiceWorkerContainerEvent.self)
        subscribers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.removeSubscriber(number) }
        }
        return stream
    }

    /// Activates the workers that an earlier process left waiting; no client can be using their registrations.
    public func activateWaitingWorkers() {
        for registration in registrations.values { tryActivate(registration) }
    }

    /// Sets the longest time that an event may keep a worker, for workers that are registered from now on.
    public func setEventLimit(_ limit: Duration) { environment.timers.eventLimit = limit }

    /// The numbers of clients and registrations, including unregistered registrations that are still in use.
    public var counts: (clients: Int, registrations: Int) { (clients.count, registrations.count) }

    private func removeSubscriber(_ number: Int) { subscribers[number] = nil }

    /// Calls a function with each event from now on, before any other code runs. So a change reaches workers before
    /// the event that follows it.
    public func observe(_ observer: @escaping @MainActor (ServiceWorkerContainerEvent) -> Void) {
        self.observer = observer
    }

    func emit(_ event: ServiceWorkerContainerEvent) {
        if let observer { MainActor.assumeIsolated { observer(event) } }
        for subscriber in subscribers.values { subscriber.yield(event) }
    }

    /// Adds a worker, so that its scripts and events find it.
    func adopt(_ worker: ServiceWorker, _ registration: Registration, _ updateViaCache: UpdateViaCache? = nil) {
        workers[worker.id] = Entry(worker: worker, registration: registration, updateViaCache: updateViaCache)
    }

    func forget(_ worker: ServiceWorker) {
        workers[worker.id] = nil
        idleTimers.removeValue(forKey: worker.id)?()
        for waiter in activationWaiters.removeValue(forKey: worker.id) ?? [] { waiter.resume() }
        activateWasDispatched(worker.id)
    }

    private func restore(_ stored: StoredRegistration) {
        let registration = Registration(
            id: stored.id, storageKey: stored.storageKey, scopeURL: stored.scopeURL,
            updateViaCache: stored.updateViaCache)
        registration.lastUpdateCheckTime = stored.lastUpdateCheckTime
        registration.navigationPreload = stored.navigationPreload
        registration.cookieSubscriptions = stored.cookieSubscriptions
        registration.waiting = stored.waiting.map { makeWorker($0, state: .installed) }
        registration.active = stored.active.map { makeWorker($0, state: .activated) }
        map[stored.storageKey, stored.scopeURL] = registration
        registrations[registration.id] = registration
        for worker in registration.workers { adopt(worker, registration) }
    }

    private func makeWorker(_ stored: StoredWorker, state: ServiceWorkerState) -> ServiceWorker {
        let worker = ServiceWorker(
            id: stored.id, scriptURL: stored.scriptURL, type: stored.type, scriptResourceMap: stored.scripts,
            state: state, eventTypes: stored.eventTypes, allFetchListenersAreEmpty: stored.allFetchListenersAreEmpty,
            host: host, timers: environment.timers)
        worker.routerRules = stored.routerRules
        return worker
    }
}
