import Foundation
import FoundationNetworking
import Synchronization

/// One request of an ``HTTPClient``: waits for its response, and passes its bytes to a spool.
///
/// The client calls on its own thread in the order of events; `response` and `cancel` may be called anywhere.
final class Transfer: Sendable {
    private enum Stage {
        case new
        case waiting(CheckedContinuation<ServerHead, any Error>)
        case responded
        case ended
    }

    private struct State {
        var stage = Stage.new
        var head = HeadReader()
        /// The request; nil before it was started. It is given up with this object.
        var request: HTTPClient.Request?
    }

    let spool: BodySpool
    private let client: HTTPClient
    private let state = Mutex(State())
    /// The body of the request, whose bytes libcurl reads in place.
    private nonisolated(unsafe) let body: NSData?

    init(_ client: HTTPClient, body: Data?, highWaterMark: Int) {
        self.client = client
        // Never changed.
        self.body = body.map { $0 as NSData }
        spool = BodySpool(highWaterMark: highWaterMark)
    }

    deinit { state.withLock { $0.request?.release() } }

    /// Starts a request, and waits for its response.
    ///
    /// - Throws: `URLError` when there is no response, or when the calling task is cancelled.
    func response(to request: URLRequest, keepsCookies: Bool) async throws -> ServerHead {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waits = state.withLock { state in
                    guard case .new = state.stage else { return false }
                    state.stage = .waiting(continuation)
                    return true
                }
                guard waits else { return continuation.resume(throwing: URLError(.cancelled)) }
                let started = client.start(request, body: body, keepsCookies: keepsCookies, for: self)
                let isOver = state.withLock { state in
                    state.request = started
                    if case .ended = state.stage { return true }
                    return false
                }
                if isOver { started?.cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Stops the request, the wait for a response and the reading of the body. Does nothing after the end.
    func cancel() {
        end(URLError(.cancelled))
        spool.cancel()
    }

    // MARK: The client's thread

    /// Takes a line of the response's head.
    func receive(line: UnsafeRawBufferPointer) {
        respond { $0.read(line) }
    }

    private func respond(_ read: (inout HeadReader) -> ServerHead?) {
        let (head, continuation) = state.withLock { state in
            guard let head = read(&state.head), case .waiting(let continuation) = state.stage else {
                return (nil, nil) as (ServerHead?, CheckedContinuation<ServerHead, any Error>?)
            }
            state.stage = .responded
            return (head, continuation)
        }
        if let head { continuation?.resume(returning: head) }
    }

    /// Takes bytes of the body.
    func receive(_ data: Data) {
        do {
            try spool.append(data)
        } catch {
            spool.fail(error)
            end(error)
        }
    }

    /// Takes the end of the request.
    func complete(_ error: URLError?) {
        if error == nil { respond { $0.finish() } }
        end(error)
        if let error { spool.fail(error) } else { spool.finish() }
    }

    /// Moves to the end, and stops a request that is under way.
    private func end(_ error: URLError?) {
        let (before, request) = state.withLock { state in
            defer { state.stage = .ended }
            return (state.stage, state.request)
        }
        switch before {
        case .ended: return
        case .waiting(let continuation): continuation.resume(throwing: error ?? URLError(.badServerResponse))
        case .new, .responded: break
        }
        if error != nil { request?.cancel() }
    }
}
