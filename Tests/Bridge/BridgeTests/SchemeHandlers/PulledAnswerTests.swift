import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Long answers of an application's schemes, which pages on `sw://` bring in over the channel.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct PulledAnswerTests {
    /// Writes pieces of 256 KiB until it is stopped, or has failed.
    final class Source: NSObject, StreamingURLSchemeHandler {
        static let piece = Data(repeating: 0x61, count: 1 << 18)
        var addresses: [String] = []
        var written = 0
        var bytesBeforeFailure = Int.max
        var isSlow = false
        let stopped = Gate()
        private var work: Task<Void, Never>?

        func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
            guard let task = task as? URLSchemeTask, let url = task.request.url else { return }
            addresses.append(url.absoluteString)
            let fields = [
                "Content-Type": "text/plain", "Access-Control-Allow-Origin": url.host == "closed" ? "sw://x" : "*",
            ]
            guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)
            else { return }
            task.didReceive(response)
            work = Task { [self] in
                while !Task.isCancelled, written < bytesBeforeFailure {
                    await task.write(Self.piece)
                    written += Self.piece.count
                    if isSlow { await stopped.pass() }
                }
                if !Task.isCancelled { task.didFailWithError(URLError(.networkConnectionLost)) }
            }
        }

        func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {
            work?.cancel()
            stopped.open()
        }
    }

    let source = Source()
    let pages = Pages()
    let navigations = Navigations()

    private func openView() async -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(source, forURLScheme: "source")
        pages["/"] = "plain"
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        let view = SWWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = navigations
        view.loadHTMLString("<title>Page</title>", baseURL: URL(string: "sw://app.example/"))
        await navigations.over()
        return view
    }

    @Test func `the handler gets the address as the page wrote it, with its fragment`() async throws {
        let view = await openView()
        let seen = try await view.call(
            """
            const response = await fetch("source://all/x?y=1#part");
            const outcome = [response.url, response.type, response.status, response.redirected, [...response.headers.keys()]];
            await response.body.cancel();
            return JSON.stringify(outcome);
            """)
        #expect(seen as? String == #"["source://all/x?y=1","cors",200,false,["content-type"]]"#)
        #expect(source.addresses == ["source://all/x?y=1#part"])
        await source.stopped.pass()
    }

    @Test func `a body that the page does not read holds its handler back`() async throws {
        let view = await openView()
        try await view.call("window.response = await fetch('source://all'); window.reader = response.body.getReader()")
        let first = try await view.call("return (await reader.read()).value.length")
        #expect(first as? Int == Source.piece.count)
        for _ in 0..<200 { try await view.call("return 0") }
        #expect(source.written <= 4 << 20)
        try await view.call("await reader.cancel()")
        await source.stopped.pass()
    }

    @Test func `a page that is replaced stops the handler`() async throws {
        let view = await openView()
        try await view.call("window.reader = (await fetch('source://all')).body.getReader(); await reader.read()")
        await view.open("app://host/", navigations)
        await source.stopped.pass()
    }

    @Test func `an answer that CORS forbids fails the fetch and stops the handler`() async throws {
        let view = await openView()
        let name = try await view.call("return await fetch('source://closed').then(String, error => error.name)")
        #expect(name as? String == "TypeError")
        await source.stopped.pass()
    }

    @Test func `a read that waits for a piece ends when its reader is cancelled`() async throws {
        source.isSlow = true
        let view = await openView()
        let outcome = try await view.call(
            """
            const reader = (await fetch("source://all")).body.getReader();
            await reader.read();
            const next = reader.read();
            await reader.cancel();
            return (await next).done;
            """)
        #expect(outcome as? Bool == true)
        await source.stopped.pass()
    }

    @Test func `an answer that breaks off fails the reader after the bytes that came`() async throws {
        source.bytesBeforeFailure = 3 * Source.piece.count
        let view = await openView()
        let outcome = try await view.call(
            """
            const reader = (await fetch("source://all")).body.getReader();
            for (let size = 0; ;) {
                try {
                    const { value, done } = await reader.read();
                    if (done) return "whole";
                    size += value.length;
                } catch (error) { return `${error.name} after ${size}`; }
            }
            """)
        #expect(outcome as? String == "TypeError after \(3 * Source.piece.count)")
    }
}
