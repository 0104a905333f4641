/// The servers and folders that a loader can reach.
public enum Connectivity: String, Sendable, CaseIterable {
    /// Everything.
    case online
    /// No server, on whichever machine it is. The folders of the map still load.
    case offline
    /// Neither servers nor the folders of the map.
    case strictlyOffline

    /// Whether there is a network, as `navigator.onLine` tells.
    public var isOnline: Bool { self == .online }
}
