import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// Windows that pages open: WebKit gives them the user content of their opener.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct OpenedWindowTests {
    let pages = Pages()
    let navigations = Navigations()
    let messages = Messages()
    let windows = Windows()

    /// Opens windows, and keeps them.
    final class Windows: NSObject, WKUIDelegate {
        var adjust: (WKWebViewConfiguration) -> Void = { _ in }
        private(set) var views: [WKWebView] = []
        private let navigations = Navigations()

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            adjust(configuration)
            let view = WKWebView(frame: webView.frame, configuration: configuration)
            view.navigationDelegate = navigations
            views.append(view)
            return view
        }

        /// Waits until the latest window has loaded.
        func loaded() async -> WKWebView? {
            await navigations.over()
            return views.last
        }
    }

    private func makeOpener(_ adjust: (WKUserContentController) -> Void = { _ in }) -> WKWebView {
        pages["/"] = "<title>opener</title><meta name=theme-color content='rgb(1, 2, 3)'>"
        let view = makeView(pages, navigations) {
            $0.preferences.javaScriptCanOpenWindowsAutomatically = true
            $0.userContentController.add(messages, name: "x")
            adjust($0.userContentController)
        }
        view.uiDelegate = windows
        return view
    }

    private func told(_ message: WKScriptMessage, from view: WKWebView?) -> String {
        let (frame, origin) = (message.frameInfo, message.frameInfo.securityOrigin)
        let place = message.webView === view && frame.webView === view ? "own" : "other"
        return "\(message.body) \(place) \(frame.isMainFrame) \(origin.protocol)://\(origin.host)"
    }

    private nonisolated static let posting = """
        <script>webkit.messageHandlers.x.postMessage(parent === self ? "main" : "sub")</script>
        """

    @Test func `messages of a window name the window, and their frames`() async throws {
        pages["/window"] = "<iframe src='app://third/frame'></iframe>" + Self.posting
        pages["/frame"] = Self.posting
        let view = makeOpener()
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript("open('app://other/window'); 0")
        await messages.wait(for: 2)
        let window = windows.views.last
        #expect(
            Set(messages.received.map { told($0, from: window) })
                == ["main own true app://other", "sub own false app://third"])
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage({ from: 'opener' }); 0")
        await messages.wait(for: 3)
        let last = try #require(messages.received.last)
        #expect(last.webView === view && last.frameInfo.isMainFrame && last.frameInfo.securityOrigin.host == "host")
    }

    @Test func `a window's documents post messages before the window has loaded one`() async throws {
        let view = makeOpener()
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript(
            "const made = open('', '_blank'); made.webkit.messageHandlers.x.postMessage('empty'); 0")
        await messages.wait(for: 1)
        #expect(messages.received.map { told($0, from: windows.views.last) } == ["empty own true app://host"])
    }

    @Test func `a handler with replies answers a window and its opener`() async throws {
        let view = makeOpener { controller in
            let replies = Replies { message, reply in reply(message.webView?.title ?? "none", nil) }
            controller.addScriptMessageHandler(replies, contentWorld: .page, name: "ask")
        }
        pages["/window"] = "<title>window</title>"
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript("open('/window'); 0")
        let window = try #require(await windows.loaded())
        let ask = "return await webkit.messageHandlers.ask.postMessage('')"
        #expect(try await window.callAsyncJavaScript(ask, contentWorld: .page) as? String == "window")
        #expect(try await view.callAsyncJavaScript(ask, contentWorld: .page) as? String == "opener")
    }

    @Test func `handlers and scripts that are added later reach a window, also after its opener has gone`() async throws
    {
        pages["/window"] = "<p>window"
        var view: WKWebView? = makeOpener()
        let controller = try #require(view?.configuration.userContentController)
        await view?.open("app://host/", navigations)
        try await view?.evaluateJavaScript("open('/window'); 0")
        let window = try #require(await windows.loaded())
        controller.add(messages, name: "later")
        try await window.evaluateJavaScript("webkit.messageHandlers.later.postMessage('later'); 0")
        await messages.wait(for: 1)
        #expect(messages.received.map { told($0, from: window) } == ["later own true app://host"])
        view = nil
        controller.addUserScript(
            WKUserScript(source: "self.added = 1", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        controller.removeScriptMessageHandler(forName: "later")
        await window.open("app://host/window", navigations)
        #expect(try await window.evaluateJavaScript("self.added") as? Int == 1)
        #expect(try await window.evaluateJavaScript("'later' in webkit.messageHandlers") as? Bool == false)
        try await window.evaluateJavaScript("webkit.messageHandlers.x.postMessage('alone'); 0")
        await messages.wait(for: 2)
        #expect(messages.received.last.map { told($0, from: window) } == "alone own true app://host")
    }

    @Test func `a window with a controller of its own posts to that controller's handlers only`() async throws {
        pages["/window"] = Self.posting
        let own = Messages()
        windows.adjust = {
            $0.userContentController = WKUserContentController()
            $0.userContentController.add(own, name: "own")
        }
        let view = makeOpener()
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript("open('/window'); 0")
        let window = try #require(await windows.loaded())
        try await window.evaluateJavaScript("webkit.messageHandlers.own.postMessage('own'); 0")
        await own.wait(for: 1)
        #expect(own.received.map { told($0, from: window) } == ["own own true app://host"])
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('opener'); 0")
        await messages.wait(for: 1)
        #expect(messages.bodies == ["opener"])
    }

    @Test func `a view that is made from a window's configuration later has a page of its own`() async throws {
        pages["/window"] = Self.posting
        let view = makeOpener()
        var kept: WKWebViewConfiguration?
        windows.adjust = { kept = $0 }
        await view.open("app://host/", navigations)
        try await view.evaluateJavaScript("open('/window'); 0")
        await messages.wait(for: 1)
        let other = WKWebView(frame: view.frame, configuration: try #require(kept))
        await other.open("app://host/window", navigations)
        await messages.wait(for: 2)
        #expect(
            messages.received.map { told($0, from: windows.views.last) } == [
                "main own true app://host", "main other true app://host",
            ])
        #expect(messages.received.last?.webView === other)
    }

    @Test func `each view has the theme colour of its own page`() async throws {
        pages["/window"] = "<meta name=theme-color content='rgb(4, 5, 6)'>"
        let view = makeOpener()
        #expect(view.themeColor == nil)
        let colors = Gate()
        let watch = view.observe(\.themeColor) { view, _ in if view.themeColor != nil { colors.open() } }
        await view.open("app://host/", navigations)
        await colors.pass()
        let opened = Gate()
        try await view.evaluateJavaScript("open('/window'); 0")
        let window = try #require(await windows.loaded())
        let second = window.observe(\.themeColor) { view, _ in if view.themeColor != nil { opened.open() } }
        if window.themeColor == nil { await opened.pass() }
        #expect(window.themeColor == UIColor(red: 4 / 255, green: 5 / 255, blue: 6 / 255, alpha: 1))
        #expect(view.themeColor == UIColor(red: 1 / 255, green: 2 / 255, blue: 3 / 255, alpha: 1))
        withExtendedLifetime((watch, second)) {}
    }
}
