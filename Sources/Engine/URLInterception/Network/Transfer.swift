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
        case ended
    }

    let spool: BodySpool
    private let stage = Mutex(Stage.new)
    private let queue: DispatchQueue
    private let upload: UploadFile?

    /// Makes a transfer whose task is made, started and cancelled on `queue`, a serial queue.
    ///
    /// Each of these blocks until URLSession's work queue is free, which all sessions of the process share and one fast
    /// transfer can keep busy. A thread of Swift's own pool must not wait there, nor may a cancellation handler: the work
    /// queue itself may be waiting to resume the task that is being cancelled.
    init(highWaterMark: Int, queue: DispatchQueue, upload: UploadFile? = nil) {
        self.queue = queue
        self.upload = upload
        spool = BodySpool(highWaterMark: highWaterMark)
    }

    /// Makes and starts the task, and waits for its response.
    ///
    /// - Throws: `URLError` when there is no response, or when the calling task is cancelled.
    func response(of makeTask: @escaping @Sendable () -> URLSessionDataTask) async throws -> URLResponse {
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
        stop(end(URLError(.cancelled)))
        spool.cancel()
    }

    /// The session has opened the file of a long body, and sends it.
    func sendingBegan() { upload?.removeName() }

    /// Takes bytes of the body.
    func receive(_ data: Data) {
        do {
            try spool.append(data)
        } catch {
            spool.fail(error)
            stop(end(error))
        }
    }

    /// Takes the end of the task. URLSession does not announce a redirect without a location before.
    func complete(response: URLResponse?, error: (any Error)?) {
        if let error {
            let failure = URLError.wrapping(error)
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
            defer { if case .ended = stage {} else { stage = .ended } }
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

    private func stop(_ task: URLSessionDataTask?) {
        guard let task else { return }
        queue.async { task.cancel() }
    }
}

extension URLError {
    /// Returns the error itself, or one of no particular kind with the error inside.
    static func wrapping(_ error: any Error) -> URLError {
        if let error = error as? URLError { return error }
        let description =
            [NSLocalizedDescriptionKey: String(describing: error), NSUnderlyingErrorKey: error] as [String: Any]
        return URLError(.unknown, userInfo: description)
    }
}
