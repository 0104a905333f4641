import Foundation
import HTTPMessages
import Reports
import SWWebView
import Simulator
import URLInterception
import WebKit
import WebViewTesting

/// The page of an app that an agent drives, with the windows that it opens and the records of what it does. Main actor only.
@MainActor
final class AgentPage: NSObject {
    /// A line of the console.
    struct ConsoleEntry {
        var level: String
        var text: String
        /// The side that printed it: the page, a frame, a worker or the native half.
        var source: String
    }

    /// A message between the page and its bridge.
    struct BridgeEntry {
        var direction: String
        var event: String?
        var text: String
    }

    private static let mostWindows = 20
    private static let mostNews = 100
    /// Characters of a line of the console or a message that are kept.
    private static let longestText = 4000

    let simulator: Simulator
    /// The address that was opened.
    let address: URL
    let network = AgentNetwork()
    /// The windows, the first one of the app.
    private(set) var windows: [SWWebView] = []
    /// The window that tools act in.
    private(set) var view: SWWebView
    var console = EntryLog<ConsoleEntry>()
    private(set) var bridge = EntryLog<BridgeEntry>()
    private(set) var dialogs = EntryLog<String>()
    /// The files for the next file dialog; nil for a dialog that is cancelled.
    var chosenFiles: [URL]?
    /// Whether a call has had no answer of the page.
    var isStuck = false
    let frames = PageFrames()
    let navigations = WindowNavigations()
    private var news: [String] = []
    private var subscriptions: [Subscription] = []

    /// Makes the view. It loads nothing yet.
    ///
    /// - Throws: `PageAddressError`, and the errors of options that no view can have.
    init(of page: PageReference, _ options: SimulatorOptions) async throws {
        let address = try PageAddress(of: page, options)
        self.address = address.url
        simulator = try await Simulator(options)
        let content = WKUserContentController()
        let configuration = try simulator.makeConfiguration(content)
        view = simulator.makeView(configuration, origins: address.map)
        super.init()
        let own = view.configuration.userContentController
        ConsoleScript.install(in: own, self)
        frames.install(in: own)
        simulator.native.hear = { [weak self] in self?.note($0) }
        view.loader.observers.append(network)
        subscriptions = [
            view.bridgeMessages.add { [weak self] message in
                let text = String(message.text.prefix(Self.longestText))
                self?.bridge.add(BridgeEntry(direction: message.direction.rawValue, event: message.event, text: text))
            },
            view.serviceWorkerConsole.add { [weak self] in
                self?.note(ConsoleEntry(level: $0.level, text: $0.text, source: "worker"))
            },
        ]
        add(view)
    }

    /// Closes the windows.
    func close() {
        subscriptions = []
        // The handlers are this object and another one that it owns.
        view.configuration.userContentController.removeAllScriptMessageHandlers()
        for window in windows { window.terminateWebProcess() }
        windows = []
    }

    private func add(_ window: SWWebView) {
        window.navigationDelegate = self
        window.uiDelegate = self
        subscriptions.append(
            window.hooks.askedNavigations.add { [weak self, weak window] in
                if let window { self?.navigations.asked(in: window) }
            })
        windows.append(window)
    }

    /// Has tools act in another window.
    func show(_ window: SWWebView) { view = window }

    /// Why tools cannot read the page; nil where they can.
    var problem: String? {
        navigations.hasEnded(view)
            ? "The page's web process has ended: it was killed, or it crashed. Call reload to start another." : nil
    }

    // MARK: News

    /// Removes and returns the news since the last call.
    func takeNews() -> [String] {
        defer { news = [] }
        return news
    }

    func tell(_ text: String) {
        if news.count < Self.mostNews { news.append(text) }
    }

    private func note(_ entry: ConsoleEntry) {
        var entry = entry
        entry.text = String(entry.text.prefix(Self.longestText))
        console.add(entry)
        if entry.level == "error" {
            tell("error on the console of the \(entry.source): \(ToolResult.quoted(entry.text))")
        }
    }

    private func note(_ note: NativeNote) {
        let (level, text) = note.line
        self.note(ConsoleEntry(level: level, text: text, source: "native half"))
        if level == "warn" { tell(ToolResult.quoted(text)) }
    }

    /// The head of results about the page: its address and title.
    var heading: String {
        let window = windows.count > 1 ? "Window \((windows.firstIndex { $0 === view } ?? 0) + 1), " : "Page "
        return "\(window)\(ToolResult.quoted(view.url?.absoluteString ?? "about:blank", longest: 500)), title "
            + "\(ToolResult.quoted(view.title ?? "", longest: 120))."
    }
}

extension AgentPage: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard let text = message.body as? String, let event = try? PageEvent(message: text),
            let line = ConsoleLine(event)
        else { return }
        note(
            ConsoleEntry(
                level: line.level.rawValue, text: line.text, source: message.frameInfo.isMainFrame ? "page" : "frame"))
    }
}

extension AgentPage: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        guard navigationAction.shouldPerformDownload else {
            navigations.decided(navigationAction, in: webView)
            return .allow
        }
        navigations.ended(in: webView)
        tell(
            "the page downloads \(ToolResult.quoted(navigationAction.request.url?.absoluteString ?? "a file")), which is not saved"
        )
        return .cancel
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        if navigationResponse.isForMainFrame, let http = navigationResponse.response as? HTTPURLResponse,
            http.statusCode >= 400
        {
            tell("the document was answered with status \(http.statusCode)")
        }
        return navigationResponse.canShowMIMEType ? .allow : .cancel
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        navigations.started(in: webView)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        isStuck = false
        frames.forget(webView)
        navigations.committed(in: webView)
        tell("the page is now \(ToolResult.quoted(webView.url?.absoluteString ?? "", longest: 500))")
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { navigations.ended(in: webView) }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        fail(error, in: webView)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { fail(error, in: webView) }

    private func fail(_ error: any Error, in webView: WKWebView) {
        let error = error as NSError
        let isIgnored =
            error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
            || error.domain == WebKitErrorDomain && error.code == WebKitErrorFrameLoadInterruptedByPolicyChange
        let url = (error.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString ?? "the page"
        let text = "\(ToolResult.quoted(url, longest: 500)) could not be loaded: \(error.localizedDescription)"
        navigations.ended(in: webView, failure: isIgnored ? nil : text)
        if !isIgnored { tell(text) }
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        frames.forget(webView)
        navigations.terminated(in: webView)
        tell("the page's web process has ended. Call reload to start another")
    }
}

extension AgentPage: WKUIDelegate {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let address = ToolResult.quoted(navigationAction.request.url?.absoluteString ?? "about:blank", longest: 500)
        guard windows.count < Self.mostWindows else {
            tell("the page may not open more than \(Self.mostWindows) windows")
            return nil
        }
        let window = SWWebView(
            frame: CGRect(origin: .zero, size: simulator.options.viewSize), configuration: configuration)
        add(window)
        simulator.native.sendEvents(to: window)
        tell("the page opened window \(windows.count): \(address). The tool windows goes there")
        return window
    }

    func webViewDidClose(_ webView: WKWebView) {
        guard windows.count > 1, let index = windows.firstIndex(where: { $0 === webView }) else { return }
        windows.remove(at: index)
        tell("window \(index + 1) has closed")
        if view === webView { view = windows[0] }
    }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async { _ = answer("alert", message) }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        answer("confirm", message) != .cancel
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        guard case .accept(let text) = answer("prompt", prompt) else { return nil }
        return text ?? defaultText ?? ""
    }

    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
        let files = chosenFiles
        chosenFiles = nil
        guard let files else {
            tell("the page opened a file dialog, which was cancelled. The tool upload chooses files")
            return nil
        }
        guard files.count == 1 || parameters.allowsMultipleSelection else {
            tell("the page's file dialog takes one file, and was cancelled")
            return nil
        }
        tell("file dialog: \(ToolResult.count(files.count, "file")) chosen")
        return files
    }

    /// Answers a dialog of the page as the phone's dialogs are answered.
    private func answer(_ function: String, _ message: String) -> SimulatedPhone.DialogAnswer {
        let answer = simulator.phone.answerDialog()
        let words =
            switch answer {
            case .cancel: "cancelled"
            case .accept(let text?): "accepted with \(ToolResult.quoted(text))"
            case .accept(nil): "accepted"
            }
        let line = "\(function) \(ToolResult.quoted(message)), \(words)"
        dialogs.add(line)
        tell("dialog: \(line)")
        return answer
    }
}
