import Foundation
import HTTPMessages
import ServiceWorker

/// An event under way in a worker. Main actor only.
@MainActor
final class EventDispatch {
    let number: Int
    private let event: ServiceWorkerEvent
    private let lifetime: ExtendedLifetime
    private weak var worker: RunningWorker?
    private var result: CheckedContinuation<EventResult, any Error>?
    private var source = "{}"
    private var isPending = false
    private var isSettled = false
    private var isAnswered = false
    /// Whether the worker has said anything of the event.
    private var isTaken = false
    private var requestBody: OutgoingBody?
    private var preloadBody: OutgoingBody?
    private(set) var responseBody: ResponsePieces?

    init(number: Int, event: ServiceWorkerEvent, lifetime: ExtendedLifetime, worker: RunningWorker) {
        self.number = number
        self.event = event
        self.lifetime = lifetime
        self.worker = worker
    }

    // MARK: Down

    /// Gets together what the event needs and is not at hand.
    func prepare(_ services: (any WorkerHostServices)?) async {
        switch event {
        case .message(let message), .messageError(let message):
            source = await services?.describe(message.source) ?? source
        case .fetch(let fetch):
            guard let body = fetch.request.body else { return }
            let outgoing = OutgoingBody(body)
            await outgoing.peek()
            requestBody = outgoing
        default: break
        }
    }

    /// Sends the event, and waits until its listeners have run and, for `fetch`, until it was answered.
    func run() async throws -> EventResult {
        try await withCheckedThrowingContinuation { continuation in
            result = continuation
            worker?.send { EventText.write(event, number, source: source, body: requestBody, into: &$0) }
            if case .fetch(let fetch) = event, let preload = fetch.preloadResponse { deliver(preload) }
        }
    }

    private func deliver(_ preload: PreloadResponse) {
        Task { [weak self] in
            let answer: Result<FetchResponse, any Error>
            do { answer = .success(try await preload.response()) } catch { answer = .failure(error) }
            guard let self, !isAnswered || isPending else { return }
            if case .success(let response) = answer { preloadBody = response.body.map { OutgoingBody($0) } }
            worker?.send { EventText.write(preload: answer, number, into: &$0) }
        }
    }

    /// A body that the worker asks for by its name.
    func body(named name: String) -> OutgoingBody? { name.hasPrefix("p") ? preloadBody : requestBody }

    // MARK: Up

    func receive(_ kind: UInt8, _ fields: [Substring], _ reader: inout LineReader) {
        isTaken = true
        func flag(_ index: Int) -> Bool { index < fields.count && fields[index] == "1" }
        switch kind {
        case UInt8(ascii: "D"):
            dispatched(isCanceled: flag(0), isPending: flag(1), rejection: flag(2) ? reader.rest : nil)
        case UInt8(ascii: "N"):
            lifetime.enterRespondWith()
            keepAlive()
        case UInt8(ascii: "R"):
            keepAlive(if: flag(3))
            lifetime.enterRespondWith()
            answer(WorkerResponse(fields, &reader))
        case UInt8(ascii: "X"):
            keepAlive(if: flag(0))
            lifetime.enterRespondWith()
            finish(EventResult(respondWith: .failed(reader.rest)))
        case UInt8(ascii: "T"): settled(rejection: flag(0) ? reader.rest : nil)
        default: break
        }
    }

    private func dispatched(isCanceled: Bool, isPending: Bool, rejection: String?) {
        keepAlive(if: isPending || rejection != nil)
        if let rejection, !isPending { settled(rejection: rejection) }
        finish(EventResult(canceled: isCanceled))
    }

    private func answer(_ response: WorkerResponse?) {
        guard let response else { return finish(EventResult(respondWith: .failed("The response could not be read."))) }
        var made = FetchResponse(response.head)
        switch response.body {
        case .none: break
        case .bytes(let data): made.body = BodyStream(data)
        case .pieces:
            let pieces = ResponsePieces { [weak worker, number] in
                worker?.send { text in
                    text.append("C")
                    text.append(number)
                }
            }
            responseBody = pieces
            made.body = pieces.stream
        case .kept(let handle):
            guard let kept = worker?.opaque.take(handle) else {
                return finish(EventResult(respondWith: .failed("The opaque response is gone.")))
            }
            made = kept
        }
        finish(EventResult(respondWith: .response(made)))
    }

    private func finish(_ outcome: EventResult) {
        guard !isAnswered else { return }
        isAnswered = true
        result?.resume(returning: outcome)
        result = nil
        forgetIfOver()
    }

    private func keepAlive(if isNeeded: Bool = true) {
        guard isNeeded, !isPending, !isSettled, (try? lifetime.addPromise()) != nil else { return }
        isPending = true
    }

    private func settled(rejection: String?) {
        guard isPending else { return }
        isPending = false
        isSettled = true
        lifetime.promiseSettled(rejection: rejection)
        forgetIfOver()
    }

    /// Keeps a piece of the response's body; false where nobody wants it.
    func keep(_ piece: Data, index: Int, isLast: Bool) -> Bool {
        let isKept = responseBody?.keep(piece, index: index, isLast: isLast) ?? false
        if !isKept { forgetIfOver() }
        return isKept
    }

    /// Waits until a piece that was just kept is read.
    ///
    /// - Returns: whether more are wanted.
    func isTaken(_ index: Int) async -> Bool {
        defer { forgetIfOver() }
        return await responseBody?.isTaken(index) ?? false
    }

    /// The response failed in the middle of its body.
    func failBody(_ reason: String) {
        responseBody?.fail(WorkerBodyError(message: reason))
        forgetIfOver()
    }

    private func forgetIfOver() {
        guard isAnswered, !isPending, responseBody?.isOver ?? true else { return }
        requestBody?.drop()
        preloadBody?.drop()
        worker?.forget(self)
    }

    /// The worker is gone.
    func fail(_ error: any Error) {
        isAnswered = true
        let isNotTaken = !isTaken && error as? WorkerHostError == .crashed
        result?.resume(throwing: isNotTaken ? EventNotTaken() : error)
        result = nil
        responseBody?.fail(error)
        requestBody?.drop()
        preloadBody?.drop()
    }
}
