import CWebKitGTK

extension WKFrameInfo {
    /// Makes a frame from the facts of the extension.
    convenience init(_ frame: PageFrame, webView: WKWebView) {
        self.init(
            isMainFrame: frame.isMainFrame, request: URL(address: frame.url).map { URLRequest(url: $0) },
            securityOrigin: WKSecurityOrigin(url: URL(string: frame.origin)), webView: webView, frameID: frame.id)
    }
}

// Questions to the extension. Each answer comes later, on the main actor, also when the view has gone.
extension WKWebView {
    typealias FrameAnswer = @MainActor (AskingFrame) -> Void

    private func ask(
        _ answer: @escaping FrameAnswer,
        _ send: (OpaquePointer, @escaping CWKAskingFrameFn, UnsafeMutableRawPointer) -> Void
    ) {
        guard let handle else { return }
        send(
            handle,
            { frame, context in
                guard let facts = frame.map({ AskingFrame($0.pointee) }) else { return }
                ShimCallback.retained(context, Box<FrameAnswer>.self) { $0.value(facts) }
            }, Unmanaged.passRetained(Box(answer)).toOpaque())
    }

    func findFrame(of decision: OpaquePointer, answer: @escaping FrameAnswer) {
        ask(answer) { cwk_view_find_navigated_frame($0, decision, $1, $2) }
    }

    func findChoosingFrame(answer: @escaping FrameAnswer) {
        ask(answer) { cwk_view_find_choosing_frame($0, $1, $2) }
    }

    func findCapturingFrame(of type: WKMediaCaptureType, answer: @escaping FrameAnswer) {
        ask(answer) { cwk_view_find_capturing_frame($0, type != .microphone, type != .camera, $1, $2) }
    }

    /// Returns a frame of the extension's as the application sees it; the main frame where none is known.
    func shownFrame(_ frame: PageFrame?) -> WKFrameInfo {
        guard let frame, !frame.isMainFrame else { return shownMainFrame }
        let info = WKFrameInfo(frame, webView: self)
        return hooks.shownAddress.map { info.mappingAddresses($0) } ?? info
    }
}
