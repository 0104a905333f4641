import Foundation
import HTTPMessages
import ServiceWorkers

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
    private var requestBody: BodyStream?
    /// The names of the bodies that the worker gets in pieces.
    private var bodies: [String] = []

    init(number: Int, event: ServiceWorkerEvent, lifetime: ExtendedLifetime, worker: RunningWorker) {
        self.number = number
        self.event = event
        self.lifetime = lifetime
        self.worker = worker
    }

    // MARK: Down

    /// Gets together what the event needs and is not at hand.
    func prepare(_ services: (any WorkerRunnerServices)?) async {
        switch event {
        case .message(let message), .messageError(let message):
            source = await services?.describe(message.source) ?? source
        case .fetch(let fetch):
            requestBody = fetch.request.body
            if !fetch.request.isBodyLate { requestBody = await requestBody?.read(upTo: BodyRegistry.inlineLimit) }
        default: break
        }
    }

    /// Sends the event, and waits until its listeners have run and, for `fetch`, until it was answered.
    func run() async throws -> EventResult {
        HopTrace.pass()
        let body: CarriedBody
        do {
            body = try carry(requestBody)
        } catch {
            isAnswered = true
            forgetIfOver()
            return Self.refused(CommandFailure(error).message)
        }
        requestBody = nil
        return try await withCheckedThrowingContinuation { continuation in
            result = continuation
            let isSent = worker?.send(bytes(with: body)) {
                EventText.write(event, number, source: source, body: body, into: &$0)
            }
            if isSent == false { return finish(Self.refused("The event is larger than a worker can get.")) }
            if case .fetch(let fetch) = event, let preload = fetch.preloadResponse { deliver(preload) }
        }
    }

    private func bytes(with body: CarriedBody) -> Data {
        switch event {
        case .message(let message), .messageError(let message): message.bytes
        default: body.bytes
        }
    }

    /// Returns the result of an event that the worker never gets.
    private static func refused(_ reason: String) -> EventResult { EventResult(respondWith: .failed(reason)) }

    private func deliver(_ preload: PreloadResponse) {
        Task {
            var answer: Result<FetchResponse, any Error>
            do { answer = .success(try await preload.response()) } catch { answer = .failure(error) }
            // The worker forgets an answer that nobody can read any more.
            if isAnswered, !isPending { answer = .failure(URLError(.cancelled)) }
            var body = CarriedBody.absent
            var handle: String?
            do {
                let response = try answer.get()
                if response.head.type == .opaqueredirect {
                    handle = keep(response)
                } else {
                    body = try carry(response.body)
                }
            } catch { answer = .failure(error) }
            worker?.send(body.bytes) { EventText.write(preload: answer, number, body, handle: handle, into: &$0) }
        }
    }

    /// Keeps a redirect that the worker may only pass on.
    private func keep(_ response: FetchResponse) -> String {
        let handle = UnguessableID.make()
        worker?.realm.opaque.keep(response, as: handle)
        return handle
    }

    private func carry(_ body: BodyStream?) throws -> CarriedBody {
        let carried = try worker?.carry(body) ?? .absent
        if case .pieces(let name) = carried { bodies.append(name) }
        return carried
    }

    // MARK: Up

    func receive(_ kind: EventReport.Kind, _ report: EventReport, _ bytes: UnsafeRawBufferPointer) {
        HopTrace.pass()
        isTaken = true
        switch kind {
        case .dispatched: dispatched(report)
        case .settled: settled(rejection: report.reason)
        case .entered:
            enterRespondWith()
            keepAlive()
        case .responded:
            keepAlive(if: report.isPending)
            enterRespondWith()
            answer(report.response, bytes)
            if !report.isPending { settled(rejection: nil) }
        case .failed:
            keepAlive(if: report.isPending)
            enterRespondWith()
            finish(EventResult(respondWith: .failed(report.reason ?? "")))
        }
    }

    private func enterRespondWith() {
        lifetime.enterRespondWith()
        if case .fetch(let fetch) = event { fetch.request.respondWithEntered?() }
    }

    private func dispatched(_ report: EventReport) {
        keepAlive(if: report.isPending || report.reason != nil)
        if let rejection = report.reason, !report.isPending { settled(rejection: rejection) }
        finish(EventResult(canceled: report.isCanceled))
    }

    private func answer(_ response: WorkerResponse, _ bytes: UnsafeRawBufferPointer) {
        guard let head = response.head, bytes.count <= BodyRegistry.inlineLimit else {
            return finish(EventResult(respondWith: .failed("The response could not be read.")))
        }
        var made = FetchResponse(head)
        switch response.body {
        case .none: break
        case .attached: made.body = BodyStream(Data(bytes))
        case .text(let text): made.body = BodyStream(text)
        case .pieces(let name):
            guard let body = worker?.body(name) else {
                return finish(EventResult(respondWith: .failed("The name of the response's body is taken.")))
            }
            made.body = body
        case .kept(let handle):
            guard let kept = worker?.realm.opaque.take(handle) else {
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

    private func forgetIfOver() {
        guard isAnswered, !isPending else { return }
        for name in bodies { worker?.drop(name) }
        worker?.forget(self)
    }

    /// Fails the event with the error that ended its worker.
    func fail(_ error: any Error) {
        isAnswered = true
        let isNotTaken = !isTaken && error as? WorkerRunnerError == .crashed
        result?.resume(throwing: isNotTaken ? EventNotTaken() : error)
        result = nil
    }
}
