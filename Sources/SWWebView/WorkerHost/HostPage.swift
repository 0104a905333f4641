import Foundation
import ServiceWorker
import URLInterception
import WebKit

/// The hidden page that holds the workers of one origin. Main actor only.
@MainActor
final class HostPage {
    /// Where the page, its event stream and its bodies are, below the origin.
    static let path = "/___worker___/"
    private static let handlerName = "SWWorkerHost"

    let origin: String
    let opaque = OpaqueResponses()
    let uploads = Uploads()
    private(set) weak var services: (any WorkerHostServices)?
    private(set) var workers: [Int: RunningWorker] = [:]
    /// Workers whose main script was not asked for yet, by its address.
    private var expected: [URL: [RunningWorker]] = [:]
    /// Called once when the page is gone.
    var ended: (@MainActor () -> Void)?

    private let store: WKWebsiteDataStore
    private var view: WKWebView?
    private var relay: HostPageRelay?
    private var stream: URLSchemeTask?
    /// Gives the page up when it does not open in time: nothing else tells of a page that hangs.
    private var watch: Task<Void, any Error>?
    private var openers: [CheckedContinuation<Void, any Error>] = []
    private var runs = 0
    private var line = ByteText()
    private let moduleTurn = Turn()

    init(origin: String, store: WKWebsiteDataStore, services: any WorkerHostServices) {
        self.origin = origin
        self.store = store
        self.services = services
    }

    // MARK: Life

    /// Loads the page, and returns when it can be told things.
    func open(limit: Duration) async throws {
        if stream != nil { return }
        if view == nil { load(limit: limit) }
        try await withCheckedThrowingContinuation { openers.append($0) }
    }

    private func load(limit: Duration) {
        let relay = HostPageRelay(self)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.setURLSchemeHandler(relay, forURLScheme: Addresses.scheme)
        configuration.hostContent.receivers[Self.handlerName] = { [weak self] in self?.receive($0) }
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 1, height: 1), configuration: configuration)
        view.navigationDelegate = relay
        self.view = view
        self.relay = relay
        guard let url = URL(string: origin + Self.path + "host.html") else { return fail(WorkerHostError.gone) }
        view.load(URLRequest(url: url))
        watch = Task { [weak self] in
            try await Task.sleep(for: limit)
            self?.fail(WorkerHostError.timedOut)
        }
    }

    /// The page's event stream has begun.
    func opened(_ task: URLSchemeTask) {
        stream = task
        watch?.cancel()
        for opener in openers { opener.resume() }
        openers = []
    }

    /// The page, and what it holds, is gone.
    func fail(_ error: any Error) {
        close()
        for opener in openers { opener.resume(throwing: error) }
        openers = []
        ended?()
        ended = nil
    }

    func close() {
        stream = nil
        watch?.cancel()
        let lost = workers.values
        workers = [:]
        expected = [:]
        for worker in lost { worker.fail(WorkerHostError.crashed) }
        view?.navigationDelegate = nil
        view = nil
        relay = nil
    }

    /// The event stream has ended: the page has.
    func stopped(_ task: URLSchemeTask) {
        if task === stream { fail(WorkerHostError.crashed) }
    }

    func terminateWebProcess() { view?.terminateWebProcess() }

    // MARK: Workers

    func makeWorker(_ order: StartOrder) -> RunningWorker {
        runs += 1
        let worker = RunningWorker(order, run: runs, page: self)
        workers[runs] = worker
        return worker
    }

    /// Has the page make a worker. Modules come one after the other, since their imports do not say whose they are.
    func launch(_ worker: RunningWorker) async {
        if worker.snapshot.type == .module { await moduleTurn.take(worker.run) }
        guard workers[worker.run] != nil else { return moduleTurn.leave(worker.run) }
        expected[worker.snapshot.scriptURL, default: []].append(worker)
        var text = ByteText("{\"run\":")
        text.append(worker.run)
        text.append(",\"url\":")
        text.append(string: worker.snapshot.scriptURL.absoluteString)
        text.append(",\"type\":")
        text.append(string: worker.snapshot.type.rawValue)
        text.append("}")
        send("start", text.bytes)
    }

    /// A worker's script has been evaluated, or never will be.
    func started(_ worker: RunningWorker) {
        moduleTurn.leave(worker.run)
        forgetExpected(worker)
    }

    func drop(_ worker: RunningWorker) {
        guard workers.removeValue(forKey: worker.run) != nil else { return }
        started(worker)
        opaque.removeAll(of: worker.run)
        send("stop", Array(String(worker.run).utf8))
    }

    private func forgetExpected(_ worker: RunningWorker) {
        let url = worker.snapshot.scriptURL
        expected[url]?.removeAll { $0 === worker }
        if expected[url]?.isEmpty ?? false { expected[url] = nil }
    }

    /// The worker whose main script a request is for.
    func takeExpected(_ url: URL) -> RunningWorker? {
        guard let worker = expected[url]?.first else { return nil }
        forgetExpected(worker)
        return worker
    }

    /// The module that is starting; what is asked for without a mark is its import.
    var startingModule: RunningWorker? { moduleTurn.holder.flatMap { workers[$0] } }

    // MARK: Messages

    /// Sends text, without line breaks, to a worker.
    func send(to run: Int, _ text: [UInt8]) {
        line.removeAll()
        line.append("event: w")
        line.append(run)
        finishLine(text)
    }

    private func send(_ event: StaticString, _ text: [UInt8]) {
        line.removeAll()
        line.append("event: ")
        line.append(event)
        finishLine(text)
    }

    private func finishLine(_ text: [UInt8]) {
        line.append("\ndata: ")
        line.append(line: text)
        line.append("\n\n")
        line.bytes.withUnsafeBytes { stream?.writeEvent($0) }
    }

    /// Takes a message: the number of a run, or `!` and that for what the page itself has to say, and the text on further lines.
    private func receive(_ bytes: UnsafeRawBufferPointer?) {
        guard let bytes, let first = bytes.first else { return }
        let isOwn = first == UInt8(ascii: "!")
        var reader = LineReader(bytes, from: isOwn ? 1 : 0)
        guard let run = reader.line().flatMap({ Int($0) }), let worker = workers[run] else { return }
        if isOwn { worker.fellOver(reader.rest) } else { worker.receive(reader.restBytes) }
    }
}
