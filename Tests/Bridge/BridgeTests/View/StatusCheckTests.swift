import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// The status check of pages that WebKit itself loads: no host here is permitted, and nothing is intercepted.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct StatusCheckTests {
    let navigations = Navigations()
    let pages = Pages()

    private func makeView() -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        return SWWebView(frame: .zero, configuration: configuration)
    }

    @Test func `a page of a host without a permission fails by its status, and the page before stays`() async throws {
        try await LocalServer.with(pages: [
            "/": "<title>home</title><iframe src='/missing-frame'></iframe>"
        ]) { server in
            let view = makeView()
            view.httpStatusCheck = HTTPStatusCheck(hosts: ["127.0.0.1"], excludedPathComponents: ["api"])
            await view.open(server.origin + "/", navigations)
            #expect(navigations.error == nil, "a frame does not fail the page")
            #expect(try await view.call("return (await fetch('/missing-fetch')).status") as? Int == 404)
            await view.open(server.origin + "/missing", navigations)
            let error = try #require(navigations.error as? HTTPStatusError)
            #expect(navigations.log.last == "failProvisional")
            #expect(error.code == 404)
            #expect(error.response.url?.path == "/missing")
            #expect(try await error.body().isEmpty)
            #expect(view.title == "home")
            #expect(server.received.filter { $0.path == "/missing" }.count == 1, "nothing is asked for twice")
            await view.open(server.origin + "/v1/api/missing", navigations)
            #expect(navigations.log.last == "finish", "an excluded path is shown")
        }
    }

    @Test func `a page of a host that the check does not name is shown whatever its status`() async throws {
        try await LocalServer.with({ _ in .init(status: 500, body: "<title>broken</title>") }) { server in
            let view = makeView()
            view.httpStatusCheck = HTTPStatusCheck(hosts: ["localhost"])
            await view.open(server.origin + "/", navigations)
            #expect(navigations.error == nil)
            #expect(view.title == "broken")
        }
    }

    @Test func `a redirect to a page with a failing status fails with the address it led to`() async throws {
        try await LocalServer.with({
            $0.path == "/old" ? .init(status: 302, headers: ["Location": "/gone"]) : .init(status: 410)
        }) { server in
            let view = makeView()
            view.httpStatusCheck = HTTPStatusCheck(hosts: ["127.0.0.1"])
            await view.open(server.origin + "/old", navigations)
            let error = try #require(navigations.error as? HTTPStatusError)
            #expect(error.code == 410)
            #expect(error.response.url?.path == "/gone")
        }
    }

    @Test func `a page of a scheme handler fails by its status, and a later failure has its own error`() async throws {
        pages.on("/missing") { $0.answer("", status: 404) }
        pages.on("/failing") { $0.didFailWithError(URLError(.timedOut)) }
        let view = makeView()
        view.httpStatusCheck = HTTPStatusCheck(hosts: ["host"])
        await view.open("app://host/missing", navigations)
        #expect((navigations.error as? HTTPStatusError)?.code == 404)
        await view.open("app://host/failing", navigations)
        #expect(navigations.error?.code == NSURLErrorTimedOut)
    }
}
