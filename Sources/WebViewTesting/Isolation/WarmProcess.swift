import Foundation
import SWWebView
import WebKit

/// A web process that runs one page after the other, each in a view of its own. Main actor only.
///
/// A view without the bridge keeps the process between two pages. It also looks for what the last page has left, from an empty
/// document of the page's origin.
@MainActor
final class WarmProcess: NSObject {
    /// WebKit does not give back all the memory that pages took before their process ends.
    private static let mostPages = 256
    /// More origins than this are not searched one by one.
    private static let mostOrigins = 8
    /// Seconds for the process to get rid of a page. One that takes longer hangs.
    private static let patience = 3.0

    private let store = WKWebsiteDataStore.nonPersistent()
    private let keeper: WKWebView
    private var pages = 0
    private var isAlive = true
    private var views: [AsyncStream<Never>] = []
    /// The origins of the documents that the page has had.
    private var origins: Set<String> = []
    /// The origin of the keeper's document; nil for none.
    private var searched: String?
    private var arrival: CheckedContinuation<Void, Never>?
    private var wasIntercepted = false
    /// Whether the page has left service workers of WebKit's own.
    private var hasServiceWorkers = false

    /// Starts a process.
    override init() {
        store.prepareForBridge()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        keeper = WKWebView(frame: CGRect(x: 0, y: 0, width: 1, height: 1), configuration: configuration)
        super.init()
        keeper.navigationDelegate = self
    }

    /// Has the process begin, and returns when it has.
    func start() async { await load(nil) }

    // MARK: Pages

    /// Has the view that is made with `configuration` run in this process.
    func prepare(_ configuration: WKWebViewConfiguration) {
        configuration.websiteDataStore = store
        configuration.processOwner = keeper
    }

    /// Notes the view of a page, before it loads.
    func begin(_ view: SWWebView) {
        pages += 1
        wasIntercepted = store.isIntercepted
        hasServiceWorkers = false
        note(view)
    }

    /// Notes a view of the page: its end is awaited, and the origins of its documents are searched.
    func note(_ view: SWWebView) {
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        views.append(ended)
        view.attachments[ObjectIdentifier(ViewEnd.self)] = ViewEnd(continuation)
        let began = view.documentBegan
        view.documentBegan = { [weak self] document in
            self?.origins.insert(document.origin)
            began?(document)
        }
    }

    /// Looks into a page on the web before it closes. WebKit does not remove the service workers of a store in memory, and does not
    /// name them in an empty document.
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

    /// Removes all that the last page has left, and looks for it.
    ///
    /// - Returns: nil where the process is as a fresh one, or else the reason why another must take its place.
    func wipe() async -> String? {
        guard isAlive else { return "The web process has ended." }
        guard pages < Self.mostPages else { return "The web process has run \(pages) pages." }
        guard origins.count <= Self.mostOrigins else { return "The page had documents of \(origins.count) origins." }
        let reason = await withTimeLimit(seconds: Self.patience) { await self.wipeAndSearch() }
        return reason ?? "The web process hangs."
    }

    private func wipeAndSearch() async -> String? {
        for view in views { for await _ in view {} }
        views = []
        guard !hasServiceWorkers, origins.count(where: { $0.hasPrefix("http") }) <= 1 else {
            return "The page may have left service workers."
        }
        guard store.isIntercepted == wasIntercepted else { return "The network goes through the host since." }
        // The process has closed the views once it answers.
        guard await answers() else { return "The web process has ended." }
        guard store.forgetServiceWorkers() else { return "Workers have not ended." }
        WebKitEnvironment.clearClipboard()
        var reason: String?
        // What a page writes as it goes can come after the first wipe.
        for _ in 1...2 {
            guard let sites = await store.wipe() else { return "WebKit cannot remove website data." }
            reason = await leftovers() ?? (sites == 0 ? nil : "\(sites) sites have data.")
            guard isAlive else { return "The web process has ended." }
            if reason == nil { break }
        }
        origins = []
        return reason
    }

    /// Returns what is left of the page in its origins; nil for nothing.
    func leftovers() async -> String? {
        var reason: String?
        for origin in origins.sorted() where origin.contains("://") {
            if searched != origin { await load(origin) }
            let found = try? await keeper.callAsyncJavaScript(LeftoverSearch.body, contentWorld: .page)
            if found as? String != "" { reason = "\(origin) has \(found ?? "hidden what it has")." }
        }
        // A document on the web is a client of its origin's service workers.
        if searched?.hasPrefix("http") == true { await load(nil) }
        return reason
    }

    private func answers() async -> Bool { (try? await keeper.evaluateJavaScript("0")) != nil }

    /// Shows an empty document of an origin, or of none.
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

/// Tells that a view has gone, as it goes with the view.
private final class ViewEnd: Sendable {
    private let continuation: AsyncStream<Never>.Continuation

    init(_ continuation: AsyncStream<Never>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
