import Foundation
import TestSupport
import Testing
import WebKit
import WebViewTesting

/// Tests for the functions that `swift test` uses with pages: waiting, consoles, pictures.
@Suite(.serialized, .hangLimit(minutes: 2)) @MainActor struct PageExpectationTests {
    /// Seconds; other tests keep the main actor busy meanwhile.
    private let limit = 60 * Machine.slowness

    private func view(
        _ html: String, _ configuration: WKWebViewConfiguration = WKWebViewConfiguration()
    ) -> WKWebView {
        configuration.websiteDataStore = .nonPersistent()
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 200, height: 100), configuration: configuration)
        // Of a page without an origin, WebKit tells no errors.
        view.loadHTMLString(html, baseURL: URL(string: "https://app.example/"))
        return view
    }

    @Test(arguments: [
        "<p id=done>", "<script>setTimeout(() => { document.body.innerHTML = '<p id=done>'; }, 100)</script><body>",
    ])
    func `waitFor waits until an element is in the document`(html: String) async throws {
        let view = view(html)
        try await view.waitFor("document.getElementById('done') !== null", timeout: limit)
    }

    @Test func `waitFor waits for a variable that changes nothing in the document`() async throws {
        let view = view("<script>setTimeout(() => { window.answer = 42; }, 100)</script>")
        try await view.waitFor("window.answer === 42", timeout: limit)
    }

    @Test func `waitFor goes on waiting when another page is loaded`() async throws {
        let view = view("<title>first</title>")
        try await view.waitFor("document.title === 'first'", timeout: limit)
        let asked = Task.immediate { try await view.waitFor("document.title === 'second'", timeout: limit) }
        view.loadHTMLString("<title>second</title>", baseURL: URL(string: "https://app.example/"))
        try await asked.value
    }

    @Test func `waitFor fails with the value that the expression has, or with its syntax error`() async throws {
        let view = view("<title>here</title>")
        try await view.waitFor("document.title === 'here'", timeout: limit)
        let late = await #expect(throws: PageExpectationError.self) {
            try await view.waitFor("document.title === 'there'", timeout: 3)
        }
        #expect(late?.description == "document.title === 'there': not true after 3 s; it is false")
        let wrong = await #expect(throws: PageExpectationError.self) { try await view.waitFor("1 +* 2", timeout: 5) }
        #expect(wrong?.description.contains("SyntaxError") == true)
    }

    @Test func `expectNoConsoleErrors passes for a console with logs and warnings only`() async throws {
        let configuration = WKWebViewConfiguration()
        let console = PageConsole(of: configuration)
        let view = view(
            "<script>console.log('fine'); console.warn('careful'); window.ready = true</script>", configuration)
        try await view.waitFor("window.ready", timeout: limit)
        try await console.expectNoConsoleErrors(in: view)
        #expect(console.lines.map(\.text) == ["fine", "careful"])
    }

    @Test func `expectNoConsoleErrors fails with the printed and the uncaught errors`() async throws {
        let configuration = WKWebViewConfiguration()
        let console = PageConsole(of: configuration)
        let view = view(
            "<script>console.error('printed'); setTimeout(() => { ready = true; }, 50); throw new Error('thrown')</script>",
            configuration)
        try await view.waitFor("window.ready", timeout: limit)
        let error = await #expect(throws: PageExpectationError.self) {
            try await console.expectNoConsoleErrors(in: view)
        }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.map { $0.prefix(23) } == ["The page has errors:", "printed", "Uncaught: Error: thrown"])
    }

    @Test func `expectSnapshot fails without a kept picture, which it makes, and for a different one`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "kept/green.png")
        let view = view("<body style='background: green'>")
        try await view.waitFor("document.body?.style.background === 'green'", timeout: limit)
        await #expect(throws: PageExpectationError.self) { try await view.expectSnapshot(matches: file) }
        try await view.expectSnapshot(matches: file)
        _ = try await view.evaluateJavaScript("document.body.style.background = 'red'; 0")
        try await view.waitFor("document.body.style.background === 'red'", timeout: limit)
        let error = await #expect(throws: PageExpectationError.self) { try await view.expectSnapshot(matches: file) }
        #expect(error?.description.contains("green.actual.png") == true)
        #expect(FileManager.default.fileExists(atPath: folder.path("kept/green.actual.png")))
    }
}
