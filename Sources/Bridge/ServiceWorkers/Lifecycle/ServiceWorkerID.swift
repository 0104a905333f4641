public import Foundation

/// Names a worker for as long as it exists, also across restarts of the host.
public struct ServiceWorkerID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text that is stored and sent.
    public let rawValue: String

    /// Takes an id that was given out before.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text.
    public var description: String { rawValue }
}

/// The facts about a worker that are known outside of its registration, at one moment.
public struct ServiceWorkerSnapshot: Sendable, Hashable, Codable {
    /// The worker.
    public var id: ServiceWorkerID
    /// The address of its script.
    public var scriptURL: URL
    /// The way its script is evaluated.
    public var type: WorkerType
    /// Its state at that moment.
    public var state: ServiceWorkerState

    /// Puts a snapshot together.
    public init(id: ServiceWorkerID, scriptURL: URL, type: WorkerType, state: ServiceWorkerState) {
        self.id = id
        self.scriptURL = scriptURL
        self.type = type
        self.state = state
    }
}
