/// The state of a worker in its life: [state](https://w3c.github.io/ServiceWorker/#dfn-state).
public enum ServiceWorkerState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its script was fetched; it belongs to no registration yet.
    case parsed
    /// Its `install` event is being handled.
    case installing
    /// Installed, and waiting for the worker before it to go.
    case installed
    /// The worker has taken over; its `activate` event is being handled.
    case activating
    /// The worker controls clients and gets functional events.
    case activated
    /// The worker was replaced or unregistered, or failed to install. It never runs again.
    case redundant

    /// The states that may follow this one.
    public var successors: Set<ServiceWorkerState> {
        switch self {
        case .parsed: [.installing, .redundant]
        case .installing: [.installed, .redundant]
        case .installed: [.activating, .redundant]
        case .activating: [.activated, .redundant]
        case .activated: [.redundant]
        case .redundant: []
        }
    }

    /// Changes to the next state.
    ///
    /// - Throws: ``IllegalStateChange`` when the specification knows no such step.
    public mutating func move(to next: ServiceWorkerState) throws(IllegalStateChange) {
        guard successors.contains(next) else { throw IllegalStateChange(from: self, to: next) }
        self = next
    }
}

/// A step between two worker states that the specification does not have.
public struct IllegalStateChange: Error, Sendable, Hashable, CustomStringConvertible {
    /// The state the worker was in.
    public var from: ServiceWorkerState
    /// The state it should have been given.
    public var to: ServiceWorkerState

    /// The reason why a step is refused.
    public enum Reason: String, Sendable {
        /// A redundant worker stays redundant.
        case leavesRedundant
        /// `parsed` is only ever the first state.
        case returnsToParsed
        /// The same state twice.
        case repeats
        /// To an earlier state.
        case goesBack
        /// Past a state in between.
        case skips
    }

    /// Names a step.
    public init(from: ServiceWorkerState, to: ServiceWorkerState) {
        self.from = from
        self.to = to
    }

    /// The reason why this step is refused.
    public var reason: Reason {
        if from == to { return .repeats }
        if from == .redundant { return .leavesRedundant }
        if to == .parsed { return .returnsToParsed }
        let order = ServiceWorkerState.allCases
        let isEarlier = (order.firstIndex(of: to) ?? 0) < (order.firstIndex(of: from) ?? 0)
        return isEarlier ? .goesBack : .skips
    }

    /// The step in words.
    public var description: String {
        "A service worker cannot go from \(from.rawValue) to \(to.rawValue) (\(reason.rawValue))."
    }
}
