import CWebKitGTK

/// A page's request to record, answered once. A request that is dropped is refused.
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

    func answer(allows: Bool) {
        guard !isAnswered else { return }
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
        guard uiDelegate != nil else { return request.answer(allows: false) }
        findCapturingFrame(of: request.type) { [weak self] found in
            guard let self, let uiDelegate else { return request.answer(allows: false) }
            let frame = shownFrame(found.source)
            let answer = CompletionHandler<WKPermissionDecision>(
                uiDelegate,
                "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:",
                unanswered: .deny
            ) { [weak self] decision in
                guard decision == .prompt, let self, let capturePrompt else {
                    return request.answer(allows: decision == .grant)
                }
                Task { @MainActor in
                    request.answer(allows: await capturePrompt(frame.securityOrigin, request.type))
                }
            }
            uiDelegate.webView(
                self, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame,
                type: request.type, decisionHandler: answer.closure())
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
