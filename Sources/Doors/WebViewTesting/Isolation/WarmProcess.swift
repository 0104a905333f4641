import Foundation
import SWWebView
import Simulator
import WebKit

/// A web process that runs pages one after the other, each in a new view. Main actor only.
///
/// A view without the bridge, the keeper, keeps the process alive between two pages. The keeper also searches for data of the last
/// page, in an empty document of the page's origin.
@MainActor
final class WarmProcess: NSObject {
    /// The maximum number of pages of a process. WebKit frees some memory of pages only at the end of the process.
    private static let mostPages = 256
    /// The maximum number of origins to search. After a page with more origins, the process is replaced.
    private static let mostOrigins = 8
    /// The time limit for the removal of a page, in seconds. A process that exceeds the limit hangs.
    private static let patience = 10.0

    private let store = WKWebsiteDataStore.temporary()
    private let keeper: WKWebView
    private var pages = 0
    private var isAlive = true
    private var views: [AsyncStream<Never>] = []
    private var documents: [Subscription] = []
    /// The origins of the page's documents.
    private var origins: Set<String> = []
    /// The origin of the keeper's document; nil for none.
    private var searched: String?
    private var arrival: CheckedContinuation<Void, Never>?
    private var wasIntercepted = false
    /// Whether WebKit has service workers of the page.
    private var hasServiceWorkers = false

    /// Starts a process for pages of a simulated system.
    init(system: SimulatedSystem) {
        // A store without views takes any system.
        try? system.prepare(store)
        store.prepareForBridge()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        // The keeper has no scripts of pages.
        configuration.isInspected = false
        keeper = WKWebView(frame: CGRect(x: 0, y: 0, width: 1, height: 1), configuration: configuration)
        super.init()
        keeper.navigationDelegate = self
    }

    /// Starts the process and waits until it runs.
    func start() async { await load(nil) }

    // MARK: Pages

    /// Changes a configuration so that its view runs in this process.
    func prepare(_ configuration: WKWebViewConfiguration) {
        configuration.websiteDataStore = store
        configuration.processOwner = keeper
    }

    /// Records the view of a page. Call this method before the first load.
    func begin(_ view: SWWebView) {
        pages += 1
        wasIntercepted = store.isIntercepted
        hasServiceWorkers = false
        note(view)
    }

    /// Records a view of the page. A wipe waits for the view's end, and searches the origins of its documents.
    func note(_ view: SWWebView) {
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        views.append(ended)
        view.attachments[ObjectIdentifier(ViewEnd.self)] = ViewEnd(continuation)
        documents.append(view.hooks.documents.add { [weak self] in self?.origins.insert($0.origin) })
    }

    /// Checks a page on http(s) for service workers before the page closes. WebKit does not remove the service workers of a
    /// store in memory, and does not list them in an empty document.
    func end(_ view: SWWebView) async {
        guard view.documentURL?.scheme?.hasPrefix("http") == true else { return }
        let count = await withTimeLimit(seconds: Self.patience) {
            try? await view.callAsyncJavaScript(
                "return (await navigator.serviceWorker?.getRegistrations() ?? []).length", contentWorld: .defaultClient)
                as? Int
        }
        hasServiceWorkers = count != 0
    }

    // MARK: Between pages

    /// Removes all data of the last page, and checks the result.
    ///
    /// - Returns: The reason why the process must be replaced; nil where the process is clean.
    func wipe() async -> String? {
        guard isAlive else { return "The web process has ended." }
        guard pages < Self.mostPages else { return "The web process has run \(pages) pages." }
        guard origins.count <= Self.mostOrigins else { return "The page had documents of \(origins.count) origins." }
        let reason = await withTimeLimit(seconds: Self.patience) { await self.wipeAndSearch() }
        return reason ?? "The web process hangs."
    }

    private func wipeAndSearch() async -> String? {
        for view in views { for await _ in view {} }
        (views, documents) = ([], [])
        guard !hasServiceWorkers, origins.count(where: { $0.hasPrefix("http") }) <= 1 else {
            return "The page may have left service workers."
        }
        guard store.isIntercepted == wasIntercepted else {
            return "The page has changed the interception of the network."
        }
        // After this answer, the process has closed the views.
        guard await answers() else { return "The web process has ended." }
        guard store.forgetServiceWorkers() else { return "Workers have not ended." }
        WebKitEnvironment.clearClipboard()
        var reason: String?
        // A second wipe removes data that the page writes while it closes.
        for _ in 1...2 {
            guard let sites = await store.wipe() else { return "WebKit cannot remove website data." }
            reason = await leftovers() ?? (sites == 0 ? nil : "\(sites) sites have data.")
            guard isAlive else { return "The web process has ended." }
            if reason == nil { break }
        }
        origins = []
        return reason
    }

    /// Returns a description of the data that remains in the page's origins; nil for none.
    func leftovers() async -> String? {
        var reason: String?
        for origin in origins.sorted() where origin.contains("://") {
            if searched != origin { await load(origin) }
            let found = try? await keeper.callAsyncJavaScript(LeftoverSearch.body, contentWorld: .page)
            if found as? String != "" { reason = "\(origin) has \(found ?? "data that cannot be listed")." }
        }
        // Leave the origin, because a document on http(s) is a client of its origin's service workers.
        if searched?.hasPrefix("http") == true { await load(nil) }
        return reason
    }

    private func answers() async -> Bool { (try? await keeper.evaluateJavaScript("0")) != nil }

    /// Shows an empty document of an origin, or of an opaque origin.
    private func load(_ origin: String?) async {
        guard isAlive else { return }
        searched = origin
        await withCheckedContinuation { continuation in
            arrival = continuation
            keeper.loadHTMLString("", baseURL: origin.flatMap { URL(string: $0 + "/") })
        }
    }

    private func arrived() {
        arrival?.resume()
        arrival = nil
    }

    /// Ends the process.
    func end() { if isAlive { keeper.terminateWebProcess() } }
}

extension WarmProcess: WKNavigationDelegate {
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { arrived() }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) { arrived() }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { arrived() }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        isAlive = false
        arrived()
    }
}

/// An object that reports the end of a view. The view owns it.
private final class ViewEnd: Sendable {
    private let continuation: AsyncStream<Never>.Continuation

    init(_ continuation: AsyncStream<Never>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
