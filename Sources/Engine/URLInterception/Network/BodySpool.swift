import Foundation
import Synchronization

/// Bytes on their way from a transfer that cannot be slowed down to a reader that may be slow.
///
/// Up to `highWaterMark` bytes wait in memory, the rest in a file without a name, so that memory stays bounded whatever
/// the reader does. Order is kept: once there is a file, everything goes through it until it has been read to its end.
final class BodySpool: Sendable {
    private enum End {
        case finished
        case failed(URLError)
    }

    private enum Keeping {
        case kept
        case wanted(by: CheckedContinuation<Data?, any Error>)
        case refused(URLError)
    }

    private struct State {
        var memory = Data()
        var file: SpillFile?
        var end: End?
        var reader: CheckedContinuation<Data?, any Error>?
    }

    /// The number of bytes that may wait in memory.
    let highWaterMark: Int
    private let state = Mutex(State())

    init(highWaterMark: Int) {
        self.highWaterMark = highWaterMark
    }

    /// The numbers of bytes that wait in memory and in the file.
    var waiting: (inMemory: Int, inFile: Int) {
        state.withLock { ($0.memory.count, $0.file?.count ?? 0) }
    }

    /// Adds bytes at the end; after the end they are dropped.
    ///
    /// - Throws: `URLError(.cannotWriteToFile)` when memory is full and the disk too.
    func append(_ data: Data) throws(URLError) {
        guard !data.isEmpty else { return }
        // Resumed outside the lock: the runtime may hold a lock of the reader's task while that task's cancellation waits for
        // this object's lock.
        switch state.withLock({ keep(data, in: &$0) }) {
        case .kept: return
        case .wanted(let reader): reader.resume(returning: data)
        case .refused(let error): throw error
        }
    }

    private func keep(_ data: Data, in state: inout State) -> Keeping {
        guard state.end == nil else { return .kept }
        if let reader = state.reader {
            state.reader = nil
            return .wanted(by: reader)
        }
        if state.file == nil, state.memory.count + data.count <= highWaterMark {
            state.memory.append(data)
            return .kept
        }
        do {
            let file = try state.file ?? SpillFile()
            state.file = file
            try file.append(data)
            return .kept
        } catch {
            let folder = FileManager.default.temporaryDirectory.path
            let description = "A response could not be kept in \(folder): \(error.localizedDescription)"
            return .refused(URLError(.cannotWriteToFile, userInfo: [NSLocalizedDescriptionKey: description]))
        }
    }

    /// Ends the bytes without an error: waiting bytes can still be read.
    func finish() {
        end(.finished, droppingTheRest: false)
    }

    /// Ends the bytes with an error, thrown once what waits has been read.
    func fail(_ error: URLError) {
        end(.failed(error), droppingTheRest: false)
    }

    /// Ends the bytes now; a reader gets `URLError(.cancelled)`.
    func cancel() {
        end(.failed(URLError(.cancelled)), droppingTheRest: true)
    }

    /// Returns all that waits in memory, or a piece of the file, or waits for more; `nil` at the end.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let answer: Result<Data?, any Error>? = state.withLock { state in
                if !state.memory.isEmpty {
                    defer { state.memory = Data() }
                    return .success(state.memory)
                }
                if let file = state.file {
                    let piece = Result<Data?, any Error> { try file.read(upTo: highWaterMark) }
                    if file.count == 0 { state.file = nil }
                    return piece
                }
                switch state.end {
                case .finished: return .success(nil)
                case .failed(let error): return .failure(error)
                case nil:
                    guard state.reader == nil else { return .failure(URLError(.resourceUnavailable)) }
                    state.reader = continuation
                    return nil
                }
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    private func end(_ end: End, droppingTheRest: Bool) {
        let reader = state.withLock { state in
            if state.end == nil || droppingTheRest { state.end = end }
            if droppingTheRest {
                state.memory = Data()
                state.file = nil
            }
            defer { state.reader = nil }
            return state.reader
        }
        switch end {
        case .finished: reader?.resume(returning: nil)
        case .failed(let error): reader?.resume(throwing: error)
        }
    }
}
