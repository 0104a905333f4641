import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Navigations of frames, and what the delegate is told of a request.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct NavigationBehaviourTests {
    let pages = Pages()
    let navigations = Navigations()

    @Test func `the delegate sees the body of a load, also of an unknown scheme`() async {
        let view = makeView(pages, navigations)
        for address in ["app://host/", "nobody://host/"] {
            var request = URLRequest(url: URL(string: address) ?? URL("about:blank"))
            request.httpMethod = "POST"
            request.httpBody = Data("a=b".utf8)
            view.load(request)
            await navigations.over()
            #expect(navigations.actions.last?.request.httpBody == Data("a=b".utf8))
            #expect(navigations.actions.last?.request.url?.absoluteString == address)
        }
    }

    @Test func `the delegate sees the user agent and the accepted types of a request to a server`() async throws {
        try await LocalServer.with(pages: ["/": "<p>page</p>"]) { server in
            let view = makeView(pages, navigations)
            view.customUserAgent = "Mine/1.0"
            await view.open(server.origin + "/", navigations)
            let request = try #require(navigations.actions.last?.request)
            #expect(request.value(forHTTPHeaderField: "User-Agent") == "Mine/1.0")
            #expect(request.value(forHTTPHeaderField: "Accept")?.hasPrefix("text/html,application/xhtml+xml") == true)
        }
    }

    @Test func `a navigation of a frame can be gone back from, and is no load of the page`() async throws {
        pages["/"] = "<iframe src=/one></iframe>"
        pages["/one"] = "<p>one</p>"
        pages["/two"] = "<p>two</p><script>parent.postMessage('two', '*')</script>"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        var loading: [Bool] = []
        let observation = view.observe(\.isLoading, options: [.new]) { loading.append($1.newValue ?? false) }
        try await view.call(
            """
            const seen = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
            frames[0].location = "/two";
            await seen;
            """)
        #expect(loading.isEmpty)
        #expect(view.canGoBack)
        view.goBack()
        try await view.call("while (frames[0].location.pathname !== '/one') await new Promise(requestAnimationFrame)")
        #expect(!view.canGoBack && view.canGoForward)
        withExtendedLifetime(observation) {}
    }

    @Test func `a page finishes although a frame's navigation to another scheme is refused`() async {
        pages["/"] = "<title>First</title><iframe src=nobody://host/></iframe>"
        navigations.decideAction = { $0.request.url?.scheme == "app" ? .allow : .cancel }
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        #expect(navigations.log.last == "finish")
        #expect(navigations.actions.map { $0.request.url?.scheme } == ["app", "nobody"])
        #expect(view.title == "First")
    }

    @Test func `types of JSON can be shown, and a delegate may allow a type that cannot`() async throws {
        for (type, canShow) in [("application/vnd.api+json", true), ("garbage/json", false)] {
            let navigations = Navigations()
            navigations.decideResponse = { _ in .allow }
            pages.on("/typed") { $0.answer("{}", type: type) }
            let view = makeView(pages, navigations)
            await view.open("app://host/typed", navigations)
            #expect(navigations.responses.map(\.canShowMIMEType) == [canShow], "\(type)")
            #expect(navigations.log.contains("commit"), "\(type) \(navigations.log)")
        }
    }

    @Test func `items of the list die with their view`() async {
        pages["/"] = "<p>page</p>"
        weak var item: WKBackForwardListItem?
        do {
            let view = makeView(pages, navigations)
            await view.open("app://host/", navigations)
            item = view.backForwardList.currentItem
            #expect(item != nil)
        }
        #expect(item == nil)
    }

    /// Opens a window with a configuration of its own.
    final class Stranger: NSObject, WKUIDelegate {
        var misuse: [WKException] = []
        private var opened: WKWebView?

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            let other = WKWebViewConfiguration()
            other.websiteDataStore = .nonPersistent()
            opened = WKWebView(frame: .zero, configuration: other)
            return opened
        }
    }

    @Test func `a window's view with another configuration than the one passed in raises an exception`() async throws {
        pages["/"] = "<p>page</p>"
        let stranger = Stranger()
        let view = makeView(pages, navigations) { $0.preferences.javaScriptCanOpenWindowsAutomatically = true }
        view.uiDelegate = stranger
        await view.open("app://host/", navigations)
        let (raised, raise) = AsyncStream.makeStream(of: WKException.self)
        WKException.handler = { raise.yield($0) }
        defer { WKException.handler = nil }
        let isNull = try await view.evaluateJavaScript("window.open('/window') === null") as? Bool
        #expect(isNull == true)
        var exceptions = raised.makeAsyncIterator()
        #expect(await exceptions.next()?.name == .invalidArgumentException)
    }
}
