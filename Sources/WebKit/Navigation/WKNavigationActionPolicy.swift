/// What to do with a navigation that is about to begin. Apple API.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// Leave it.
    case cancel = 0
    /// Go on.
    case allow = 1
    /// Save what comes to a file instead.
    case download = 2
}
