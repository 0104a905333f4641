import Fetch
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The services that workers need from outside of their host. Main actor only.
@MainActor
protocol WorkerRunnerServices: AnyObject {
    /// Whether there is a view. Without one no worker is started.
    var isInUse: Bool { get }

    /// The bodies that workers send and get in pieces.
    var bodies: BodyRegistry { get }

    /// The form in which workers see addresses under `sw://`.
    var workerAddresses: ServiceWorkerAddresses { get }

    /// Returns the user agent of the workers of an origin; nil for WebKit's own.
    func userAgent(of origin: String) -> String?

    /// The changes of a simulated system to workers.
    var realmChanges: EnvironmentPatches { get }

    /// Adds the realm of a worker that is about to start.
    func begin(_ realm: Realm)

    /// Returns JSON text `{"worker": …, "registration": …}`: the facts that a worker's realm starts with. The same
    /// facts have the same text.
    func facts(of worker: ServiceWorkerSnapshot) async -> String

    /// Returns a worker, if it is the active one of a registration.
    func activeWorker(_ worker: ServiceWorkerID) async -> ServiceWorkerSnapshot?

    /// Removes the realm of a worker that was stopped or has died.
    func end(_ realm: Realm)

    /// Notes that the process of a started worker has died without a request to stop the worker.
    func lost(_ worker: ServiceWorkerID)

    /// Runs a command of a worker, which is not to be trusted. The message lives for the call.
    func receive(_ message: CommandMessage, _ bytes: Data, from realm: Realm)

    /// Gives a worker a script: the container's `importScript`.
    func importScript(_ url: URL, for worker: ServiceWorkerID) async throws -> ScriptResource

    /// Calls `opened` with the channel of a hidden page's document, at once or when the channel opens.
    func awaitChannel(of document: String, _ opened: @escaping @MainActor (DocumentChannel) -> Void)

    /// Forgets the channel of a hidden page's document, which has gone or needs no channel any more.
    func forgetChannel(of document: String)

    /// Returns the network for a request of a worker, with no service worker in between.
    func network(for worker: WorkerOrigin, body: RequestBody) throws -> any FetchNetwork

    /// Answers a worker's request below one of the bridge's reserved paths (`/___…`); nil where the path has no answer.
    func loadReserved(
        _ request: URLRequest, _ url: URL, body: BodyStream, for worker: WorkerOrigin
    ) async throws -> LoadedResource?

    /// Returns the sender of a message as JSON text: `{"client": C}` or `{"worker": W}`.
    func describe(_ source: MessageEvent.Source) async -> String

    /// Mirrors a line of a worker's console, or an uncaught error.
    func log(_ level: String, _ text: String, of worker: ServiceWorkerSnapshot)

    /// The observation point of messages between workers and the host.
    var tap: BridgeTap { get }
}

extension WorkerRunnerServices {
    func userAgent(of origin: String) -> String? { nil }
}

/// A worker, or at least its origin: some requests of a worker do not say which one it is.
struct WorkerOrigin: Sendable, Hashable {
    /// The origin, such as `sw://app.example`.
    var origin: String
    /// The worker that asks, where it is known.
    var worker: ServiceWorkerID?
}
