import CWebKitGTK

/// A dialog that a script waits for, closed once. A dialog that is dropped is closed as if the user had dismissed it.
@MainActor
final class ScriptDialog {
    private let handle: OpaquePointer
    private var isClosed = false

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { if !isClosed { cwk_dialog_close(handle, kind != CWK_DIALOG_CONFIRM, nil) } }

    var kind: CWKDialogKind { cwk_dialog_kind(handle) }
    var message: String { cwk_dialog_message(handle).map { String(cString: $0) } ?? "" }
    var defaultText: String? { cwk_dialog_default_text(handle).map { String(cString: $0) } }

    func close(confirmed: Bool = true, text: String? = nil) {
        guard !isClosed else { return }
        isClosed = true
        cwk_dialog_close(handle, confirmed, text)
    }
}

extension WKWebView {
    func show(_ dialog: ScriptDialog) {
        guard let uiDelegate else { return dismiss(dialog) }
        let frame = shownFrame(pageCalls.last?.frame)
        switch dialog.kind {
        case CWK_DIALOG_ALERT:
            let answer = CompletionHandler<Void>(
                uiDelegate, "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:",
                unanswered: ()
            ) { dialog.close() }
            uiDelegate.webView(
                self, runJavaScriptAlertPanelWithMessage: dialog.message, initiatedByFrame: frame,
                completionHandler: answer.closure())
        case CWK_DIALOG_CONFIRM:
            let answer = CompletionHandler<Bool>(
                uiDelegate, "webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:",
                unanswered: false
            ) { dialog.close(confirmed: $0) }
            uiDelegate.webView(
                self, runJavaScriptConfirmPanelWithMessage: dialog.message, initiatedByFrame: frame,
                completionHandler: answer.closure())
        case CWK_DIALOG_PROMPT:
            let answer = CompletionHandler<String?>(
                uiDelegate,
                "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:",
                unanswered: nil
            ) { dialog.close(text: $0) }
            uiDelegate.webView(
                self, runJavaScriptTextInputPanelWithPrompt: dialog.message, defaultText: dialog.defaultText,
                initiatedByFrame: frame, completionHandler: answer.closure())
        default: dismiss(dialog)
        }
    }

    /// Closes a dialog without a delegate: an alert and a beforeunload pass, a confirm and a prompt are cancelled.
    private func dismiss(_ dialog: ScriptDialog) {
        dialog.close(confirmed: dialog.kind != CWK_DIALOG_CONFIRM)
    }
}
