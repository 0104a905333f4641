import Foundation
import TestSupport
import Testing
import WebKit

@testable import SWWebView

/// A watching request that does not come to the host.
@MainActor @Suite(.hangLimit(minutes: 2))
struct RequestWatchTests {
    @Test func `a watching request that does not arrive is opened again`() async throws {
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let watch = RequestWatch(limit: .milliseconds(1))
        // The function exists as soon as the first script has run, and makes no request.
        _ = try await view.evaluateJavaScript("var opened = 0; var watchRequests = () => { opened += 1; }; 0")
        let (tries, tried) = AsyncStream.makeStream(of: Void.self)
        watch.expect(in: view) { tried.yield() }
        var seen = tries.makeAsyncIterator()
        for _ in 1...3 { await seen.next() }
        let opened = try await view.evaluateJavaScript("opened") as? Int
        #expect(try #require(opened) >= 3)
    }
}
