extension WKWebView {
    /// The way of an element of the page to the full screen and back. Apple API.
    public enum FullscreenState: Int, Sendable {
        /// No element fills the screen.
        case notInFullscreen = 0
        /// An element is about to fill the screen.
        case enteringFullscreen = 1
        /// An element fills the screen.
        case inFullscreen = 2
        /// An element is about to leave the full screen.
        case exitingFullscreen = 3
    }
}
