import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DialogTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<title>Home</title><p>page" }

    /// Answers dialogs, records, and makes the views of new windows.
    final class Desk: NSObject, WKUIDelegate {
        var log: [String] = []
        var misuse: [WKException] = []
        var confirms = true
        var text: String? = "typed"
        var answersTwice = false
        var opens = true
        var opened: [WKWebView] = []
        let created = Gate()
        let closed = Gate()
        let navigations = Navigations()

        private func twice(_ body: () -> Void) {
            body()
            if answersTwice { misuse += WKException.recording(body) }
        }

        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo,
            completionHandler: @escaping @MainActor () -> Void
        ) {
            log.append("alert \(message)")
            twice { completionHandler() }
        }

        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (Bool) -> Void
        ) {
            log.append("confirm \(message)")
            let answer = confirms
            twice { completionHandler(answer) }
        }

        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void
        ) {
            log.append("prompt \(prompt) \(defaultText ?? "nil")")
            let answer = text
            twice { completionHandler(answer) }
        }

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            log.append(
                "create \(navigationAction.request.url?.absoluteString ?? "") \(navigationAction.targetFrame == nil)")
            defer { created.open() }
            guard opens else { return nil }
            let view = WKWebView(frame: .zero, configuration: configuration)
            view.navigationDelegate = navigations
            view.uiDelegate = self
            opened.append(view)
            return view
        }

        func webViewDidClose(_ webView: WKWebView) {
            log.append("close \(opened.contains { $0 === webView })")
            closed.open()
        }
    }

    func openView(_ desk: Desk?) async -> WKWebView {
        let view = makeView(pages, navigations) { $0.preferences.javaScriptCanOpenWindowsAutomatically = true }
        view.uiDelegate = desk
        await view.open("app://host/", navigations)
        return view
    }

    // MARK: Dialogs

    @Test func `alert, confirm and prompt return the delegate's answers`() async throws {
        let desk = Desk()
        let view = await openView(desk)
        #expect(try await view.evaluateJavaScript("alert('a'); 1") as? Int == 1)
        #expect(try await view.evaluateJavaScript("confirm('b')") as? Bool == true)
        #expect(try await view.evaluateJavaScript("prompt('c', 'd')") as? String == "typed")
        desk.confirms = false
        desk.text = nil
        #expect(try await view.evaluateJavaScript("confirm('b')") as? Bool == false)
        #expect(try await view.evaluateJavaScript("prompt('c')") is NSNull)
        desk.text = ""
        #expect(try await view.evaluateJavaScript("prompt('c')") as? String == "")
        #expect(Array(desk.log.prefix(4)) == ["alert a", "confirm b", "prompt c d", "confirm b"])
    }

    @Test func `dialogs are cancelled when the view has no delegate`() async throws {
        let view = await openView(nil)
        #expect(try await view.evaluateJavaScript("alert('a'); 1") as? Int == 1)
        #expect(try await view.evaluateJavaScript("confirm('b')") as? Bool == false)
        #expect(try await view.evaluateJavaScript("prompt('c', 'd')") is NSNull)
    }

    @Test func `a second answer to a dialog raises an exception`() async throws {
        let desk = Desk()
        desk.answersTwice = true
        let view = await openView(desk)
        try await view.evaluateJavaScript("alert('a'); confirm('b'); prompt('c'); 0")
        #expect(desk.misuse.map(\.name) == .init(repeating: .internalInconsistencyException, count: 3))
    }

    @Test func `window.print returns at once in a view off the screen`() async throws {
        let view = await openView(nil)
        #expect(try await view.evaluateJavaScript("print(); 1") as? Int == 1)
    }

    // MARK: Windows

    @Test func `a script opens a window in the delegate's new view, and closes it`() async throws {
        let desk = Desk()
        pages["/window"] = "<title>Window</title>"
        let view = await openView(desk)
        try await view.evaluateJavaScript("window.other = window.open('/window'); 0")
        await desk.created.pass()
        await desk.navigations.over()
        let window = try #require(desk.opened.first)
        #expect(window.title == "Window")
        #expect(desk.log == ["create app://host/window true"])
        #expect(desk.navigations.actions.map(\.navigationType) == [.other])
        #expect(try await view.evaluateJavaScript("other.document.title") as? String == "Window")
        #expect(try await window.evaluateJavaScript("opener !== null") as? Bool == true)
        try await view.evaluateJavaScript("other.close(); 0")
        await desk.closed.pass()
        #expect(desk.log.last == "close true")
    }

    @Test func `opening a window gives null when the delegate refuses it`() async throws {
        let desk = Desk()
        desk.opens = false
        let view = await openView(desk)
        #expect(try await view.evaluateJavaScript("window.open('/window') === null") as? Bool == true)
        #expect(desk.log == ["create app://host/window true"])
    }

    @Test func `opening a window gives null when the view has no delegate`() async throws {
        pages["/next"] = "<title>Next</title>"
        let view = await openView(nil)
        #expect(try await view.evaluateJavaScript("window.open('/window') === null") as? Bool == true)
        await view.open("app://host/next", navigations)
        #expect(view.title == "Next")
    }
}
