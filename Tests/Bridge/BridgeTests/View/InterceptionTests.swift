import SWWebView
import Synchronization
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Answers a view's requests to intercepted.example.
private final class FakeServer: URLProtocol {
    static let asked = Mutex<[String]>([])

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "intercepted.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url else { return }
        Self.asked.withLock { $0.append("\(request.httpMethod ?? "") \(url.absoluteString)") }
        let page = "<title>fake</title><img src='/logo.png'><iframe src='/missing-frame'></iframe>"
        let (status, type, text) =
            switch url.path {
            case "/": (200, "text/html", page)
            case "/echo": (200, "text/plain", "\(request.httpBody?.count ?? 0)")
            case "/other": (200, "text/html", "<title>other</title>")
            default: (404, "text/html", "<title>not found</title>nothing here")
            }
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": type, "X-Fake": "1"])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(text.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct InterceptionTests {
    let navigations = Navigations()
    let view: SWWebView

    init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.protocolClasses = [FakeServer.self]
        view = SWWebView(frame: .zero, configuration: configuration)
        view.serviceWorkerPermittedDomains = ["intercepted.example"]
        FakeServer.asked.withLock { $0 = [] }
    }

    private var asked: [String] { FakeServer.asked.withLock { $0 } }

    @Test func `protocol classes are offered a page, its image, its frame and its fetches`() async throws {
        await view.open("https://intercepted.example/", navigations)
        #expect(view.title == "fake")
        let size = try await view.call(
            "return (await fetch('/echo', { method: 'POST', body: new Uint8Array(5 << 20) })).text()")
        #expect(size as? String == "\(5 << 20)")
        let header = try await view.call("return (await fetch('/other')).headers.get('x-fake')")
        #expect(header as? String == "1")
        #expect(
            Set(asked) == [
                "GET https://intercepted.example/", "GET https://intercepted.example/logo.png",
                "GET https://intercepted.example/missing-frame", "POST https://intercepted.example/echo",
                "GET https://intercepted.example/other",
            ])
    }

    @Test func `requests that no protocol class takes go to the network`() async throws {
        try await LocalServer.with(pages: ["/": "<title>server</title>", "/data": "of the server"]) {
            (server) async throws in
            view.serviceWorkerPermittedDomains = ["127.0.0.1"]
            await view.open("\(server.origin)/", navigations)
            #expect(view.title == "server")
            #expect(try await view.call("return (await fetch('/data')).text()") as? String == "of the server")
            #expect(server.received.map(\.path) == ["/", "/data"])
            #expect(asked == [])
        }
    }

    @Test func `a status check fails main navigations, but not subresources or excluded paths`() async throws {
        view.httpStatusCheck = HTTPStatusCheck(hosts: ["Intercepted.example"], excludedPathComponents: ["api"])
        await view.open("https://intercepted.example/", navigations)
        #expect(navigations.error == nil, "neither the image nor the frame fails the page")
        #expect(try await view.call("return (await fetch('/missing')).status") as? Int == 404)
        FakeServer.asked.withLock { $0 = [] }
        await view.open("https://intercepted.example/missing", navigations)
        let error = try #require(navigations.error as? HTTPStatusError)
        #expect(navigations.log.last == "failProvisional")
        #expect(error.response.statusCode == 404)
        #expect(error.code == 404)
        #expect(error.response.value(forHTTPHeaderField: "X-Fake") == "1")
        #expect(String(decoding: try await error.body(), as: UTF8.self).hasSuffix("nothing here"))
        #expect(asked == ["GET https://intercepted.example/missing"], "nothing is asked for twice")
        #expect(view.url?.path == "/")
        #expect(view.title == "fake")
        await view.open("https://intercepted.example/v1/api/missing", navigations)
        #expect(view.title == "not found")
        view.goBack()
        await navigations.over()
        #expect(view.title == "fake")
        #expect(!view.canGoBack)
    }

    @Test func `a 404 is shown as a page when no status check is set`() async throws {
        await view.open("https://intercepted.example/missing", navigations)
        #expect(navigations.error == nil)
        #expect(view.title == "not found")
    }
}
