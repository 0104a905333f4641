import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import WebKit

extension BiDiPage: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        loads.decided(navigationAction, at: view.url)
        decisionHandler(navigationAction.shouldPerformDownload ? policy(ofDownload: navigationAction) : .allow)
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        loads.started()
        guard isAnnounced else { return }
        var given: BiDiNavigation?
        if let expected, expected.object === navigation { given = expected.navigation }
        expected = nil
        begin(given?.url ?? view.url?.absoluteString ?? "about:blank", given)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        blankLoaded.happen()
        loads.finished()
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
    ) {
        failed(error)
        report(error, isProvisional: true)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        failed(error)
        report(error, isProvisional: false)
    }

    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        // WebKit reports the request over another connection.
        await synchronize()
        return await authenticate(challenge)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        for child in main.children { remove(child) }
        removeRealms(of: main)
        failed(BiDiError(.unknownError, "the page's web process has ended"))
        browser?.classic?.settings.crashed()
    }

    private func failed(_ error: any Error) {
        blankLoaded.happen()
        expected?.navigation.fail(Self.error(error))
        expected = nil
        loads.changed()
        guard isAnnounced, let navigation, navigation.failure == nil, navigation.stage < .complete else { return }
        emit("browsingContext.navigationFailed", payload(main, navigation.id, url: navigation.url))
        navigation.fail(Self.error(error))
    }

    /// Shows why a navigation failed, in a session of WebDriver.
    private func report(_ error: any Error, isProvisional: Bool) {
        guard let classic = browser?.classic, let url = view.failedURL,
            let failure = NavigationFailure(error, at: url, address: view.externalURL(for: url).absoluteString)
        else { return loads.failed() }
        classic.settings.failed(failure)
        loads.failed(failure, showsErrorPage: isProvisional && failure.hasErrorPage)
        if isProvisional, failure.hasErrorPage { view.showErrorPage(failure.page, for: failure.url) }
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
        let prompt = UserPrompt(type, message, text: defaultText)
        // Without a behavior of the client's own, the next command of WebDriver answers.
        let isClassic = browser?.classic?.answersPrompts ?? false
        let handler = isClassic ? "ignore" : browser?.promptHandlers.handler(of: type) ?? "dismiss"
        var opened: [String: JSONValue] = [
            "context": .string(id), "type": .string(type), "message": .string(message), "handler": .string(handler),
            "userContext": .string(userContext.id),
        ]
        if let defaultText { opened["defaultValue"] = .string(defaultText) }
        self.prompt = prompt
        emit("browsingContext.userPromptOpened", .object(opened))
        if handler == "ignore" { openedPrompts.notify(()) }
        let answer = handler == "ignore" ? await prompt.wait() : (isAccepted: handler == "accept", text: nil)
        if self.prompt === prompt { self.prompt = nil }
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
