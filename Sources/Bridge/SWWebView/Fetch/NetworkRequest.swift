import Fetch
import ServiceWorkers
import URLInterception

/// A request to the network that races a service worker's fetch event, once the worker's static route says so. Main actor only.
@MainActor
final class NetworkRequest: NetworkRace {
    private let load: @MainActor () async throws -> FetchedResponse
    private var task: Task<FetchedResponse, any Error>?

    init(_ load: @escaping @MainActor () async throws -> FetchedResponse) { self.load = load }

    func send() async -> Int? {
        let sent = Task { try await load() }
        task = sent
        return try? await sent.value.resource.response.statusCode
    }

    func cancel() { task?.cancel() }

    /// Waits for the response; nil where the request was not sent.
    func response() async throws -> FetchedResponse? {
        guard let task else { return nil }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
