import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Decisions about steps in the back-forward list.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct HistoryStepTests {
    /// Allows or refuses steps, and records.
    private final class Guard: NSObject, WKNavigationDelegate {
        var allows = true
        var log: [String] = []
        let finished = Gate()
        let refused = Gate()

        func webView(
            _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem, willUseInstantBack: Bool
        ) async -> Bool {
            log.append("should \(backForwardListItem.url.path)")
            if !allows { refused.open() }
            return allows
        }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            log.append("decide \(navigationAction.request.url?.path ?? "")")
            return .allow
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.open() }
    }

    @Test(arguments: [true, false])
    func `the delegate allows or refuses a step back before the policy is asked for`(byPage: Bool) async throws {
        let pages = Pages()
        pages["/1"] = "<title>1</title>"
        pages["/2"] = "<title>2</title>"
        let navigations = Navigations()
        let view = makeView(pages, navigations)
        await view.open("app://host/1", navigations)
        await view.open("app://host/2", navigations)
        let desk = Guard()
        view.navigationDelegate = desk
        func back() async throws {
            if byPage { try await view.evaluateJavaScript("history.back()") } else { view.goBack() }
        }
        desk.allows = false
        try await back()
        await desk.refused.pass()
        #expect(try await view.evaluateJavaScript("document.title") as? String == "2")
        #expect(view.backForwardList.currentItem?.url.path == "/2" && view.canGoBack)
        desk.allows = true
        try await back()
        await desk.finished.pass()
        #expect(view.title == "1")
        #expect(desk.log == ["should /1", "should /1", "decide /1"])
    }
}
