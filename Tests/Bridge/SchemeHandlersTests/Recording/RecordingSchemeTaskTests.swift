import Foundation
import SchemeHandlers
import TestSupport
import Testing
import WebKit
import WebViewTesting

/// Scheme handlers that are asked without a view.
@Suite(.hangLimit(minutes: 2)) @MainActor struct RecordingSchemeTaskTests {
    private struct Row: Decodable { var name: String }

    @Test func `an exchange returns the status, the headers and the body of an answer`() async throws {
        let shop = try Shop()
        let handler = try SQLiteSchemeHandler(file: shop.file)
        let exchange = try await handler.exchange(.get("sqlite://products?select=name&order=id&limit=2"))
        #expect(exchange.statusCode == 200)
        #expect(exchange.header("Content-Type")?.hasPrefix("application/json") == true)
        #expect(try exchange.json(as: [Row].self).map(\.name) == ["tea", "coffee"])
        let added = try await handler.exchange(.post("sqlite://products", json: #"{"name":"cocoa","stock":1}"#))
        #expect(added.statusCode == 201)
        let changed = try await handler.exchange(.patch("sqlite://products/1", json: #"{"name":"mate"}"#))
        #expect(changed.statusCode == 204)
        let gone = try await handler.exchange(.delete("sqlite://products/4"))
        #expect(gone.statusCode == 204)
        let names = try await handler.exchange(.get("sqlite://products?select=name&order=id")).json(as: [Row].self)
        #expect(names.map(\.name) == ["mate", "coffee", "Milk", "cocoa"])
    }

    @Test func `an answer without an end is read piece by piece`() async throws {
        let shop = try Shop()
        let handler = try SQLiteSchemeHandler(file: shop.file)
        let events = RecordingSchemeTask(.get("sqlite://products?subscribe"))
        events.start(on: handler)
        var pieces = events.pieces.makeAsyncIterator()
        // Only changes after the stream's first bytes are reported.
        var text = String(decoding: try await pieces.next() ?? Data(), as: UTF8.self)
        let change = try await handler.exchange(.post("sqlite://products", json: #"{"name":"cocoa"}"#))
        #expect(change.statusCode == 201)
        while !text.contains("cocoa"), let piece = try await pieces.next() {
            text += String(decoding: piece, as: UTF8.self)
        }
        #expect(text.contains("event: insert"))
        #expect((events.response as? HTTPURLResponse)?.mimeType == "text/event-stream")
        events.stop()
        await events.ended()
        #expect(events.misuses.isEmpty)
    }

    @Test func `misuse of a task throws an error that names the misuse`() async {
        let handler = Handler {
            $0.didReceive(Data("early".utf8)); $0.didFinish(); $0.didFailWithError(URLError(.badURL))
        }
        let error = await #expect(throws: RecordedExchangeError.self) {
            _ = try await handler.exchange(.get("app://x/"))
        }
        #expect(error?.description.contains("No response has been sent for this task") == true)
    }

    @Test func `a failure is thrown`() async {
        let handler = Handler { $0.didFailWithError(URLError(.fileDoesNotExist)) }
        await #expect(throws: URLError(.fileDoesNotExist)) { _ = try await handler.exchange(.get("app://x/")) }
    }

    @Test func `a handler may answer on another thread`() async throws {
        let handler = Handler { task in
            nonisolated(unsafe) let task = task
            DispatchQueue.global().async {
                task.respond("text")
            }
        }
        #expect(try await handler.exchange(.get("app://x/")).text == "text")
    }

    @Test func `an answer that never comes is stopped`() async {
        let handler = Handler { _ in }
        let error = await #expect(throws: RecordedExchangeError.self) {
            _ = try await handler.exchange(.get("app://x/"), timeout: 0.1)
        }
        #expect(error?.description.contains("app://x/ was not answered to the end") == true)
        #expect(handler.stopped == 1)
    }

    private final class Handler: NSObject, WKURLSchemeHandler {
        private let answer: @MainActor (any WKURLSchemeTask) -> Void
        private(set) var stopped = 0

        init(_ answer: @escaping @MainActor (any WKURLSchemeTask) -> Void) { self.answer = answer }

        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) { answer(urlSchemeTask) }
        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { stopped += 1 }
    }
}

extension WKURLSchemeTask {
    fileprivate func respond(_ text: String) {
        guard let url = request.url else { return }
        didReceive(URLResponse(url: url, mimeType: "text/plain", expectedContentLength: -1, textEncodingName: nil))
        didReceive(Data(text.utf8))
        didFinish()
    }
}
