import Foundation
import TestSupport
import Testing
import WebKit

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
