import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Loads of requests that WebKitGTK cannot send by itself.
@MainActor @Suite(.hangLimit(minutes: 1))
struct CompletedRequestTests {
    private let navigations = Navigations()
    private let view: WKWebView

    init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        view = WKWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = navigations
    }

    private func load(_ address: String, _ adjust: (inout URLRequest) -> Void) async throws {
        var request = URLRequest(url: try #require(URL(string: address)))
        adjust(&request)
        view.load(request)
        await navigations.over()
    }

    private nonisolated static func post(_ request: inout URLRequest) {
        request.httpMethod = "POST"
        request.httpBody = Data("a=1&b=ü".utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.setValue("1", forHTTPHeaderField: "X-Own")
    }

    @Test func `a POST request reaches the server with its body and headers, once`() async throws {
        try await LocalServer.with(pages: ["/sent": "<title>sent</title>"]) {
            server in
            try await load(server.origin + "/sent", Self.post)
            #expect(view.title == "sent")
            #expect(view.url?.absoluteString == server.origin + "/sent")
            let sent = try #require(server.received.last { $0.path == "/sent" })
            #expect(sent.method == "POST")
            #expect(String(decoding: sent.body, as: UTF8.self) == "a=1&b=ü")
            #expect(sent.headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(sent.headers["x-own"] == "1")
            #expect(sent.headers["if-none-match"] == nil)
            #expect(!sent.headers.keys.contains { $0.hasPrefix("x-swwebview") })
            try await load(server.origin + "/sent") { _ in }
            let methods = server.received.filter { $0.path == "/sent" }.map(\.method)
            #expect(methods == ["POST", "GET"])
        }
    }

    @Test func `a POST request reaches a server whose page the view has loaded before`() async throws {
        try await LocalServer.with(pages: ["/sent": "<title>sent</title>"]) { server in
            try await load(server.origin + "/sent") { _ in }
            try await load(server.origin + "/sent", Self.post)
            #expect(server.received.map(\.method).last == "POST")
        }
    }

    @Test func `a page's request of the same address stays as it is while the load waits for its decision`()
        async throws
    {
        try await LocalServer.with(pages: ["/cart": "<title>cart</title>"]) { server in
            try await load(server.origin + "/cart") { _ in }
            let (asked, decision) = (Gate(), Gate())
            navigations.decideAction = { _ in
                asked.open()
                return .allow
            }
            navigations.decisionGate = decision
            var request = URLRequest(url: try #require(URL(string: server.origin + "/cart")))
            Self.post(&request)
            view.load(request)
            await asked.pass()
            try await view.call("await (await fetch(location.href, { cache: 'no-store' })).text()")
            decision.open()
            await navigations.over()
            let received = server.received.filter { $0.path == "/cart" }
            #expect(received.map(\.method) == ["GET", "GET", "POST"])
            #expect(received.map { $0.headers["x-own"] } == [nil, nil, "1"])
        }
    }

    @Test func `a reload after a POST request is a GET request without a mark of the host`() async throws {
        try await LocalServer.with(pages: ["/sent": "<title>sent</title>"]) { server in
            try await load(server.origin + "/sent", Self.post)
            view.reload()
            await navigations.over()
            let reloaded = try #require(server.received.last { $0.path == "/sent" })
            #expect(reloaded.method == "GET")
            #expect(!reloaded.headers.keys.contains { $0.hasPrefix("x-swwebview") })
        }
    }

    @Test(arguments: [(307, "POST"), (308, "POST"), (302, "GET"), (303, "GET")])
    func `a redirect keeps the method and the body, or neither`(status: Int, method: String) async throws {
        try await LocalServer.with({ request in
            request.path == "/first"
                ? LocalServer.Answer(status: status, headers: ["Location": "/second"])
                : LocalServer.Answer(body: "<title>second</title>")
        }) { server in
            try await load(server.origin + "/first", Self.post)
            #expect(view.title == "second")
            let second = try #require(server.received.last { $0.path == "/second" })
            #expect(second.method == method)
            #expect(String(decoding: second.body, as: UTF8.self) == (method == "POST" ? "a=1&b=ü" : ""))
            let type = method == "POST" ? "application/x-www-form-urlencoded" : nil
            #expect(second.headers["content-type"] == type)
            #expect(!second.headers.keys.contains { $0.hasPrefix("x-swwebview") })
            let questions = navigations.actions.flatMap { ($0.request.allHTTPHeaderFields ?? [:]).keys }
            #expect(!questions.contains { $0.lowercased().hasPrefix("x-swwebview") })
        }
    }

    @Test func `a Cookie header is sent where the store has no cookie, with the first request alone`() async throws {
        try await LocalServer.with(pages: ["/": "<title>page</title><img src=image>", "/image": ""]) { server in
            try await load(server.origin + "/") { $0.setValue("a=1; b=2", forHTTPHeaderField: "Cookie") }
            let page = try #require(server.received.first { $0.path == "/" })
            #expect(page.method == "GET")
            #expect(page.headers["cookie"] == "a=1; b=2")
            #expect(server.received.first { $0.path == "/image" }?.headers["cookie"] == nil)
            try await view.call("document.cookie = 'own=3'")
            try await load(server.origin + "/") { $0.setValue("a=1", forHTTPHeaderField: "Cookie") }
            #expect(server.received.last { $0.path == "/" }?.headers["cookie"] == "own=3")
        }
    }
}
