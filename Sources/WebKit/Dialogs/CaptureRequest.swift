import CWebKitGTK

/// A page's request to record, answered once. A second answer is misuse, as on iOS; a request that is dropped is refused.
@MainActor
final class CaptureRequest {
    private let handle: OpaquePointer
    private var isDecided = false
    private var isAnswered = false

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { if !isAnswered { cwk_capture_answer(handle, false) } }

    var type: WKMediaCaptureType {
        guard cwk_capture_wants_camera(handle) else { return .microphone }
        return cwk_capture_wants_microphone(handle) ? .cameraAndMicrophone : .camera
    }

    func answer(_ decision: WKPermissionDecision) {
        guard claim() else { return }
        close(allows: decision == .grant)
    }

    /// Notes the delegate's decision, before a person is asked. Returns false, after an exception, for a second decision.
    func claim() -> Bool {
        guard !isDecided else {
            WKException.raise(
                .internalInconsistencyException,
                "Decision handler of a media capture permission was called more than once")
            return false
        }
        isDecided = true
        return true
    }

    func close(allows: Bool) {
        isAnswered = true
        cwk_capture_answer(handle, allows)
    }
}

/// The answers of the person who uses a view.
private final class CapturePrompt {
    let ask: @MainActor (WKSecurityOrigin, WKMediaCaptureType) async -> Bool

    init(_ ask: @escaping @MainActor (WKSecurityOrigin, WKMediaCaptureType) async -> Bool) { self.ask = ask }
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
            ) { [weak self] decision in
                guard decision == .prompt, let self, let capturePrompt else { return request.answer(decision) }
                guard request.claim() else { return }
                Task { @MainActor in
                    request.close(allows: await capturePrompt(frame.securityOrigin, request.type))
                }
            }
        }
    }

    /// Answers, for the person whom iOS asks, whether an origin may record; nil, the default, refuses. Not of Apple's API.
    ///
    /// The view calls the closure when the delegate's decision is `.prompt`, which is also the decision of a delegate without the
    /// method.
    ///
    /// ```swift
    /// webView.capturePrompt = { origin, type in origin.host == "meeting.example" && type == .microphone }
    /// ```
    public var capturePrompt: (@MainActor (WKSecurityOrigin, WKMediaCaptureType) async -> Bool)? {
        get { (attachments[ObjectIdentifier(CapturePrompt.self)] as? CapturePrompt)?.ask }
        set { attachments[ObjectIdentifier(CapturePrompt.self)] = newValue.map { CapturePrompt($0) } }
    }
}
