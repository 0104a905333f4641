// The media of the page, in all of its frames.
extension WebPage {
    /// Pauses all media of the page. Apple API. The page can play them again.
    public func pauseAllMediaPlayback() async { await view.pauseAllMediaPlayback() }

    /// Returns the state of the page's media. Apple API.
    public func mediaPlaybackState() async -> WKMediaPlaybackState { await view.requestMediaPlaybackState() }

    /// Suspends the media of this page and of those that follow, or lets them play again. Apple API.
    public func setAllMediaPlaybackSuspended(_ suspended: Bool) async {
        await view.setAllMediaPlaybackSuspended(suspended)
    }

    /// Has elements leave the full screen, and videos leave picture in picture. Apple API.
    public func closeAllMediaPresentations() async { await view.closeAllMediaPresentations() }

    /// Mutes, continues or ends the page's recording with a camera. Apple API.
    public func setCameraCaptureState(_ state: WKMediaCaptureState) async { await view.setCameraCaptureState(state) }

    /// Mutes, continues or ends the page's recording with a microphone. Apple API.
    public func setMicrophoneCaptureState(_ state: WKMediaCaptureState) async {
        await view.setMicrophoneCaptureState(state)
    }
}
