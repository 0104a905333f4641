import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Requests for a name and a password.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ChallengeTests {
    typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)

    /// Answers challenges one after the other, and records them.
    final class Keys: NSObject, WKNavigationDelegate {
        private var answers: [Answer]
        private(set) var failureCounts: [Int] = []
        private(set) var spaces: [URLProtectionSpace] = []
        private(set) var statuses: [Int] = []
        private(set) var error: NSError?
        private let finished = Gate()

        init(_ answers: [Answer]) { self.answers = answers }

        func over() async { await finished.pass() }

        func webView(
            _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            failureCounts.append(challenge.previousFailureCount)
            spaces.append(challenge.protectionSpace)
            let answer: Answer = answers.isEmpty ? (.cancelAuthenticationChallenge, nil) : answers.removeFirst()
            // An application in Swift 5 may answer on another thread.
            let call = unsafeBitCast(
                completionHandler,
                to: (@Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void).self)
            let (disposition, credential) = answer
            DispatchQueue.global().async { call(disposition, credential) }
        }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
        ) async -> WKNavigationResponsePolicy {
            statuses.append((navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 0)
            return .allow
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.open() }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            self.error = error as NSError
            finished.open()
        }
    }

    private func withServer(_ body: @MainActor (URLRequest, LocalServer) async throws -> Void) async throws {
        let pass = "Basic " + Data("user:right".utf8).base64EncodedString()
        let closed = LocalServer.Answer(
            status: 401, headers: ["WWW-Authenticate": "Basic realm=\"Vault\"", "Content-Type": "text/html"],
            body: "<title>Closed</title>")
        try await LocalServer.with({
            $0.headers["authorization"] == pass ? LocalServer.Answer(body: "<title>Open</title>") : closed
        }) { server in
            try await body(URLRequest(url: try #require(URL(string: server.origin + "/"))), server)
        }
    }

    private func credential(_ password: String) -> Answer {
        (.useCredential, URLCredential(user: "user", password: password, persistence: .none))
    }

    private func title(of request: URLRequest, _ keys: Keys) async -> String? {
        let view = makeView(Pages(), Navigations())
        view.navigationDelegate = keys
        view.load(request)
        await keys.over()
        return view.title
    }

    @Test(arguments: [URLSession.AuthChallengeDisposition.rejectProtectionSpace, .performDefaultHandling])
    func `a challenge that is rejected shows the page of the 401 response`(
        _ disposition: URLSession.AuthChallengeDisposition
    ) async throws {
        try await withServer { request, _ in
            let keys = Keys([(disposition, nil)])
            #expect(await title(of: request, keys) == "Closed")
            #expect(keys.statuses == [401] && keys.error == nil)
            #expect(keys.spaces.map(\.realm) == ["Vault"] && keys.spaces.first?.protocol == "http")
        }
    }

    @Test func `a challenge that nobody answers shows the page of the 401 response`() async throws {
        try await withServer { request, _ in
            let navigations = Navigations()
            let view = makeView(Pages(), navigations)
            view.load(request)
            await navigations.over()
            #expect(view.title == "Closed" && navigations.error == nil)
            let other = makeView(Pages(), navigations)
            other.navigationDelegate = nil
            let titles = other.values(of: \.title)
            other.load(request)
            for await title in titles where title == "Closed" { break }
        }
    }

    @Test func `wrong passwords are counted, and the right one opens the page`() async throws {
        try await withServer { request, _ in
            let keys = Keys([credential("a"), credential("b"), credential("c"), credential("right")])
            #expect(await title(of: request, keys) == "Open")
            #expect(keys.failureCounts == [0, 1, 2, 3])
            #expect(keys.statuses == [200])
        }
    }

    @Test func `a POST request has its method and body again after each challenge`() async throws {
        try await withServer { request, server in
            var request = request
            request.httpMethod = "POST"
            request.httpBody = Data("a=1".utf8)
            let keys = Keys([credential("wrong"), credential("right")])
            #expect(await title(of: request, keys) == "Open")
            let sent = server.received.map { "\($0.method) \(String(decoding: $0.body, as: UTF8.self))" }
            #expect(sent == ["POST a=1", "POST a=1", "POST a=1"])
        }
    }

    @Test func `a challenge that is cancelled fails the load, and the next load counts from the beginning`()
        async throws
    {
        try await withServer { request, _ in
            for _ in 0..<2 {
                let keys = Keys([credential("a"), (.cancelAuthenticationChallenge, nil)])
                #expect(await title(of: request, keys) ?? "" == "")
                #expect(keys.failureCounts == [0, 1])
                #expect(keys.error?.domain == NSURLErrorDomain && keys.error?.code == NSURLErrorCancelled)
            }
        }
    }
}
