import ServiceWorkerContainer

/// What service workers said to requests of a frame that it will make in a moment: they take the long way, through WebKit.
struct KeptOutcomes {
    /// A page that never makes them must not fill memory.
    private static let most = 64

    private var outcomes: [(number: Int, outcome: FetchOutcome)] = []
    private var count = 0

    /// - Returns: what it is known by to the frame.
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
