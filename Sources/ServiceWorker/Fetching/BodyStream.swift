public import Foundation
import Synchronization

/// The bytes of a request or response, in pieces, made as they are asked for and read once.
///
/// When the iterator, or the last copy of an unread body, is dropped before the end, the source is cancelled.
public struct BodyStream: AsyncSequence, Sendable {
    /// A piece, never empty.
    public typealias Element = Data

    private let source: Source

    /// Makes a body from a source.
    ///
    /// - Parameters:
    ///   - next: returns the next piece, or `nil` at the end; not called again before it returned.
    ///   - cancel: called once when nobody will read on, also after the end.
    ///   - bytes: takes the whole where it is in memory, see ``takeBytes()``.
    public init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void = {},
        bytes: (@Sendable () -> Data?)? = nil
    ) {
        source = Source(next: next, cancel: cancel, bytes: bytes)
    }

    /// Makes a body of bytes that are in memory.
    public init(_ data: Data) {
        let box = Box(data.isEmpty ? nil : data)
        source = Source(next: { box.take() }, bytes: { box.take() ?? Data() })
    }

    /// Takes the whole body at once where it is in memory and unread; `nil` for any other.
    public func takeBytes() -> Data? { source.bytes?() }

    /// Returns the next piece, or `nil` at the end: for a consumer that keeps the body instead of an iterator.
    public func next() async throws -> Data? { try await source.next() }

    /// Reads on where it was left.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// Returns the next piece, or `nil` at the end.
        public mutating func next() async throws -> Data? { try await source.next() }
    }

    /// Collects a body in memory: for tests and small ones.
    public func collect() async throws -> Data {
        var whole = Data()
        for try await piece in self { whole.append(piece) }
        return whole
    }

    fileprivate final class Source: Sendable {
        let next: @Sendable () async throws -> Data?
        let cancel: @Sendable () -> Void
        let bytes: (@Sendable () -> Data?)?

        init(
            next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void = {},
            bytes: (@Sendable () -> Data?)? = nil
        ) {
            self.next = next
            self.cancel = cancel
            self.bytes = bytes
        }

        deinit { cancel() }
    }

    private final class Box: Sendable {
        private let data: Mutex<Data?>
        init(_ data: Data?) { self.data = Mutex(data) }
        func take() -> Data? {
            data.withLock { data in
                defer { data = nil }
                return data
            }
        }
    }
}
