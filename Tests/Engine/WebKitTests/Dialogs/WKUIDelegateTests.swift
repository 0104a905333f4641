import Testing

@testable import WebKit

@MainActor
struct WKUIDelegateTests {
    let view = WKWebView()
    let frame = WKFrameInfo()

    final class Nothing: NSObject, WKUIDelegate {}

    final class Async: NSObject, WKUIDelegate {
        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo
        ) async -> Bool { message == "Sure?" }

        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo
        ) async -> String? { defaultText?.uppercased() }
    }

    private func answers(of delegate: any WKUIDelegate) -> (alert: Bool, confirm: Bool?, prompt: String??) {
        var alert = false
        var confirm: Bool?
        var prompt: String??
        delegate.webView(view, runJavaScriptAlertPanelWithMessage: "", initiatedByFrame: frame) { alert = true }
        delegate.webView(view, runJavaScriptConfirmPanelWithMessage: "Sure?", initiatedByFrame: frame) { confirm = $0 }
        delegate.webView(
            view, runJavaScriptTextInputPanelWithPrompt: "Name", defaultText: "ann", initiatedByFrame: frame
        ) { prompt = .some($0) }
        return (alert, confirm, prompt)
    }

    @Test func `a delegate without methods dismisses dialogs at once and opens no window`() {
        let answers = answers(of: Nothing())
        #expect(answers.alert)
        #expect(answers.confirm == false)
        #expect(answers.prompt == .some(nil))
        let window = Nothing().webView(
            view, createWebViewWith: WKWebViewConfiguration(), for: WKNavigationAction(),
            windowFeatures: WKWindowFeatures())
        #expect(window == nil)
    }

    @Test func `the async methods of a delegate answer the confirm and prompt dialogs`() {
        let answers = answers(of: Async())
        #expect(answers.alert)
        #expect(answers.confirm == true)
        #expect(answers.prompt == "ANN")
    }

    @Test func `a delegate without methods uploads no files and prompts for media capture`() {
        var files: [URL]?? = .none
        var decision: WKPermissionDecision?
        let delegate: any WKUIDelegate = Nothing()
        delegate.webView(
            view, runOpenPanelWith: WKOpenPanelParameters(allowsMultipleSelection: true), initiatedByFrame: frame
        ) { files = .some($0) }
        delegate.webView(
            view, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame, type: .camera
        ) { decision = $0 }
        #expect(files == .some(nil))
        #expect(decision == .prompt)
    }
}
