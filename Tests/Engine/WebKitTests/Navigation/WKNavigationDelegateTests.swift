import Testing

@testable import WebKit

/// Which method of a delegate is called, and what happens when there is none. Swift 5 and 6 clients of the module get the
/// same witnesses for the spellings `@MainActor` and `async`.
@MainActor
struct WKNavigationDelegateTests {
    let view = WKWebView()

    final class Nothing: NSObject, WKNavigationDelegate {}

    final class Handler: NSObject, WKNavigationDelegate {
        var answer: (@MainActor (WKNavigationActionPolicy) -> Void)?
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
        ) { answer = decisionHandler }
    }

    final class Async: NSObject, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy { .cancel }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
        ) async -> WKNavigationResponsePolicy {
            await Task.yield()
            return .download
        }
    }

    final class Preferences: NSObject, WKNavigationDelegate {
        let own = WKWebpagePreferences()
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
        ) { Issue.record("the form with settings is preferred") }
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            preferences: WKWebpagePreferences
        ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) { (.cancel, own) }
    }

    private func ask(
        _ delegate: any WKNavigationDelegate, _ preferences: WKWebpagePreferences = WKWebpagePreferences(),
        _ decided: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        delegate.webView(
            view, decidePolicyFor: WKNavigationAction(), preferences: preferences, decisionHandler: decided)
    }

    @Test func `a delegate without methods allows an action at once, with the given preferences`() {
        let preferences = WKWebpagePreferences()
        var decision: (WKNavigationActionPolicy, WKWebpagePreferences)?
        ask(Nothing(), preferences) { decision = ($0, $1) }
        #expect(decision?.0 == .allow)
        #expect(decision?.1 === preferences)
    }

    @Test func `a decision handler that is called twice passes on the first decision`() {
        let delegate = Handler()
        var policies: [WKNavigationActionPolicy] = []
        ask(delegate) { policy, _ in policies.append(policy) }
        #expect(policies == [])
        delegate.answer?(.cancel)
        let misuse = WKException.recording { delegate.answer?(.allow) }
        #expect(policies == [.cancel])
        #expect(misuse.first?.reason.contains("webView:decidePolicyForNavigationAction:decisionHandler:] was") == true)
    }

    @Test func `a decision handler that is dropped is released`() {
        final class Box {}
        let delegate = Handler()
        weak var dropped: Box?
        do {
            let box = Box()
            dropped = box
            ask(delegate) { _, _ in _ = box }
        }
        #expect(dropped != nil)
        let misuse = WKException.recording { delegate.answer = nil }
        #expect(dropped == nil)
        #expect(misuse.first?.reason.hasSuffix("decisionHandler:] was not called") == true)
    }

    @Test func `the async methods of a delegate decide about actions and responses`() async {
        var decision: WKNavigationActionPolicy?
        ask(Async()) { policy, _ in decision = policy }
        #expect(decision == .cancel)
        let late = await withCheckedContinuation { continuation in
            Async().webView(view, decidePolicyFor: WKNavigationResponse()) { continuation.resume(returning: $0) }
        }
        #expect(late == .download)
    }

    @Test func `the method with preferences is preferred to the one without`() {
        let delegate = Preferences()
        var decision: (WKNavigationActionPolicy, WKWebpagePreferences)?
        ask(delegate) { decision = ($0, $1) }
        #expect(decision?.0 == .cancel)
        #expect(decision?.1 === delegate.own)
    }

    @Test(arguments: [
        ("https://host/", false, WKNavigationActionPolicy.allow), ("https://host/", true, .download),
        ("data:text/plain,1", false, .allow), ("blob:https://host/1", true, .download), ("about:blank", false, .allow),
        ("tel:123", false, .cancel), ("nobody://host/", true, .cancel),
    ])
    func `by default addresses that can be loaded are allowed or downloaded, and others are ignored`(
        _ address: String, _ isDownloadLink: Bool, _ expected: WKNavigationActionPolicy
    ) {
        let action = WKNavigationAction()
        action.request = URLRequest(url: URL(string: address) ?? URL(fileURLWithPath: "/"))
        action.shouldPerformDownload = isDownloadLink
        #expect(view.defaultPolicy(for: action) == .allow, "a new window is asked for elsewhere")
        action.targetFrame = WKFrameInfo()
        var decision: WKNavigationActionPolicy?
        Nothing().webView(view, decidePolicyFor: action) { decision = $0 }
        #expect(decision == expected)
    }

    @Test(arguments: [true, false])
    func `by default a response is allowed if it can be shown, and otherwise cancelled`(_ canShow: Bool) {
        let url = URL(fileURLWithPath: "/")
        let response = WKNavigationResponse(
            response: URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil),
            isForMainFrame: true, canShowMIMEType: canShow)
        var decision: WKNavigationResponsePolicy?
        Nothing().webView(view, decidePolicyFor: response) { decision = $0 }
        #expect(decision == (canShow ? .allow : .cancel))
    }
}
