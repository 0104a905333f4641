/// What to do with a navigation whose response has come. Apple API.
public enum WKNavigationResponsePolicy: Int, Sendable {
    /// Leave it.
    case cancel = 0
    /// Show it.
    case allow = 1
    /// Save it to a file instead.
    case download = 2
}
