import Foundation
import Glibc
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Views whose web process has ended.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct LostPageTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<title>page</title>" }

    /// Follows loads, and has no method for the end of the process.
    final class Careless: NSObject, WKNavigationDelegate {
        private var finishes = AsyncStream.makeStream(of: String.self)

        func finish() async -> String? {
            var iterator = finishes.stream.makeAsyncIterator()
            return await iterator.next()
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            finishes.continuation.yield(webView.url?.absoluteString ?? "")
        }
    }

    private static func lost(_ view: WKWebView) async {
        let urls = view.values(of: \.url)
        for await url in urls where url == nil { break }
    }

    @Test func `a view without a process has neither a URL nor a title, and a reload brings both back`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        var urls: [URL?] = []
        let observation = view.observe(\.url, options: [.new]) { urls.append($1.newValue ?? nil) }
        view.terminateWebProcess()
        await navigations.over()
        #expect(view.url == nil && view.title == nil && view.estimatedProgress == 0 && !view.isLoading)
        #expect(urls == [nil])
        #expect(view.backForwardList.currentItem?.url == URL("app://host/"))
        view.reload()
        #expect(view.url == URL("app://host/"))
        await navigations.over()
        #expect(view.url == URL("app://host/") && view.title == "page")
        observation.invalidate()
    }

    // A process of their own, so that the web processes of other tests live on.
    @Test func `a page whose process is killed comes back once, unless the delegate has the method`() async {
        await #expect(processExitsWith: .success) { try await LostPageTests().killPages() }
    }

    /// Ends the web processes of this process, as the system does when memory is short.
    private func kill() throws {
        for number in try WebKitProcesses.named("WebKitWebProces") { Glibc.kill(number, SIGKILL) }
    }

    private func killPages() async throws {
        let careless = Careless()
        let view = makeView(pages, navigations)
        view.navigationDelegate = careless
        view.load(URLRequest(url: URL("app://host/")))
        #expect(await careless.finish() == "app://host/")
        try kill()
        #expect(await careless.finish() == "app://host/")
        #expect(pages.started == ["/", "/"])
        try kill()
        await Self.lost(view)
        #expect(pages.started == ["/", "/"], "the second end comes too soon")
        view.navigationDelegate = navigations
        view.reload()
        await navigations.over()
        try kill()
        await navigations.over()
        #expect(navigations.terminations == 1 && view.url == nil)
        #expect(pages.started == ["/", "/", "/"], "the delegate has the method")
        view.reload()
        await navigations.over()
        view.navigationDelegate = nil
        let titles = view.values(of: \.title)
        try kill()
        var hasGone = false
        for await title in titles {
            if title == nil { hasGone = true }
            if hasGone, title == "page" { break }
        }
        #expect(pages.started.count == 5, "without a delegate")
    }

    @Test func `a page that the program has ended stays away`() async {
        let careless = Careless()
        let view = makeView(pages, navigations)
        view.navigationDelegate = careless
        view.load(URLRequest(url: URL("app://host/")))
        #expect(await careless.finish() == "app://host/")
        view.terminateWebProcess()
        await Self.lost(view)
        #expect(view.url == nil && pages.started == ["/"])
    }
}
