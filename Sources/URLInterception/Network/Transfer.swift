import Foundation
@preconcurrency import FoundationNetworking
import Synchronization

/// One URLSession task: waits for its response, and passes its bytes to a spool.
///
/// `TransferRouter` calls in the order of events; `response` and `cancel` may be called anywhere.
final class Transfer: Sendable {
    private enum Stage {
        case new
        case waiting(URLSessionDataTask?, CheckedContinuation<URLResponse, any Error>)
        case responded(URLSessionDataTask?)
        case ended(URLError?)
    }

    let spool: BodySpool
    private let stage = Mutex(Stage.new)

    init(highWaterMark: Int) {
        spool = BodySpool(highWaterMark: highWaterMark)
    }

    /// Makes and starts the task, and waits for its response.
    ///
    /// Both happen on `queue`: they block until URLSession's work queue is free, which all sessions of the process share,
    /// and one fast transfer can keep it busy. A thread of Swift's own pool must not wait there.
    /// - Throws: `URLError` when there is no response, or when the calling task is cancelled.
    func response(
        startedOn queue: DispatchQueue, by makeTask: @escaping @Sendable () -> URLSessionDataTask
    ) async throws -> URLResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waits = stage.withLock { stage in
                    guard case .new = stage else { return false }
                    stage = .waiting(nil, continuation)
                    return true
                }
                guard waits else {
                    continuation.resume(throwing: URLError(.cancelled))
                    return
                }
                queue.async { self.start(makeTask) }
            }
        } onCancel: {
            cancel()
        }
    }

    private func start(_ makeTask: () -> URLSessionDataTask) {
        guard stage.withLock({ if case .waiting = $0 { true } else { false } }) else { return }
        let task = makeTask()
        let goesOn = stage.withLock { stage in
            guard case .waiting(_, let continuation) = stage else { return false }
            stage = .waiting(task, continuation)
            return true
        }
        if goesOn { task.resume() } else { task.cancel() }
    }

    /// Stops the task, the wait for a response and the reading of the body. Does nothing after the end.
    func cancel() {
        end(URLError(.cancelled))?.cancel()
        spool.cancel()
    }

    /// Takes bytes of the body.
    func receive(_ data: Data) {
        do {
            try spool.append(data)
        } catch {
            spool.fail(error)
            end(error)?.cancel()
        }
    }

    /// Takes the end of the task. URLSession does not announce a redirect without a location before.
    func complete(response: URLResponse?, error: (any Error)?) {
        if let error {
            let failure = Self.urlError(error)
            end(failure)
            spool.fail(failure)
            return
        }
        if let response { respond(response) }
        end(nil)
        spool.finish()
    }

    /// Takes the response.
    func respond(_ response: URLResponse) {
        let continuation: CheckedContinuation<URLResponse, any Error>? = stage.withLock { stage in
            guard case .waiting(let task, let continuation) = stage else { return nil }
            stage = .responded(task)
            return continuation
        }
        continuation?.resume(returning: response)
    }

    /// Moves to the end, and returns the task where it was still under way.
    @discardableResult
    private func end(_ error: URLError?) -> URLSessionDataTask? {
        let before = stage.withLock { stage in
            defer { if case .ended = stage {} else { stage = .ended(error) } }
            return stage
        }
        switch before {
        case .new, .ended: return nil
        case .responded(let task): return task
        case .waiting(let task, let continuation):
            continuation.resume(throwing: error ?? URLError(.badServerResponse))
            return task
        }
    }

    private static func urlError(_ error: any Error) -> URLError {
        if let error = error as? URLError { return error }
        let description =
            [NSLocalizedDescriptionKey: String(describing: error), NSUnderlyingErrorKey: error] as [String: Any]
        return URLError(.unknown, userInfo: description)
    }
}
