package import FoundationNetworking

/// Answers requests in the place of folders, servers, recordings and the network. Any thread.
package protocol NetworkStub: Sendable {
    /// Returns what becomes of a request; nil for a request that goes on.
    ///
    /// - Parameter asker: the side that makes the request.
    func answer(to request: URLRequest, by asker: NetworkAsker) -> StubbedAnswer?
}

/// The outcome of a request to a ``NetworkStub``.
package struct StubbedAnswer: Sendable {
    /// The time before the answer.
    package var delay: Duration?
    /// Returns the answer, or throws the error that the request fails with; nil for a request that goes on after the delay.
    package var load: (@Sendable () throws -> LoadedResource)?

    package init(delay: Duration?, load: (@Sendable () throws -> LoadedResource)?) {
        (self.delay, self.load) = (delay, load)
    }
}
