import ServiceWorkerContainer

/// Outcomes of a frame's requests that WebKit will make in a moment, because their answers cannot go over the channel.
struct KeptOutcomes {
    /// The most outcomes that are kept. A page that never makes the requests must not fill memory.
    private static let most = 64

    private var outcomes: [(number: Int, outcome: FetchOutcome)] = []
    private var count = 0

    /// - Returns: the number of the outcome, which the frame puts into the request's mark.
    mutating func keep(_ outcome: FetchOutcome) -> Int {
        count += 1
        if outcomes.count >= Self.most { outcomes.removeFirst() }
        outcomes.append((count, outcome))
        return count
    }

    mutating func take(_ number: Int) -> FetchOutcome? {
        outcomes.firstIndex { $0.number == number }.map { outcomes.remove(at: $0).outcome }
    }
}
