import WebKit
import XCTest

/// A host whose main thread spins its own run loop, as XCTest's does: the pump has to run WebKit's loop in it.
@MainActor
final class RunLoopPumpTests: XCTestCase {
    func testAViewLoadsAndReportsItsTitle() {
        let delegate = Finish(expectation(description: "the page has loaded"))
        let view = makeView(delegate)
        view.load(URLRequest(url: Self.address))
        wait(for: [delegate.finished], timeout: 120)
        XCTAssertEqual(view.title, "Pumped")
        XCTAssertEqual(view.url, Self.address)
    }

    func testAScriptAnswersWhileTheRunLoopSpins() {
        let delegate = Finish(expectation(description: "the page has loaded"))
        let view = makeView(delegate)
        view.load(URLRequest(url: Self.address))
        wait(for: [delegate.finished], timeout: 120)
        let answered = expectation(description: "the script has answered")
        view.evaluateJavaScript("document.body.textContent.trim()") { value, error in
            XCTAssertNil(error)
            XCTAssertEqual(value as? String, "text")
            answered.fulfill()
        }
        wait(for: [answered], timeout: 120)
    }

    func testAnAsynchronousTestRunsBesideTheLoop() async throws {
        let delegate = Finish(expectation(description: "the page has loaded"))
        let view = makeView(delegate)
        view.load(URLRequest(url: Self.address))
        await fulfillment(of: [delegate.finished], timeout: 120)
        let value = try await view.callAsyncJavaScript(
            "await new Promise((resolve) => setTimeout(resolve, 1)); return 7", contentWorld: .page)
        XCTAssertEqual(value as? Int, 7)
    }

    private static let address = URL(string: "app://host/") ?? URL(fileURLWithPath: "/")

    private func makeView(_ delegate: Finish) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(Page(), forURLScheme: "app")
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 320, height: 240), configuration: configuration)
        view.navigationDelegate = delegate
        return view
    }
}

/// Answers every request with one page.
private final class Page: NSObject, WKURLSchemeHandler {
    func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
        guard let url = task.request.url else { return }
        task.didReceive(
            URLResponse(url: url, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8"))
        task.didReceive(Data("<title>Pumped</title><body>text".utf8))
        task.didFinish()
    }

    func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}
}

/// Fulfils an expectation when a load ends.
private final class Finish: NSObject, WKNavigationDelegate {
    let finished: XCTestExpectation

    init(_ finished: XCTestExpectation) { self.finished = finished }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.fulfill() }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        XCTFail("the load failed: \(error)")
        finished.fulfill()
    }
}
