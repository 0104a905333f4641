import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// One run of a worker. Main actor only.
@MainActor
final class RunningWorker: ByteChannel {
    let order: StartOrder
    let run: Int
    /// The name of the function that a module's text calls at its end. It is random, so that scripts cannot guess it.
    let marker = "___\(UInt64.random(in: .min ... .max))_\(UInt64.random(in: .min ... .max))"
    private(set) weak var page: WorkerPage?
    let realm: Realm
    /// The JSON text that the worker's realm gets at its start.
    private(set) var facts = "{}"
    /// The scripts that the realm runs before the worker's own.
    private(set) var changes = EnvironmentPatches()
    /// Called once when the worker is gone.
    var ended: (@MainActor () -> Void)?

    /// Whether the page was ordered to make the worker.
    private var isMade = false
    /// Whether the worker's script may run.
    private var isBegun = false
    /// The request for the script of a worker that was made ahead.
    private var awaited: CheckedContinuation<Void, any Error>?
    /// Messages that the worker sent before its start.
    private var early: [(text: Data, bytes: Data)] = []
    private var starting: CheckedContinuation<StartReport, any Error>?
    private var imports: [Int: CheckedContinuation<LoadedResource, any Error>] = [:]
    private var importCount = 0
    private(set) var isStarted = false
    private var isOver = false
    private var dispatches: [Int: EventDispatch] = [:]
    private var dispatchCount = 0
    private var text = ByteText()

    init(_ order: StartOrder, run: Int, page: WorkerPage) {
        self.order = order
        self.run = run
        self.page = page
        realm = Realm(
            id: order.worker.id.rawValue, kind: .serviceWorker(order.worker.id),
            storageKey: StorageKey(of: order.worker.scriptURL) ?? StorageKey(rawValue: page.origin))
        realm.connect(self)
    }

    var snapshot: ServiceWorkerSnapshot { order.worker }

    /// The main script.
    var script: ScriptResource? { order.scripts[order.worker.scriptURL] }

    // MARK: Life

    /// Has the page make the worker and its realm. The script waits for the start.
    func make(facts: String) {
        guard !isOver, !isMade, let page else { return }
        isMade = true
        self.facts = facts
        changes = page.services?.realmChanges ?? EnvironmentPatches()
        Task.immediate { await page.launch(self) }
    }

    /// Has the script evaluated. The facts of a worker that was made ahead are those that it was made with.
    func start(facts: String, limit: Duration) async throws -> StartReport {
        guard !isOver else { throw WorkerRunnerError.gone }
        isBegun = true
        // A script that never ends says nothing: only the clock can tell. The script's end ends the wait.
        let watch = Task { [weak self] in
            try await SharedSleep.shared.sleep(for: limit)
            self?.fail(WorkerRunnerError.timedOut)
        }
        defer { watch.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            starting = continuation
            make(facts: facts)
            awaited?.resume()
            awaited = nil
            let early = early
            self.early = []
            for (text, bytes) in early {
                text.withUnsafeBytes { text in bytes.withUnsafeBytes { receive(text, $0) } }
            }
        }
    }

    /// Returns once the script may run.
    func begun() async throws {
        guard !isOver, awaited == nil else { throw WorkerRunnerError.gone }
        if !isBegun { try await withCheckedThrowingContinuation { awaited = $0 } }
    }

    /// Stops the worker, in the middle of a script if need be.
    func stop() { fail(WorkerRunnerError.gone) }

    /// Ends the run with an error: everything that waits for the worker fails.
    func fail(_ error: any Error) {
        guard !isOver else { return }
        isOver = true
        page?.drop(self)
        awaited?.resume(throwing: error)
        awaited = nil
        early = []
        let lostImports = imports.values
        imports = [:]
        for load in lostImports { load.resume(throwing: error) }
        page?.services?.end(realm)
        if isStarted, error as? WorkerRunnerError != .gone { page?.services?.lost(snapshot.id) }
        let lost = dispatches.values
        dispatches = [:]
        for dispatch in lost { dispatch.fail(error) }
        starting?.resume(throwing: error)
        starting = nil
        ended?()
        ended = nil
    }

    /// Returns what `load` returns. Fails at once when the run ends, because WebKit would answer the next worker's import of the same
    /// address with this load.
    func loadImport(_ load: @escaping @MainActor () async throws -> LoadedResource) async throws -> LoadedResource {
        guard !isOver else { throw WorkerRunnerError.gone }
        importCount += 1
        let number = importCount
        return try await withCheckedThrowingContinuation { continuation in
            imports[number] = continuation
            Task.immediate { @MainActor in
                let result: Result<LoadedResource, any Error>
                do { result = .success(try await load()) } catch { result = .failure(error) }
                imports.removeValue(forKey: number)?.resume(with: result)
            }
        }
    }

    /// Reports an error that reached the page: the script threw it, or could not be loaded.
    func fellOver(_ message: String) {
        guard isBegun else { return stop() }
        guard !isStarted else { return }
        report(
            StartReport(
                status: .threw(message.isEmpty ? "The script could not be loaded." : message), eventTypes: [],
                fetchListenersAreEmpty: true))
    }

    /// Ends the start. A script that failed because WebKit has dropped its requests is evaluated anew, so the page is asked first.
    private func report(_ report: StartReport) {
        if case .normal = report.status { return started(report) }
        page?.settle { [weak self] in self?.started(report) }
    }

    private func started(_ report: StartReport) {
        guard !isStarted, !isOver else { return }
        isStarted = true
        page?.started(self)
        starting?.resume(returning: report)
        starting = nil
    }

    // MARK: Events

    func dispatch(_ event: ServiceWorkerEvent, lifetime: ExtendedLifetime) async throws -> EventResult {
        HopTrace.pass(event.type)
        guard !isOver, let page else { throw EventNotTaken() }
        dispatchCount += 1
        let dispatch = EventDispatch(number: dispatchCount, event: event, lifetime: lifetime, worker: self)
        dispatches[dispatch.number] = dispatch
        await dispatch.prepare(page.services)
        guard !isOver else { throw EventNotTaken() }
        do {
            return try await dispatch.run()
        } catch {
            forget(dispatch)
            throw error
        }
    }

    /// Forgets a dispatch that has no more messages to receive or to send.
    func forget(_ dispatch: EventDispatch) { dispatches[dispatch.number] = nil }

    // MARK: Bodies

    /// Returns a body as it goes with a message to the worker.
    func carry(_ body: BodyStream?) throws(CommandFailure) -> CarriedBody {
        try page?.services?.bodies.carry(body, to: realm, over: self) ?? .absent
    }

    /// Drops a body that the worker needs no more.
    func drop(_ name: String) { page?.services?.bodies.drop(name, of: realm) }

    /// Returns the body that the worker sends under a name.
    func body(_ name: String) -> BodyStream? {
        page?.services?.bodies.body(name, from: realm) { [weak self] in
            self?.send(event: "bodydropped", json: JSONText.string(name))
        }
    }

    // MARK: Messages

    /// Sends the message that `compose` writes. Bytes may go with it.
    ///
    /// - Returns: false where they are too large.
    @discardableResult
    func send(_ bytes: Data = Data(), _ compose: (inout ByteText) -> Void) -> Bool {
        text.removeAll()
        compose(&text)
        if let tap = page?.services?.tap { text.bytes.withUnsafeBytes { tap.note(.toPage, $0, realm: realm.id) } }
        return page?.send(to: run, text.bytes, bytes) ?? true
    }

    private struct Started: Decodable {
        var error: String?
        var types: [String]
        var isEmpty: Bool
    }

    private struct Logged: Decodable {
        var level: String
        var text: String
    }

    /// The paths of reports on the worker itself.
    enum Report {
        /// The script has been evaluated.
        static let started = "/ServiceWorker/started"
        /// A line of the console.
        static let logged = "/Console/log"
    }

    /// Receives a message of the worker, and the bytes that go with it. The message is not to be trusted.
    func receive(_ bytes: UnsafeRawBufferPointer, _ further: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        guard isBegun else { return early.append((Data(bytes), Data(further))) }
        let message = CommandMessage(bytes)
        if message.path != ObservedSockets.reportPath { page?.services?.tap.note(.toHost, bytes, realm: realm.id) }
        if let kind = EventReport.Kind(rawValue: message.path) {
            guard let report = try? EventReport(message.body), let id = report.id else { return }
            dispatches[id]?.receive(kind, report, further)
        } else if message.path == Report.started {
            guard let started = try? JSONText.decode(Started.self, from: Data(message.body)) else { return }
            let status = started.error.map { StartStatus.threw($0) } ?? .normal
            report(
                StartReport(
                    status: status, eventTypes: Set(started.types), fetchListenersAreEmpty: started.isEmpty))
        } else if message.path == Report.logged {
            guard let line = try? JSONText.decode(Logged.self, from: Data(message.body)) else { return }
            page?.services?.log(line.level, line.text, of: snapshot)
        } else {
            page?.services?.receive(message, Data(further), from: realm)
        }
    }
}
