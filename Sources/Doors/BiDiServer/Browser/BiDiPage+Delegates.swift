import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import WebKit

extension BiDiPage: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(navigationAction.shouldPerformDownload ? .cancel : .allow) }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        guard isAnnounced else { return }
        var given: BiDiNavigation?
        if let expected, expected.object === navigation { given = expected.navigation }
        expected = nil
        begin(given?.url ?? view.url?.absoluteString ?? "about:blank", given)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        blankLoaded.happen()
        guard isAnnounced, let current = self.navigation else { return }
        // The document may have come before the inspector's connection.
        Task {
            await ready.wait()
            await synchronize()
            guard current === self.navigation, current.failure == nil else { return }
            for (stage, name) in [(BiDiNavigation.Stage.interactive, "domContentLoaded"), (.complete, "load")]
            where current.stage < stage {
                if current.stage < .committed { arrived() }
                lifecycle(name, stage)
            }
        }
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { failed(error) }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) { failed(error) }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        for child in main.children { remove(child) }
        removeRealms(of: main)
        failed(BiDiError(.unknownError, "the page's web process has ended"))
    }

    private func failed(_ error: any Error) {
        blankLoaded.happen()
        expected?.navigation.fail(Self.error(error))
        expected = nil
        guard isAnnounced, let navigation, navigation.failure == nil, navigation.stage < .complete else { return }
        emit("browsingContext.navigationFailed", payload(main, navigation.id, url: navigation.url))
        navigation.fail(Self.error(error))
    }

    private static func error(_ error: any Error) -> BiDiError {
        error as? BiDiError ?? BiDiError(.unknownError, (error as NSError).localizedDescription)
    }
}

extension BiDiPage: WKUIDelegate {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? { browser?.openPopup(of: self, configuration) }

    func webViewDidClose(_ webView: WKWebView) { browser?.closed(self) }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async { _ = await ask("alert", message) }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool { await ask("confirm", message).isAccepted }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        let answer = await ask("prompt", prompt, defaultText: defaultText ?? "")
        return answer.isAccepted ? answer.text ?? "" : nil
    }

    private func ask(
        _ type: String, _ message: String, defaultText: String? = nil
    ) async -> (isAccepted: Bool, text: String?) {
        let prompt = UserPrompt(type)
        let handler = browser?.promptHandlers.handler(of: type) ?? "dismiss"
        var opened: [String: JSONValue] = [
            "context": .string(id), "type": .string(type), "message": .string(message), "handler": .string(handler),
            "userContext": .string(userContext.id),
        ]
        if let defaultText { opened["defaultValue"] = .string(defaultText) }
        self.prompt = prompt
        emit("browsingContext.userPromptOpened", .object(opened))
        let answer = handler == "ignore" ? await prompt.wait() : (isAccepted: handler == "accept", text: nil)
        self.prompt = nil
        var closed: [String: JSONValue] = [
            "context": .string(id), "type": .string(type), "accepted": .bool(answer.isAccepted),
            "userContext": .string(userContext.id),
        ]
        if let text = answer.text { closed["userText"] = .string(text) }
        emit("browsingContext.userPromptClosed", .object(closed))
        return answer
    }

    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
        emit(
            "input.fileDialogOpened",
            [
                "context": .string(id), "multiple": .bool(parameters.allowsMultipleSelection),
                "userContext": .string(userContext.id),
            ])
        return nil
    }
}
