/// The decision about a navigation that is about to begin. Apple API.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// Cancel the navigation.
    case cancel = 0
    /// Allow the navigation.
    case allow = 1
    /// Save the response to a file instead.
    case download = 2
}
