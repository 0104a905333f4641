import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The hidden page that makes shared workers of one origin, each as a dedicated worker of its own bridge. Main actor only.
@MainActor
final class SharedWorkerPage: SharedWorkerRunner {
    /// The path, below the origin, of the page.
    nonisolated static let path = "/___sharedworkers___"
    private static let handlerName = "SWSharedWorkers"
    /// The time for the page to load first; each further load has twice the time. WebKit does not report a load that it has dropped
    /// with its network process, and a busy machine is slow.
    private static let loadLimit = Duration.seconds(10)
    private static let mostLoads = 3

    /// The realm of the page, as the creator of its workers. No directory has it, because the page is no client.
    private let realm: Realm
    private let host: BridgeEndpoint
    private unowned let services: WorkerStore
    private let origin: StorageKey
    fileprivate private(set) var view: WKWebView?
    private var relay: SharedWorkerRelay?
    private var workers: [String: SharedWorker] = [:]
    /// The ids of the workers whose scripts may be under way, by address. A worker that ends before it runs stays: its request
    /// may still be under way. WebKit makes one request for a script that several workers want at the same time, but the answer is
    /// for one worker. Workers of such an address get addresses of their own, by a mark in the fragment.
    private var scriptsUnderWay: [String: String] = [:]
    /// Scripts that wait for the page to load; nil once it has.
    private var waiting: [String]? = []
    /// The number of loads in a row that have not ended.
    private var loads = 0
    /// Called when the last worker has ended.
    var emptied: (@MainActor () -> Void)?

    init(origin: StorageKey, loading: ViewSources, services: WorkerStore) {
        (self.origin, self.services) = (origin, services)
        host = BridgeEndpoint(services: services, loading: loading)
        realm = Realm(id: UUID().uuidString, kind: .sharedWorkerPage, storageKey: origin)
    }

    var isEmpty: Bool { workers.isEmpty }

    // MARK: Workers

    private struct Order: Encodable {
        struct Options: Encodable {
            var name: String
            var type: SharedWorker.Options.Kind
            var credentials: CredentialsMode
        }

        var id: String
        var url: String
        /// The address as scripts know it.
        var shown: String
        var options: Options
    }

    /// Makes a worker.
    ///
    /// - Returns: whether the worker can still start.
    func start(_ worker: SharedWorker, _ script: URL) -> Bool {
        let options = worker.options
        let address = script.textWithoutFragment
        let isMarked = scriptsUnderWay[address] != nil
        // A Blob has another address for WebKit, because the runtime is before the script.
        let announcement = DedicatedWorker.Announcement(
            id: worker.id, url: script.scheme == "blob" ? worker.key.url : address, type: options.type.rawValue,
            isMarked: isMarked, credentials: options.credentials)
        guard host.clients.workers.announce(announcement, by: realm, for: worker) else { return false }
        workers[worker.id] = worker
        // A Blob is not requested from the host.
        if !isMarked, script.scheme != "blob" { scriptsUnderWay[address] = worker.id }
        let order = Order(
            id: worker.id, url: isMarked ? RequestMark.address(script, ofWorker: worker.id) : script.absoluteString,
            shown: worker.key.url,
            options: .init(name: worker.key.name, type: options.type, credentials: options.credentials))
        run("startWorker(\(JSONText.text(order)))")
        return true
    }

    /// Notes that a worker has its script.
    func hasScript(_ worker: SharedWorker) {
        guard let address = scriptsUnderWay.first(where: { $0.value == worker.id })?.key else { return }
        scriptsUnderWay[address] = nil
    }

    /// Ends a worker.
    func stop(_ worker: SharedWorker) { host.clients.workers.gone(worker.id) }

    /// Removes a worker that has ended, for whatever reason.
    func ended(_ worker: SharedWorker) {
        guard workers.removeValue(forKey: worker.id) != nil else { return }
        run("stopWorker(\(JSONText.string(worker.id)))")
        services.sharedWorkers.ended(worker)
        if workers.isEmpty { emptied?() }
    }

    // MARK: The page

    private func run(_ script: String) {
        if view == nil { load() }
        if waiting != nil {
            waiting?.append(script)
            return
        }
        view?.evaluateJavaScript(script, completionHandler: nil)
    }

    private func load() {
        guard let store = services.store, let url = URL(string: origin.rawValue + Self.path) else { return }
        let relay = SharedWorkerRelay(self, host, url)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.customUserAgent = host.loading.userAgent()
        configuration.setURLSchemeHandler(relay, forURLScheme: Addresses.scheme)
        configuration.hostContent.receivers[Self.handlerName] = { [weak self] in
            self?.receive($0)
            return true
        }
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 1, height: 1), configuration: configuration)
        view.navigationDelegate = relay
        (self.view, self.relay) = (view, relay)
        view.load(URLRequest(url: url))
        loads += 1
        let limit = Self.loadLimit * (1 << (loads - 1))
        Task { [weak self, weak view] in
            try await SharedSleep.shared.sleep(for: limit)
            if let self, let view, view === self.view { loadAnew() }
        }
    }

    /// Loads the page again if it has not loaded yet: WebKit has dropped the load.
    fileprivate func loadAnew() {
        guard view != nil, waiting != nil else { return }
        guard loads < Self.mostLoads else { return fail() }
        dropView()
        load()
    }

    /// Ends the workers of a page that has gone, and closes the page.
    func fail() {
        for worker in workers.values { stop(worker) }
        close()
    }

    func close() {
        dropView()
        waiting = []
        scriptsUnderWay = [:]
        loads = 0
    }

    private func dropView() {
        // The view stops its requests as it goes, and the relay then looks at the page's view.
        let gone = view
        view = nil
        gone?.navigationDelegate = nil
        relay = nil
    }

    func terminateWebProcess() { view?.terminateWebProcess() }

    /// Takes a message. An empty one says that the page has loaded. Any other has a worker's id, a line that says whether the error came after
    /// the script's own task, and the error as JSON.
    private func receive(_ bytes: UnsafeRawBufferPointer?) {
        guard let bytes else { return }
        guard !bytes.isEmpty else { return arrived() }
        var reader = LineReader(bytes)
        guard let worker = reader.line().flatMap({ workers[$0] }), let moment = reader.line() else { return }
        // The decoder takes no half of a surrogate pair, which an error's message can have.
        let error =
            (try? JSONText.decode(SharedWorkerError.self, from: Data(reader.rest.utf8)))
            ?? SharedWorkerError(message: "Error", filename: worker.key.url, lineno: 0, colno: 0)
        services.sharedWorkers.report(error, of: worker, isLate: moment == "late")
        if !worker.isRunning { stop(worker) }
    }

    /// Makes the workers that have waited for the page.
    private func arrived() {
        loads = 0
        relay?.expectRequests()
        guard let inspection = ViewInspection.current, let view else { return makeWaiting() }
        // An inspection that begins later misses the start of workers.
        Task { [weak self] in
            _ = await inspection.attach(to: view)
            if let self, view === self.view { makeWaiting() }
        }
    }

    private func makeWaiting() {
        let scripts = waiting ?? []
        waiting = nil
        for script in scripts { run(script) }
    }

    /// Returns the document of the page.
    fileprivate static func document(at url: URL) throws -> LoadedResource {
        let text = """
            <!doctype html><meta charset=utf-8><title>Shared workers</title><script>\(RuntimeScripts.sharedWorkerPage.text)</script>
            """
        return try LoadedResource(
            url: url, status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
            body: BodyStream(Data(text.utf8)))
    }
}

/// Answers the requests of a hidden page: the page itself, and everything else as its bridge does.
@MainActor
final class SharedWorkerRelay: NSObject, StreamingURLSchemeHandler, WKNavigationDelegate {
    private weak var page: SharedWorkerPage?
    private let host: BridgeEndpoint
    private let address: URL
    private let requestWatch = RequestWatch()

    init(_ page: SharedWorkerPage, _ host: BridgeEndpoint, _ address: URL) {
        (self.page, self.host, self.address) = (page, host, address)
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        if let task = urlSchemeTask as? URLSchemeTask, requestWatch.take(task) { return }
        guard urlSchemeTask.request.url == address else { return host.webView(webView, start: urlSchemeTask) }
        do {
            let document = try SharedWorkerPage.document(at: address)
            urlSchemeTask.didReceive(document.response)
            urlSchemeTask.didReceive(document.body.takeBytes() ?? Data())
            urlSchemeTask.didFinish()
        } catch {
            urlSchemeTask.didFailWithError(error)
        }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        host.webView(webView, stop: urlSchemeTask)
        requestWatch.ended(urlSchemeTask, in: page?.view) { [weak page] in page?.loadAnew() }
    }

    /// Watches the requests of the page, which has loaded.
    func expectRequests() { requestWatch.expect(in: page?.view) {} }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { page?.fail() }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        page?.fail()
    }
}
