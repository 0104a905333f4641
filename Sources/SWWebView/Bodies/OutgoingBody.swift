import Foundation
import HTTPMessages
import ServiceWorker

/// A body on its way to a worker: with its event when it is small, else as the worker asks for it. Main actor only.
@MainActor
final class OutgoingBody {
    /// The most bytes that go with an event.
    private static let mostInline = 1 << 16

    private var body: BodyStream?
    private var read: [Data] = []
    private var failure: (any Error)?
    private var isAtEnd = false

    init(_ body: BodyStream) { self.body = body }

    /// Reads the first bytes, and finds out whether there are more.
    func peek() async {
        while read.reduce(0, { $0 + $1.count }) <= Self.mostInline, !isAtEnd, failure == nil {
            await readOn()
        }
    }

    /// All of it, when it is small and there.
    var whole: Data? {
        guard isAtEnd, failure == nil else { return nil }
        return read.reduce(into: Data()) { $0.append($1) }
    }

    /// Returns the next piece, or nil at the end.
    func next() async throws -> Data? {
        if read.isEmpty, !isAtEnd, failure == nil { await readOn() }
        if !read.isEmpty { return read.removeFirst() }
        if let failure { throw failure }
        return nil
    }

    /// Drops the body: its reader has stopped.
    func drop() {
        body = nil
        read = []
        isAtEnd = true
    }

    private func readOn() async {
        do {
            if let piece = try await body?.next() { read.append(piece) } else { isAtEnd = true }
        } catch {
            failure = error
        }
    }
}
