public import Foundation
import Synchronization

/// The bytes of a resource, in pieces, made as they are asked for.
///
/// ```swift
/// for try await piece in resource.body { task.didReceive(piece) }
/// ```
///
/// A body is read once, by one iterator. When the iterator, or the last copy of an unread body, is dropped
/// before the end, the load behind it is cancelled. Cancelling the reading task does the same. Reading may happen in any
/// task, by one task at a time.
public struct ResourceBody: AsyncSequence, Sendable {
    /// The next piece, never empty; `nil` at the end.
    public typealias Element = Data

    private let lease: Lease

    /// Makes a body from a source.
    ///
    /// - Parameters:
    ///   - next: returns the next piece, or `nil` at the end. It is not called again before it returned.
    ///   - cancel: called when nobody will read on, also after the end, perhaps more than once.
    ///   - bytes: takes the whole where it is in memory, see ``takeBytes()``.
    public init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void = {},
        bytes: (@Sendable () -> Data?)? = nil
    ) {
        lease = Lease(next: next, cancel: cancel, bytes: bytes)
    }

    /// Makes a body of bytes that are in memory already.
    public init(_ data: Data) {
        let rest = Once(data.isEmpty ? nil : data)
        lease = Lease(next: { rest.take() }, cancel: {}, bytes: { rest.take() ?? Data() })
    }

    /// Takes the whole body at once where it is in memory and unread; `nil` for any other.
    public func takeBytes() -> Data? { lease.bytes?() }

    /// A body of no bytes.
    public static var empty: ResourceBody { ResourceBody(Data()) }

    /// Returns the next piece, or `nil` at the end: for a consumer that keeps the body instead of an iterator.
    public func next() async throws -> Data? { try await lease.next() }

    /// Starts to read. A second iterator gets only what the first one left, if the source still gives it.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lease: Lease(next: lease.next, cancel: lease.cancel), body: lease)
    }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease
        fileprivate let body: Lease

        /// Returns the next piece, or `nil` at the end.
        ///
        /// - Throws: `URLError` when the load failed or was cancelled.
        public mutating func next() async throws -> Data? {
            try await lease.next()
        }
    }

    /// Collects a whole body in memory: for tests and small resources.
    ///
    /// - Parameter limit: the most bytes to accept.
    /// - Throws: `URLError(.dataLengthExceedsMaximum)` when there are more, or what reading throws.
    public func collect(upTo limit: Int) async throws -> Data {
        var whole = Data()
        for try await piece in self {
            guard whole.count + piece.count <= limit else { throw URLError(.dataLengthExceedsMaximum) }
            whole.append(piece)
        }
        return whole
    }
}

/// Cancels a source when its last holder goes.
private final class Lease: Sendable {
    let next: @Sendable () async throws -> Data?
    let cancel: @Sendable () -> Void
    let bytes: (@Sendable () -> Data?)?

    init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void,
        bytes: (@Sendable () -> Data?)? = nil
    ) {
        self.next = next
        self.cancel = cancel
        self.bytes = bytes
    }

    deinit { cancel() }
}

/// Bytes that are handed out a single time.
private final class Once: Sendable {
    private let data: Mutex<Data?>

    init(_ data: Data?) { self.data = Mutex(data) }

    func take() -> Data? {
        data.withLock { data in
            defer { data = nil }
            return data
        }
    }
}
