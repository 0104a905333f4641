import Foundation
import Synchronization
import Testing

@testable import ServiceWorkers

/// A container with a scripted host, scripts in memory, a page, and a clock that stands.
struct World {
    let host = ScriptedHost()
    let fetcher = MemoryFetcher()
    let timers = ManualTimers()
    let clock = TestClock()
    let container: ServiceWorkerContainer
    let page = ClientID(rawValue: "page")
    let script = address("sw://app.example/sw.js")

    init(
        storage: ServiceWorkerStorage? = nil, page address: URL = address("sw://app.example/index.html")
    ) async throws {
        let clock = clock
        container = try await ServiceWorkerContainer(
            host: host, fetcher: fetcher, storage: try storage ?? ServiceWorkerStorage(),
            environment: ServiceWorkerContainer.Environment(timers: timers.timers, now: { clock.now }))
        await host.attach(container)
        await container.addClient(Client(id: page, url: address))
        await host.script("one", Behaviour())
        await host.script("two", Behaviour())
    }

    /// Serves a script and registers it.
    @discardableResult
    func register(
        _ text: String = "one", at url: URL? = nil, scope: URL? = nil, updateViaCache: UpdateViaCache = .imports
    ) async throws -> ServiceWorkerRegistrationSnapshot {
        await fetcher.serve(text, at: url ?? script)
        return try await container.register(
            url ?? script, scope: scope, updateViaCache: updateViaCache, client: page)
    }

    /// Registers a script and waits until its worker is activated.
    func activate(_ text: String = "one", scope: URL? = nil) async throws -> ServiceWorkerRegistrationSnapshot {
        let events = await EventLog(container)
        let registration = try await register(text, scope: scope)
        try await events.until(.activated)
        return try #require(await container.registration(registration.id))
    }

    func request(_ text: String, destination: RequestDestination = .none) -> FetchRequest {
        var head = FetchRequest.Head(url: address(text))
        head.destination = destination
        return FetchRequest(head)
    }
}

/// A time of day that moves by hand.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
    var now: Date { time.withLock { $0 } }
    func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// The events of a container as short words.
final class EventLog {
    private var iterator: AsyncStream<ServiceWorkerContainerEvent>.Iterator
    private(set) var words: [String] = []

    init(_ container: ServiceWorkerContainer) async { iterator = await container.events().makeAsyncIterator() }

    /// Reads on until a worker has that state.
    func until(_ state: ServiceWorkerState) async throws { try await until("state \(state.rawValue)") }

    /// Reads on until that word.
    func until(_ word: String) async throws {
        while let event = await iterator.next() {
            words.append(Self.word(event))
            if words.last == word { return }
        }
        Issue.record("The events ended before \(word)")
    }

    static func word(_ event: ServiceWorkerContainerEvent) -> String {
        switch event {
        case .registrationUpdated(let registration):
            let slots = [
                registration.installing.map { _ in "installing" }, registration.waiting.map { _ in "waiting" },
                registration.active.map { _ in "active" },
            ]
            return "registration " + slots.compactMap { $0 }.joined(separator: "+")
        case .updateFound: return "updatefound"
        case .stateChanged(let worker, _): return "state \(worker.state.rawValue)"
        case .controllerChanged(let client, _): return "controllerchange \(client)"
        case .ready(let client, _): return "ready \(client)"
        case .jobSettled(_, .rejected(let error)): return "rejected \(error.name.rawValue)"
        case .jobSettled: return "resolved"
        case .workerInstallError: return "workerinstallerror"
        case .registrationCleared: return "cleared"
        case .storageFailed: return "storagefailed"
        }
    }
}

func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
    return url
}

extension ServiceWorkerContainer {
    /// The numbers of registrations, workers, idle timers and queues that the container still holds.
    var leftovers: [Int] { [registrations.count, workers.count, idleTimers.count, queues.count] }

    /// The number of jobs that run or wait.
    var jobCount: Int { queues.values.reduce(0) { $0 + $1.jobs.count } }
}
