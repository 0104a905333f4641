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
        subcommands: [ExchangeHost.self, StartHost.self, ColdStartHost.self])
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
    static let frame = CGRect(x: 0, y: 0, width: 800, height: 600)

    /// Loads a page of a folder in an `SWWebView`, and waits for its one report.
    static func report(of page: String) async throws -> PageReport {
        let (view, address) = try view(for: page)
        return try await view.report(of: address)
    }

    /// Makes an `SWWebView` that serves the folder of a page. Returns the page's address as well.
    static func view(for page: String) throws -> (ReportingView<SWWebView>, URL) {
        let file = URL(fileURLWithPath: page)
        guard let address = URL(string: "https://\(host)/\(file.lastPathComponent)") else {
            throw BenchmarkError("\(page) has a name that fits in no address")
        }
        let map = try OriginMap(["sw://\(host)=\(file.deletingLastPathComponent().path)"])
        let switches = CookieSwitch()
        let view = try ReportingView<SWWebView> { configuration in
            configuration.userContentController.addScriptMessageHandler(
                switches, contentWorld: .page, name: "cookies")
            let view = SWWebView(frame: frame, configuration: configuration)
            view.serviceWorkerPermittedDomains = [host]
            view.loader = MappedLoader(map: map)
            switches.view = view
            return view
        }
        return (view, address)
    }
}

/// Turns the cookies of a view's pages on and off, as a page says.
@MainActor
private final class CookieSwitch: NSObject, WKScriptMessageHandlerWithReply {
    weak var view: SWWebView?

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        guard let isOn = message.body as? Bool else { return (nil, "neither true nor false") }
        view?.allowsPageCookies = isOn
        return (nil, nil)
    }
}

/// A view, and the reports of its pages.
@MainActor
final class ReportingView<View: WKWebView> {
    let view: View
    private let reports = PageReports()

    init(_ makeView: @MainActor (WKWebViewConfiguration) throws -> View) throws {
        try WebKitEnvironment.prepare()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(reports, name: "report")
        view = try makeView(configuration)
        view.navigationDelegate = reports
    }

    /// Loads a page, and waits for its report.
    func report(of address: URL) async throws -> PageReport {
        view.load(URLRequest(url: address))
        return try await reports.next()
    }
}

/// The report of a page, and its arrival time.
struct PageReport: Sendable {
    var text: String
    var arrival: UInt64
}

/// Receives the reports of pages, or the error that prevents one.
@MainActor
private final class PageReports: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
    private let (stream, continuation) = AsyncThrowingStream<PageReport, any Error>.makeStream()

    /// The next report.
    func next() async throws -> PageReport {
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
