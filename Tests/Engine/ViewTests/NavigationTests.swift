import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct NavigationTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        for name in ["one", "two", "three"] { pages["/\(name)"] = "<title>\(name)</title><a id=a href=/two>link</a>" }
    }

    @Test func `links, steps and reloads have their navigation types and places in the list`() async throws {
        let view = makeView(pages, navigations)
        #expect(view.backForwardList.currentItem == nil && !view.canGoBack && !view.canGoForward)
        #expect(view.goBack() == nil && view.goForward() == nil)
        await view.open("app://host/one", navigations)
        let one = try #require(view.backForwardList.currentItem)
        try await view.evaluateJavaScript("a.click()")
        await navigations.over()
        let two = try #require(view.backForwardList.currentItem)
        #expect(view.backForwardList.backItem === one)
        #expect(view.backForwardList.item(at: -1) === one)
        #expect(view.canGoBack && !view.canGoForward)

        let back = view.goBack()
        await navigations.over()
        #expect(navigations.navigations.last === back)
        #expect(view.title == "one")
        #expect(view.backForwardList.currentItem === one)
        #expect(view.backForwardList.forwardItem === two)
        #expect(view.canGoForward && !view.canGoBack)

        view.goForward()
        await navigations.over()
        #expect(view.backForwardList.currentItem === two)
        view.reload()
        await navigations.over()
        #expect(view.backForwardList.currentItem === two)
        #expect(view.backForwardList.backList.count == 1)
        view.reloadFromOrigin()
        await navigations.over()

        #expect(
            navigations.actions.map(\.navigationType)
                == [.other, .linkActivated, .backForward, .backForward, .reload, .reload])
        #expect(navigations.askedFor == ["one", "two", "one", "two", "two", "two"].map { "app://host/\($0)" })
        #expect(navigations.actions[2].targetFrame?.request.url?.path == "/two")
        #expect(one.url.path == "/one" && one.initialURL == one.url && one.title == "one")
    }

    @Test func `go loads any item of the back-forward list except the current one`() async throws {
        let view = makeView(pages, navigations)
        for name in ["one", "two", "three"] { await view.open("app://host/\(name)", navigations) }
        let list = view.backForwardList
        #expect(list.backList.map(\.url.path) == ["/one", "/two"])
        let (first, last) = (try #require(list.backList.first), try #require(list.currentItem))
        #expect(view.go(to: last) == nil)
        #expect(view.go(to: first) != nil)
        await navigations.over()
        #expect(view.title == "one")
        #expect(view.backForwardList.forwardList.map(\.url.path) == ["/two", "/three"])
        #expect(view.backForwardList.forwardList.last === last)
        view.go(to: last)
        await navigations.over()
        #expect(view.title == "three")
    }

    @Test func `a step back that the delegate refuses leaves the list at the current page`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        await view.open("app://host/two", navigations)
        let refused = Gate()
        navigations.decideAction = {
            guard $0.navigationType == .backForward else { return .allow }
            refused.open()
            return .cancel
        }
        view.goBack()
        await refused.pass()
        // The list has moved already, and moves back when the page hears of the refusal.
        try await view.evaluateJavaScript("0")
        navigations.decideAction = { _ in .allow }
        #expect(view.backForwardList.currentItem?.url.path == "/two")
        view.goBack()
        await navigations.over()
        #expect(view.title == "one")
    }

    @Test func `a view has the url of a load at once, and is loading until the load has finished`() async {
        let view = makeView(pages, navigations)
        #expect(view.url == nil && view.title?.isEmpty ?? true && !view.isLoading)
        let navigation = view.load(URLRequest(url: URL("app://host/one")))
        #expect(view.isLoading)
        #expect(view.url?.absoluteString == "app://host/one")
        await navigations.over()
        #expect(!view.isLoading)
        #expect(view.estimatedProgress == 1)
        #expect(navigations.navigations.allSatisfy { $0 === navigation })
    }

    @Test func `stopLoading fails the load as cancelled and keeps the url of the page`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        let started = Gate()
        pages.on("/never") { _ in started.open() }
        view.load(URLRequest(url: URL("app://host/never")))
        await started.pass()
        view.stopLoading()
        await navigations.over()
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error?.domain == NSURLErrorDomain)
        #expect(navigations.error?.code == NSURLErrorCancelled)
        #expect(!view.isLoading)
        #expect(view.url?.path == "/one")
    }

    @Test func `a new load cancels the one before and stops its task`() async {
        let view = makeView(pages, navigations)
        let started = Gate()
        pages.on("/never") { _ in started.open() }
        let first = view.load(URLRequest(url: URL("app://host/never")))
        await started.pass()
        let second = view.load(URLRequest(url: URL("app://host/one")))
        await navigations.over()
        if view.title != "one" { await navigations.over() }
        #expect(navigations.error?.code == NSURLErrorCancelled)
        #expect(navigations.log.filter { $0 == "failProvisional" }.count == 1)
        #expect(navigations.log.last == "finish")
        #expect(navigations.navigations.first === first)
        #expect(navigations.navigations.last === second)
        #expect(pages.stopped == ["/never"])
    }

    @Test func `a load with an unknown scheme fails as an unsupported URL`() async {
        let view = makeView(pages, navigations)
        await view.open("nobody://host/", navigations)
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error?.domain == NSURLErrorDomain)
        #expect(navigations.error?.code == NSURLErrorUnsupportedURL)
    }

    @Test func `a load of a missing file fails as a file that does not exist`() async {
        let view = makeView(pages, navigations)
        await view.open("file:///nowhere/at/all.html", navigations)
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error?.domain == NSURLErrorDomain)
        #expect(navigations.error?.code == NSURLErrorFileDoesNotExist, "\(navigations.error as Any)")
    }

    @Test func `a response with status 404 is shown as a page`() async {
        pages.on("/missing") { $0.answer("<title>Missing</title>", status: 404) }
        let view = makeView(pages, navigations)
        await view.open("app://host/missing", navigations)
        #expect(navigations.log == ["action main app://host/missing", "start", "response 404", "commit", "finish"])
        #expect(view.title == "Missing")
        #expect(navigations.responses.first?.isForMainFrame == true)
    }

    @Test func `a response that the delegate refuses fails the load and stops its task`() async {
        pages.on("/stream") {
            $0.respond()
            $0.didReceive(Data("<title>Stream</title>".utf8))
        }
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        navigations.decideResponse = { _ in .cancel }
        await view.open("app://host/stream", navigations)
        await pages.firstStop()
        #expect(navigations.error?.domain == WebKitErrorDomain)
        #expect(navigations.error?.code == WebKitErrorFrameLoadInterruptedByPolicyChange)
        #expect(navigations.log.last == "failProvisional")
        #expect(pages.stopped == ["/stream"])
        #expect(view.title == "one")
    }

    @Test func `an action that the delegate refuses loads nothing and reports no failure`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        navigations.decideAction = { $0.request.url?.path == "/two" ? .cancel : .allow }
        let refused = view.load(URLRequest(url: URL("app://host/two")))
        // The next load's events show that the refused one had none.
        let before = navigations.log.count
        await view.open("app://host/three", navigations)
        #expect(navigations.error == nil)
        #expect(
            navigations.log.dropFirst(before).filter { !$0.hasPrefix("action") } == [
                "start", "response 200", "commit", "finish",
            ])
        #expect(!navigations.navigations.contains { $0 === refused })
        #expect(pages.started == ["/one", "/three"])
        #expect(view.title == "three")
    }

    @Test func `JSON and plain text can be shown, and a load of an unknown MIME type fails`() async {
        for (type, canShow) in [("application/json", true), ("text/plain", true), ("garbage/json", false)] {
            let navigations = Navigations()
            pages.on("/typed") { $0.answer("{}", type: type) }
            let view = makeView(pages, navigations)
            await view.open("app://host/typed", navigations)
            #expect(navigations.responses.map(\.canShowMIMEType) == [canShow], "\(type)")
            #expect(navigations.log.last == (canShow ? "finish" : "failProvisional"))
        }
    }

    @Test func `HTML text and data are shown as documents of their base URL`() async throws {
        let view = makeView(pages, navigations)
        view.loadHTMLString("<title>Text</title>", baseURL: URL("app://host/base/"))
        await navigations.over()
        #expect(view.title == "Text")
        #expect(try await view.evaluateJavaScript("document.baseURI") as? String == "app://host/base/")
        view.loadHTMLString("<title>Blank</title>", baseURL: nil)
        await navigations.over()
        #expect(view.title == "Blank")
        #expect(try await view.evaluateJavaScript("location.href") as? String == "about:blank")
        view.load(
            Data("<title>\u{E9}</title>".utf8), mimeType: "text/html", characterEncodingName: "utf-8",
            baseURL: URL("app://host/data"))
        await navigations.over()
        #expect(view.title == "\u{E9}")
        #expect(pages.started.isEmpty)
    }

    @Test func `a second answer to a policy decision raises an exception`() async {
        final class Hasty: NSObject, WKNavigationDelegate {
            var misuse: [WKException] = []
            let finished = Gate()

            func webView(
                _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
                decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
            ) {
                decisionHandler(.allow)
                misuse += WKException.recording { decisionHandler(.cancel) }
            }

            func webView(
                _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
                decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
            ) {
                decisionHandler(.allow)
                misuse += WKException.recording { decisionHandler(.cancel) }
            }

            func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.open() }
        }
        let hasty = Hasty()
        let view = makeView(pages, navigations)
        view.navigationDelegate = hasty
        view.load(URLRequest(url: URL("app://host/one")))
        await hasty.finished.pass()
        #expect(hasty.misuse.map(\.name) == .init(repeating: .internalInconsistencyException, count: 2))
        #expect(view.title == "one")
    }

    @Test func `a load waits for policy decisions that come late`() async {
        final class Slow: NSObject, WKNavigationDelegate {
            let finished = Gate()
            func webView(
                _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
            ) async -> WKNavigationActionPolicy {
                for _ in 0..<10 { await Task.yield() }
                return .allow
            }
            func webView(
                _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
            ) async -> WKNavigationResponsePolicy {
                for _ in 0..<10 { await Task.yield() }
                return .allow
            }
            func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.open() }
        }
        let slow = Slow()
        let view = makeView(pages, navigations)
        view.navigationDelegate = slow
        view.load(URLRequest(url: URL("app://host/one")))
        await slow.finished.pass()
        #expect(view.title == "one")
    }

    @Test func `a view holds its navigation delegate weakly, and loads without one`() async {
        let view = makeView(pages, navigations)
        do {
            let short = Navigations()
            view.navigationDelegate = short
            #expect(view.navigationDelegate != nil)
        }
        #expect(view.navigationDelegate == nil)
        view.load(URLRequest(url: URL("app://host/one")))
        await view.open("app://host/two", navigations)
        if view.title != "two" { await navigations.over() }
        #expect(view.title == "two")
    }

    // MARK: The end of the process

    @Test func `the delegate is told of the end of the web process, and the next load succeeds`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        view.terminateWebProcess()
        await navigations.over()
        #expect(navigations.terminations == 1)
        await view.open("app://host/two", navigations)
        #expect(view.title == "two")
    }

    @Test func `a pending call fails when the web process ends`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        var outcome: (any Error)?
        let called = Gate()
        view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { result in
            if case .failure(let error) = result { outcome = error }
            called.open()
        }
        try await view.evaluateJavaScript("0")
        view.terminateWebProcess()
        await called.pass()
        #expect((outcome as? WKError)?.code == .webContentProcessTerminated)
    }
}
