/// The playing of a page's media. Apple API.
public enum WKMediaPlaybackState: Int, Sendable {
    /// The page has no media.
    case none = 0
    /// Some of the media play.
    case playing = 1
    /// No media play.
    case paused = 2
    /// The application has suspended all media.
    case suspended = 3
}

/// The recording of a page with one device. Apple API.
public enum WKMediaCaptureState: Int, Sendable {
    /// The page does not record.
    case none = 0
    /// The page records.
    case active = 1
    /// The page records silence, or black pictures.
    case muted = 2
}

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
