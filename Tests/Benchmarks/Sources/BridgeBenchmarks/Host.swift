import ArgumentParser
import Foundation
import SWWebView
import URLInterception
import WebKit

/// SWWebView's side of the comparison, run by `roundtrip` in a process of its own: one `SWWebView` and the page it measures with.
///
/// The host takes the arguments of BridgeBaseline and prints the same line of JSON.
struct Host: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures one view of ours.", shouldDisplay: false,
        subcommands: [ExchangeHost.self, StartHost.self])
}

/// Prints the figures that the page measures.
struct ExchangeHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "roundtrip")

    @Argument(help: "The page; its folder is served beside it.")
    var page: String

    func run() async throws {
        print(try await HostedPage.report(of: page).text)
    }
}

/// Prints the time to the page's `load` event.
struct StartHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "start")

    @Argument(help: "The page; its folder is served beside it.")
    var page: String

    @Argument(help: "When this process was started, in nanoseconds of CLOCK_MONOTONIC.")
    var started: UInt64

    func run() async throws {
        let arrival = try await HostedPage.report(of: page).arrival
        let milliseconds = Double(arrival - min(started, arrival)) / 1_000_000
        let figures: Figures = ["startToLoadMilliseconds": milliseconds]
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }
}

@MainActor
enum HostedPage {
    static let host = "bench.example"

    /// Loads a page of a folder in an `SWWebView`, and waits for its one report.
    static func report(of page: String) async throws -> PageReport {
        let file = URL(fileURLWithPath: page)
        guard let address = URL(string: "https://\(host)/\(file.lastPathComponent)") else {
            throw BenchmarkError("\(page) has a name that fits in no address")
        }
        let map = try OriginMap(["sw://\(host)=\(file.deletingLastPathComponent().path)"])
        return try await report(of: address) { configuration in
            let view = SWWebView(frame: frame, configuration: configuration)
            view.serviceWorkerPermittedDomains = [host]
            view.loader = MappedLoader(map: map)
            return view
        }
    }

    static let frame = CGRect(x: 0, y: 0, width: 800, height: 600)

    /// Loads a page in a view, and waits for its one report.
    static func report(
        of address: URL, in makeView: @MainActor (WKWebViewConfiguration) throws -> WKWebView
    ) async throws -> PageReport {
        try WebKitEnvironment.prepare()
        let reports = PageReports()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(reports, name: "report")
        let view = try makeView(configuration)
        defer { withExtendedLifetime(view) {} }
        view.navigationDelegate = reports
        view.load(URLRequest(url: address))
        return try await reports.first()
    }
}

/// The report of a page, and its arrival time.
struct PageReport: Sendable {
    var text: String
    var arrival: UInt64
}

/// Receives the report of a page, or the error that prevents it.
@MainActor
private final class PageReports: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
    private let (stream, continuation) = AsyncThrowingStream<PageReport, any Error>.makeStream()

    /// The first report.
    func first() async throws -> PageReport {
        for try await report in stream { return report }
        throw BenchmarkError("the page reported nothing")
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        let arrival = MonotonicClock.nanoseconds()
        guard let text = message.body as? String, !text.hasPrefix("{\"error\"") else {
            continuation.finish(throwing: BenchmarkError("the page failed: \(message.body)"))
            return
        }
        continuation.yield(PageReport(text: text, arrival: arrival))
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        continuation.finish(throwing: error)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        continuation.finish(throwing: error)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        continuation.finish(throwing: BenchmarkError("the web process ended"))
    }
}
