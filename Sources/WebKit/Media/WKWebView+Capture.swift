import CWebKitGTK

extension WKWebView {
    /// The way of an element of the page to the full screen and back. Apple API. Can be observed.
    ///
    /// Elements may fill the screen where ``WKPreferences/isElementFullscreenEnabled`` is set.
    public var fullscreenState: FullscreenState { media.fullscreen }

    /// Whether the page records with a camera. Apple API. Can be observed.
    public var cameraCaptureState: WKMediaCaptureState { captureState(CWK_CAPTURE_CAMERA) }

    /// Whether the page records with a microphone. Apple API. Can be observed.
    public var microphoneCaptureState: WKMediaCaptureState { captureState(CWK_CAPTURE_MICROPHONE) }

    /// Mutes, continues or ends the page's recording with a camera. Apple API.
    ///
    /// The handler is called once the page has been told; ``cameraCaptureState`` follows. A page that does not record stays so.
    public func setCameraCaptureState(
        _ state: WKMediaCaptureState, completionHandler: (@MainActor () -> Void)? = nil
    ) { setCapture(CWK_CAPTURE_CAMERA, state, completionHandler) }

    /// Mutes, continues or ends the page's recording with a camera. Apple API.
    public func setCameraCaptureState(_ state: WKMediaCaptureState) async {
        await withCheckedContinuation { continuation in setCameraCaptureState(state) { continuation.resume() } }
    }

    /// Mutes, continues or ends the page's recording with a microphone. Apple API.
    ///
    /// The handler is called once the page has been told; ``microphoneCaptureState`` follows. A page that does not record stays so.
    public func setMicrophoneCaptureState(
        _ state: WKMediaCaptureState, completionHandler: (@MainActor () -> Void)? = nil
    ) { setCapture(CWK_CAPTURE_MICROPHONE, state, completionHandler) }

    /// Mutes, continues or ends the page's recording with a microphone. Apple API.
    public func setMicrophoneCaptureState(_ state: WKMediaCaptureState) async {
        await withCheckedContinuation { continuation in setMicrophoneCaptureState(state) { continuation.resume() } }
    }

    private func captureState(_ device: CWKCaptureDevice) -> WKMediaCaptureState {
        switch handle.map({ cwk_view_capture_state($0, device) }) {
        case CWK_CAPTURE_ACTIVE: .active
        case CWK_CAPTURE_MUTED: .muted
        default: .none
        }
    }

    private func setCapture(
        _ device: CWKCaptureDevice, _ state: WKMediaCaptureState, _ completion: (@MainActor () -> Void)?
    ) {
        guard let handle else { return DispatchQueue.main.async { completion?() } }
        let plain = [CWK_CAPTURE_NONE, CWK_CAPTURE_ACTIVE, CWK_CAPTURE_MUTED][state.rawValue]
        cwk_view_set_capture_state(handle, device, plain)
        Task { @MainActor in
            await Self.pageCaughtUp(handle)
            completion?()
        }
    }
}
