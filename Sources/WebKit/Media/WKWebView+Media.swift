// The media of the page, in all of its frames: audio and video elements, also outside of the document, and audio contexts.
extension WKWebView {
    /// Pauses all media of the page. Apple API. The page can play them again.
    public func pauseAllMediaPlayback(completionHandler: (@MainActor () -> Void)? = nil) {
        media.run(.pause) { _ in completionHandler?() }
    }

    /// Pauses all media of the page. Apple API. The page can play them again.
    public func pauseAllMediaPlayback() async {
        await withCheckedContinuation { continuation in pauseAllMediaPlayback { continuation.resume() } }
    }

    /// Suspends the media of this page and of those that follow, or lets them play again. Apple API.
    ///
    /// Media that play are paused, and media that the page starts wait. All of them play when the suspension ends.
    public func setAllMediaPlaybackSuspended(_ suspended: Bool, completionHandler: (@MainActor () -> Void)? = nil) {
        media.setSuspended(suspended) { completionHandler?() }
    }

    /// Suspends the media of this page and of those that follow, or lets them play again. Apple API.
    public func setAllMediaPlaybackSuspended(_ suspended: Bool) async {
        await withCheckedContinuation { continuation in
            setAllMediaPlaybackSuspended(suspended) { continuation.resume() }
        }
    }

    /// Has elements leave the full screen, and videos leave picture in picture. Apple API.
    public func closeAllMediaPresentations(completionHandler: (@MainActor () -> Void)? = nil) {
        media.closePresentations { completionHandler?() }
    }

    /// Has elements leave the full screen, and videos leave picture in picture. Apple API.
    public func closeAllMediaPresentations() async {
        await withCheckedContinuation { continuation in closeAllMediaPresentations { continuation.resume() } }
    }

    /// Gives the handler the state of the page's media. Apple API.
    public func requestMediaPlaybackState(completionHandler: @escaping @MainActor (WKMediaPlaybackState) -> Void) {
        media.run(.none, completionHandler)
    }

    /// Returns the state of the page's media. Apple API.
    public func requestMediaPlaybackState() async -> WKMediaPlaybackState {
        await withCheckedContinuation { continuation in
            requestMediaPlaybackState { continuation.resume(returning: $0) }
        }
    }
}
