import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The hidden page that holds the workers of one origin. Main actor only.
@MainActor
final class WorkerPage {
    /// The path, below the origin, of the page and its scripts.
    nonisolated static let path = "/___worker___/"
    private static let handlerName = "SWWorkerHost"

    let origin: String
    let requestWatch = RequestWatch()
    private(set) weak var services: (any WorkerRunnerServices)?
    private(set) var workers: [Int: RunningWorker] = [:]
    /// A worker that was made ahead of its next start. Its realm stands, and the request for its script waits.
    private var spare: RunningWorker?
    private var turns = ScriptQueue<RunningWorker>()
    /// The worker of each address that is being made, until its main script runs.
    private var expected: [URL: RunningWorker] = [:]
    /// The workers that were stopped while they were being made, by run, until WebKit is done with the requests for their scripts.
    private var stopping: [Int: RunningWorker] = [:]
    /// Called once when the page is gone.
    var ended: (@MainActor () -> Void)?

    private weak var store: WKWebsiteDataStore?
    private var view: WKWebView?
    private var relay: WorkerPageRelay?
    private var channel: DocumentChannel?
    /// The page's document, once it said that it opens a channel.
    private var document: String?
    /// Gives the page up when it does not open in time.
    private var watch: Task<Void, any Error>?
    private var openers: [CheckedContinuation<Void, any Error>] = []
    /// The number of workers that the page has held.
    private(set) var runs = 0
    private var line = ByteText()
    private let moduleTurn = Turn()

    init(origin: String, store: WKWebsiteDataStore, services: any WorkerRunnerServices) {
        self.origin = origin
        self.store = store
        self.services = services
    }

    // MARK: Life

    /// Loads the page, and returns when it can receive messages.
    func open(limit: Duration) async throws {
        if !isOpen {
            try await withCheckedThrowingContinuation { opener in
                openers.append(opener)
                if view == nil { load(limit: limit) }
            }
        }
        // An inspection that begins later misses the start of workers.
        if let inspection = ViewInspection.current, let view { _ = await inspection.attach(to: view) }
    }

    private func load(limit: Duration) {
        guard let store, let url = URL(string: origin + Self.path + "host.html") else {
            return fail(WorkerRunnerError.gone)
        }
        let relay = WorkerPageRelay(self)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.customUserAgent = services?.userAgent(of: origin)
        configuration.setURLSchemeHandler(relay, forURLScheme: Addresses.scheme)
        configuration.hostContent.receivers[Self.handlerName] = { [weak self] text in
            if let text { self?.open(channelOf: String(decoding: text, as: UTF8.self)) }
            return true
        }
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 1, height: 1), configuration: configuration)
        view.navigationDelegate = relay
        self.view = view
        self.relay = relay
        view.load(URLRequest(url: url))
        // WebKit does not report a page that hangs: only the clock can tell. Opening or closing the page ends the wait.
        watch = Task { [weak self] in
            try await SharedSleep.shared.sleep(for: limit)
            self?.fail(WorkerRunnerError.noPage)
        }
    }

    private var isOpen: Bool { channel != nil }

    /// Waits for the channel that the page's document opens. A document without a channel has no id here.
    private func open(channelOf document: String) {
        guard !document.isEmpty else { return fail(WorkerRunnerError.noChannel) }
        guard !isOpen, self.document == nil, view != nil else { return }
        self.document = document
        services?.awaitChannel(of: document) { [weak self] channel in
            guard let self, view != nil else { return }
            self.channel = channel
            channel.received = { [weak self] in self?.receive($0, $1) }
            channel.closed = { [weak self] in self?.fail(WorkerRunnerError.crashed) }
            watch?.cancel()
            requestWatch.expect(in: view) { [weak self] in self?.requestsWereDropped() }
            for opener in openers { opener.resume() }
            openers = []
        }
    }

    /// Closes the page with an error, and reports its end.
    func fail(_ error: any Error) {
        close(error)
        ended?()
        ended = nil
    }

    /// Drops the page and everything that waits for it.
    func close(_ error: any Error = WorkerRunnerError.gone) {
        let waiting = openers
        openers = []
        for opener in waiting { opener.resume(throwing: error) }
        channel?.closed = nil
        channel = nil
        if let document { services?.forgetChannel(of: document) }
        document = nil
        watch?.cancel()
        let lost = workers.values
        workers = [:]
        spare = nil
        expected = [:]
        stopping = [:]
        turns = ScriptQueue()
        for worker in lost { worker.fail(WorkerRunnerError.crashed) }
        // The workers that wait for their turn find that they are lost, and pass it on.
        if let holder = moduleTurn.holder { moduleTurn.leave(holder) }
        // The view stops its requests as it goes, and the page then looks at its view.
        let gone = view
        view = nil
        gone?.navigationDelegate = nil
        relay = nil
    }

    /// Notes that a request has ended.
    func stopped(_ task: URLSchemeTask) {
        requestWatch.ended(task, in: view) { [weak self] in self?.requestsWereDropped() }
    }

    /// Fails the workers that start: WebKit has dropped all requests of the page, and their scripts are among them.
    private func requestsWereDropped() {
        guard view != nil else { return }
        guard isOpen else { return fail(WorkerRunnerError.crashed) }
        for worker in workers.values where !worker.isStarted { worker.fail(WorkerRunnerError.crashed) }
    }

    /// Calls `body` once the host has heard of all requests that WebKit has dropped until now.
    func settle(_ body: @escaping @MainActor () -> Void) {
        view?.evaluateJavaScript("0") { _, _ in body() }
    }

    func terminateWebProcess() { view?.terminateWebProcess() }

    // MARK: Workers

    func makeWorker(_ order: StartOrder) -> RunningWorker {
        runs += 1
        let worker = RunningWorker(order, run: runs, page: self)
        workers[runs] = worker
        return worker
    }

    /// Whether no worker runs.
    var isIdle: Bool { workers.values.allSatisfy { $0 === spare } }

    /// Makes a worker ahead of its next start, in the place of the last one.
    func makeAhead(_ order: StartOrder, facts: String) {
        guard isOpen else { return }
        if let spare, spare.snapshot == order.worker, spare.facts == facts, spare.changes == services?.realmChanges {
            return
        }
        spare?.stop()
        let worker = makeWorker(order)
        spare = worker
        worker.make(facts: facts)
    }

    /// Returns the worker that was made ahead, unless what changes its realm has changed since.
    func takeSpare(for order: StartOrder) -> RunningWorker? {
        guard let found = spare, found.snapshot.id == order.worker.id else { return nil }
        spare = nil
        if found.changes == services?.realmChanges { return found }
        found.stop()
        return nil
    }

    /// Has the page make a worker. Workers of one address start one after the other, because WebKit makes one request for scripts of
    /// one address. So do modules, because requests for imports do not name their worker.
    func launch(_ worker: RunningWorker) async {
        if worker.snapshot.type == .module { await moduleTurn.take(worker.run) }
        guard workers[worker.run] != nil else { return moduleTurn.leave(worker.run) }
        let address = worker.snapshot.scriptURL.absoluteString
        if turns.take(String(worker.run), at: address, order: worker) != nil { make(worker) }
    }

    private func make(_ worker: RunningWorker) {
        expected[worker.snapshot.scriptURL] = worker
        var text = ByteText("{\"run\":")
        text.append(worker.run)
        text.append(",\"url\":")
        text.append(string: worker.snapshot.scriptURL.absoluteString)
        text.append(",\"type\":")
        text.append(string: worker.snapshot.type.rawValue)
        text.append("}")
        send("start", text.bytes)
    }

    /// Ends a worker's turn to start: its script has been evaluated, or never will be.
    func started(_ worker: RunningWorker) {
        moduleTurn.leave(worker.run)
        hasMainScript(worker)
    }

    /// Lets the next worker of the same address be made, since this one's main script runs, or never will.
    func hasMainScript(_ worker: RunningWorker) {
        let url = worker.snapshot.scriptURL
        if expected[url] === worker { expected[url] = nil }
        if let next = turns.leave(String(worker.run)) { make(next) }
    }

    /// Stops a worker. Its turn ends when WebKit is done with its requests for scripts, which a worker that starts before that would
    /// share.
    func drop(_ worker: RunningWorker) {
        guard workers.removeValue(forKey: worker.run) != nil else { return }
        if spare === worker { spare = nil }
        let url = worker.snapshot.scriptURL
        if expected[url] === worker {
            expected[url] = nil
            stopping[worker.run] = worker
        } else {
            started(worker)
        }
        send("stop", Array(String(worker.run).utf8))
    }

    /// Ends the turn of a worker that the page has stopped.
    private func stopped(_ run: Int) {
        guard let worker = stopping[run] else { return }
        // The first answer comes after the worker's request, and the second one after the reply to it.
        settle { [weak self] in
            self?.settle {
                guard let self, self.stopping.removeValue(forKey: run) != nil else { return }
                self.started(worker)
            }
        }
    }

    /// Returns the worker whose main script a request is for.
    func expectedWorker(at url: URL) -> RunningWorker? { expected[url] }

    /// Returns whether a request may be for the main script of a worker that was stopped.
    func isStopping(at url: URL) -> Bool { stopping.values.contains { $0.snapshot.scriptURL == url } }

    /// Whether requests without a mark are for the imports of a module worker that was stopped.
    var isModuleStopping: Bool { moduleTurn.holder.map { stopping[$0] != nil } ?? false }

    /// The module worker that is starting. Requests without a mark are for its imports.
    var startingModule: RunningWorker? { moduleTurn.holder.flatMap { workers[$0] } }

    // MARK: Messages

    /// Sends text, without line breaks, to a worker, and bytes that go with it.
    ///
    /// - Returns: false where they are too large.
    func send(to run: Int, _ text: [UInt8], _ bytes: Data) -> Bool { send(text, bytes) { $0.append(run) } }

    private func send(_ event: StaticString, _ text: [UInt8]) { _ = send(text, Data()) { $0.append(event) } }

    private func send(_ text: [UInt8], _ bytes: Data, _ what: (inout ByteText) -> Void) -> Bool {
        HopTrace.pass()
        line.removeAll()
        what(&line)
        line.append("\n")
        text.withUnsafeBytes { line.append(line: $0) }
        return line.bytes.withUnsafeBytes { channel?.send($0, bytes) ?? true }
    }

    /// Takes a message. A worker's message has the number of its run on the first line, and its text on further lines. The page
    /// puts `!` before the number to report an error of that run, and `.` to report that it has stopped the run.
    private func receive(_ text: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) {
        let isError = text.first == UInt8(ascii: "!"), isEnd = text.first == UInt8(ascii: ".")
        var reader = LineReader(text, from: isError || isEnd ? 1 : 0)
        guard let run = reader.line().flatMap({ Int($0) }) else { return }
        if isEnd { return stopped(run) }
        guard let worker = workers[run] else { return }
        if isError { worker.fellOver(reader.rest) } else { worker.receive(reader.restBytes, bytes) }
    }
}
