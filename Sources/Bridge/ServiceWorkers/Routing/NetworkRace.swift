/// The network's half of a [race](https://w3c.github.io/ServiceWorker/#dfn-race-result) with a worker's `fetch` event. The asker keeps
/// the response, and uses it when the outcome is ``FetchOutcome/network``.
public protocol NetworkRace: Sendable {
    /// Sends the request.
    ///
    /// - Returns: the status of the response; nil for a network error.
    func send() async -> Int?

    /// Stops the request: the worker has answered.
    func cancel() async
}
