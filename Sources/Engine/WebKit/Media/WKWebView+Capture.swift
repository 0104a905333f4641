import CWebKitGTK

extension WKWebView {
    /// Mutes, continues or ends the page's recording with a camera. Apple API.
    public func setCameraCaptureState(_ state: WKMediaCaptureState) async {
        await withCheckedContinuation { continuation in setCameraCaptureState(state) { continuation.resume() } }
    }

    /// Mutes, continues or ends the page's recording with a microphone. Apple API.
    public func setMicrophoneCaptureState(_ state: WKMediaCaptureState) async {
        await withCheckedContinuation { continuation in setMicrophoneCaptureState(state) { continuation.resume() } }
    }

    func captureState(_ device: CWKCaptureDevice) -> WKMediaCaptureState {
        switch handle.map({ cwk_view_capture_state($0, device) }) {
        case CWK_CAPTURE_ACTIVE: .active
        case CWK_CAPTURE_MUTED: .muted
        default: .none
        }
    }

    func setCapture(
        _ device: CWKCaptureDevice, _ state: WKMediaCaptureState, _ completion: (@MainActor () -> Void)?
    ) {
        guard let handle else { return DispatchQueue.main.async { completion?() } }
        let plain = [CWK_CAPTURE_NONE, CWK_CAPTURE_ACTIVE, CWK_CAPTURE_MUTED][state.rawValue]
        cwk_view_set_capture_state(handle, device, plain)
        Task { @MainActor in
            await PageArrival.reached(handle)
            completion?()
        }
    }
}
