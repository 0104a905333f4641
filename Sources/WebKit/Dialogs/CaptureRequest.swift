import CWebKitGTK

/// A page's request to record, answered once. A second answer is misuse, as on iOS; a request that is dropped is refused.
@MainActor
final class CaptureRequest {
    private let handle: OpaquePointer
    private var isAnswered = false

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { if !isAnswered { cwk_capture_answer(handle, false) } }

    var type: WKMediaCaptureType {
        guard cwk_capture_wants_camera(handle) else { return .microphone }
        return cwk_capture_wants_microphone(handle) ? .cameraAndMicrophone : .camera
    }

    func answer(_ decision: WKPermissionDecision) {
        guard !isAnswered else {
            WKException.raise(
                .internalInconsistencyException,
                "Decision handler of a media capture permission was called more than once")
            return
        }
        isAnswered = true
        cwk_capture_answer(handle, decision == .grant)
    }
}

extension WKWebView {
    func decideCapture(_ request: CaptureRequest) {
        guard uiDelegate != nil else { return request.answer(.deny) }
        findCapturingFrame(of: request.type) { [weak self] found in
            guard let self, let uiDelegate else { return request.answer(.deny) }
            let frame = shownFrame(found.source)
            uiDelegate.webView(
                self, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame,
                type: request.type
            ) { request.answer($0) }
        }
    }
}
