import Foundation
import WebKit

/// A scheme task that counts the bytes it is given: a handler's work without a page's.
@MainActor
final class BytesOfTask: NSObject, @preconcurrency WKURLSchemeTask {
    let request: URLRequest
    private var count = 0
    private var waiter: CheckedContinuation<Void, any Error>?

    private init(_ url: URL) { request = URLRequest(url: url) }

    func didReceive(_ response: URLResponse) {}
    func didReceive(_ data: Data) { count += data.count }
    func didFinish() { waiter?.resume() }
    func didFailWithError(_ error: any Error) { waiter?.resume(throwing: error) }

    /// Returns the time that the handler takes for the whole table.
    static func milliseconds(_ handler: any WKURLSchemeHandler, _ view: WKWebView) async throws -> Double {
        guard let url = URL(string: "sqlite://products") else { throw BenchmarkError("no address") }
        let task = BytesOfTask(url)
        let start = MonotonicClock.nanoseconds()
        try await withCheckedThrowingContinuation { continuation in
            task.waiter = continuation
            handler.webView(view, start: task)
        }
        let milliseconds = Double(MonotonicClock.nanoseconds() - start) / 1e6
        guard task.count > 10_000_000 else { throw BenchmarkError("the table came to \(task.count) bytes") }
        return milliseconds
    }
}

/// The page that reads, with nothing in it.
@MainActor
final class BenchmarkPage: NSObject, WKNavigationDelegate {
    private let view: WKWebView
    private var waiter: CheckedContinuation<Void, Never>?

    init(_ view: WKWebView) { self.view = view }

    func load() async {
        view.navigationDelegate = self
        await withCheckedContinuation {
            waiter = $0
            view.loadHTMLString("<!doctype html>", baseURL: URL(string: "sw://app.localhost/"))
        }
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        waiter?.resume()
        waiter = nil
    }

    /// Returns the time that the page takes for the body of an asynchronous function.
    func milliseconds(_ body: String) async throws -> Double {
        let result = try await view.callAsyncJavaScript(
            "const start = performance.now();\n{\(body)}\nreturn performance.now() - start;", contentWorld: .page)
        guard let milliseconds = result as? Double else { throw BenchmarkError("the page gave \(result ?? "nothing")") }
        return milliseconds
    }
}

/// The most memory that this process had resident while something ran, above what it had before.
struct PeakMemory {
    var value: Double
    var mebibytes: Int

    @MainActor
    static func during(_ work: () async throws -> Double) async throws -> PeakMemory {
        // Linux sets the peak back to the memory that is resident now.
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let idle = try kibibytes("VmRSS:")
        let value = try await work()
        return PeakMemory(value: value, mebibytes: (try kibibytes("VmHWM:") - idle) / 1024)
    }

    private static func kibibytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
