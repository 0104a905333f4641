import Foundation
import Synchronization

/// The events that one EventSource has not read yet. A page that does not keep up is told so, instead of being given all.
final class EventQueue: Sendable {
    private static let mostWaiting = 1 << 20

    private struct State {
        var waiting = Data()
        var isBehind = false
        var isClosed = false
        var reader: CheckedContinuation<Data?, Never>?
    }

    private let state = Mutex(State())
    private let onClose: @Sendable () -> Void

    init(onClose: @escaping @Sendable () -> Void) { self.onClose = onClose }

    /// Adds an event; `reset` replaces the events that the reader has no room for.
    func push(_ event: Data, reset: Data) {
        let (reader, bytes) = state.withLock { state -> (CheckedContinuation<Data?, Never>?, Data) in
            guard !state.isClosed, !state.isBehind else { return (nil, Data()) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, event)
            }
            if state.waiting.count + event.count > Self.mostWaiting {
                state.waiting = reset
                state.isBehind = true
            } else {
                state.waiting.append(event)
            }
            return (nil, Data())
        }
        reader?.resume(returning: bytes)
    }

    /// Returns the next events; nil when the queue is closed.
    func next() async -> Data? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Data?? in
                    if state.isClosed { return .some(nil) }
                    if !state.waiting.isEmpty {
                        defer { (state.waiting, state.isBehind) = (Data(), false) }
                        return state.waiting
                    }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            close()
        }
    }

    /// Ends the stream. It may be called again.
    func close() {
        let (isFirst, reader) = state.withLock { state in
            defer { (state.isClosed, state.reader) = (true, nil) }
            return (!state.isClosed, state.reader)
        }
        reader?.resume(returning: nil)
        if isFirst { onClose() }
    }
}
