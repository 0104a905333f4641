// The asynchronous forms; those with a handler serve them.
extension WKWebView {
    /// Pauses all media of the page. Apple API. The page can play them again.
    public func pauseAllMediaPlayback() async {
        await withCheckedContinuation { continuation in pauseAllMediaPlayback { continuation.resume() } }
    }

    /// Suspends the media of this page and of those that follow, or lets them play again. Apple API.
    public func setAllMediaPlaybackSuspended(_ suspended: Bool) async {
        await withCheckedContinuation { continuation in
            setAllMediaPlaybackSuspended(suspended) { continuation.resume() }
        }
    }

    /// Has elements leave the full screen, and videos leave picture in picture. Apple API.
    public func closeAllMediaPresentations() async {
        await withCheckedContinuation { continuation in closeAllMediaPresentations { continuation.resume() } }
    }

    /// Returns the state of the page's media. Apple API.
    public func requestMediaPlaybackState() async -> WKMediaPlaybackState {
        await withCheckedContinuation { continuation in
            requestMediaPlaybackState { continuation.resume(returning: $0) }
        }
    }
}
