import Foundation
import HTTPMessages
import ServiceWorker
import URLInterception

/// One run of a worker. Main actor only.
@MainActor
final class RunningWorker {
    let snapshot: ServiceWorkerSnapshot
    let script: ScriptResource?
    let run: Int
    /// The name of the function that a module's text calls at its end. It is random, so that scripts cannot guess it.
    let marker = "___\(UInt64.random(in: .min ... .max))_\(UInt64.random(in: .min ... .max))"
    private(set) weak var page: HostPage?
    /// The JSON text that the worker's realm gets at its start.
    private(set) var realm = "{}"
    /// The opaque responses that the worker holds.
    let opaque = OpaqueResponses()
    /// Called once when the worker is gone.
    var ended: (@MainActor () -> Void)?

    private var starting: CheckedContinuation<StartReport, any Error>?
    private(set) var isStarted = false
    private var isOver = false
    private var dispatches: [Int: EventDispatch] = [:]
    private var dispatchCount = 0
    private var text = ByteText()

    init(_ order: StartOrder, run: Int, page: HostPage) {
        snapshot = order.worker
        script = order.scripts[order.worker.scriptURL]
        self.run = run
        self.page = page
    }

    // MARK: Life

    /// Has the script evaluated.
    func start(realm: String, limit: Duration) async throws -> StartReport {
        self.realm = realm
        guard !isOver, let page else { throw WorkerHostError.gone }
        // A script that never ends says nothing: only the clock can tell. The script's end ends the wait.
        let watch = Task { [weak self] in
            try await SharedSleep.shared.sleep(for: limit)
            self?.fail(WorkerHostError.timedOut)
        }
        defer { watch.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            starting = continuation
            Task.immediate { await page.launch(self) }
        }
    }

    /// Stops the worker, in the middle of a script if need be.
    func stop() { fail(WorkerHostError.gone) }

    /// Ends the run with an error: everything that waits for the worker fails.
    func fail(_ error: any Error) {
        guard !isOver else { return }
        isOver = true
        page?.drop(self)
        page?.services?.end(snapshot.id, channel: self)
        if isStarted, error as? WorkerHostError != .gone { page?.services?.lost(snapshot.id) }
        let lost = dispatches.values
        dispatches = [:]
        for dispatch in lost { dispatch.fail(error) }
        starting?.resume(throwing: error)
        starting = nil
        ended?()
        ended = nil
    }

    /// Reports an error that reached the page: the script threw it, or could not be loaded.
    func fellOver(_ message: String) {
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
        guard !isOver, let page else { throw EventNotTaken() }
        dispatchCount += 1
        let dispatch = EventDispatch(number: dispatchCount, event: event, lifetime: lifetime, worker: self)
        dispatches[dispatch.number] = dispatch
        await dispatch.prepare(page.services)
        guard !isOver else { throw EventNotTaken() }
        return try await dispatch.run()
    }

    subscript(dispatch number: Int) -> EventDispatch? { dispatches[number] }

    /// Forgets a dispatch that has no more messages to receive or to send.
    func forget(_ dispatch: EventDispatch) { dispatches[dispatch.number] = nil }

    // MARK: Messages

    /// Sends the text that `compose` writes: a letter for the kind of message, then the message.
    func send(_ compose: (inout ByteText) -> Void) {
        text.removeAll()
        compose(&text)
        page?.send(to: run, text.bytes)
    }

    private struct Started: Decodable {
        var error: String?
        var types: [String]
        var isEmpty: Bool
    }

    /// Receives a message of the worker, and the bytes that go with it. The message is not to be trusted.
    func receive(_ bytes: UnsafeRawBufferPointer, _ further: UnsafeRawBufferPointer? = nil) {
        guard !isOver, let kind = bytes.first else { return }
        if kind == UInt8(ascii: "{") {
            page?.services?.receive(CommandMessage(bytes), from: snapshot.id, channel: self)
            return
        }
        if kind == UInt8(ascii: "S") {
            guard let started = try? JSONDecoder().decode(Started.self, from: Data(bytes.dropFirst())) else { return }
            let status = started.error.map { StartStatus.threw($0) } ?? .normal
            return report(
                StartReport(
                    status: status, eventTypes: Set(started.types), fetchListenersAreEmpty: started.isEmpty))
        }
        var reader = LineReader(bytes, from: 1)
        guard let line = reader.line() else { return }
        if kind == UInt8(ascii: "L") {
            page?.services?.log(line, reader.rest, of: snapshot)
            return
        }
        let fields = line.split(separator: " ", omittingEmptySubsequences: false)
        guard let number = fields.first.flatMap({ Int($0) }) else { return }
        guard let dispatch = dispatches[number] else {
            if kind == UInt8(ascii: "B") { answer(pieceOf: number, isWanted: false) }
            return
        }
        if kind == UInt8(ascii: "B") {
            return take(further, of: number, fields.dropFirst().map(String.init), reader.rest, for: dispatch)
        }
        dispatch.receive(kind, Array(fields.dropFirst()), &reader)
    }

    /// Takes a piece of a response's body, and tells the worker whether more are wanted.
    private func take(
        _ bytes: UnsafeRawBufferPointer?, of number: Int, _ fields: [String], _ failure: String,
        for dispatch: EventDispatch
    ) {
        guard fields.count >= 3, let index = Int(fields[0]) else { return }
        if fields[2] == "1" { return dispatch.failBody(failure) }
        let isKept = dispatch.keep(bytes.map { Data($0) } ?? Data(), index: index, isLast: fields[1] == "1")
        Task.immediate {
            let isTaken = isKept ? await dispatch.isTaken(index) : false
            answer(pieceOf: number, isWanted: isTaken)
        }
    }

    private func answer(pieceOf number: Int, isWanted: Bool) {
        send { text in
            text.append("B")
            text.append(number)
            text.append(isWanted ? " 1" : " 0")
        }
    }
}

extension RunningWorker: RealmChannel {
    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer) {
        send { text in
            text.append("P")
            text.append(replyTo: promiseIndex, json: json)
        }
    }

    func reply(to promiseIndex: Int, failure: CommandFailure) {
        send { text in
            text.append("P")
            text.append(replyTo: promiseIndex, failure: failure)
        }
    }

    func send(event: String, json: String) {
        send { text in
            text.append("V{\"event\":")
            text.append(string: event)
            text.append(",\"data\":")
            text.append(line: json.utf8)
            text.append("}")
        }
    }
}
