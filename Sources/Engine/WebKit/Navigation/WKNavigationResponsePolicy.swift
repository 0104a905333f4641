/// The decision about a navigation whose response has arrived. Apple API.
public enum WKNavigationResponsePolicy: Int, Sendable {
    /// Cancel the navigation.
    case cancel = 0
    /// Show the response.
    case allow = 1
    /// Save the response to a file instead.
    case download = 2
}
