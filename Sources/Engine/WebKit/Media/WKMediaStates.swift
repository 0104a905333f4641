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
