public import Foundation
import Synchronization

/// The bytes of a request or response, in pieces, made as they are asked for and read once.
///
/// ```swift
/// for try await piece in resource.body { task.didReceive(piece) }
/// ```
///
/// The source is cancelled once, when an iterator or the last copy of the body is dropped. Some sources also end a read whose task is
/// cancelled. Any task may read, one at a time.
public struct BodyStream: AsyncSequence, Sendable {
    /// A piece, never empty.
    public typealias Element = Data

    private let source: Source

    /// Makes a body from a source.
    ///
    /// - Parameters:
    ///   - next: returns the next piece, or `nil` at the end. It is not called again before it returned.
    ///   - cancel: called once when no reader is left, also after the end.
    ///   - bytes: takes the whole where it is in memory, see ``takeBytes()``.
    public init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void = {},
        bytes: (@Sendable () -> Data?)? = nil
    ) {
        source = Source(next: next, cancel: cancel, bytes: bytes)
    }

    /// Makes a body of bytes that are in memory.
    public init(_ data: Data) {
        let rest = Once(data.isEmpty ? nil : data)
        source = Source(next: { rest.take() }, cancel: {}, bytes: { rest.take() ?? Data() })
    }

    /// A body of no bytes.
    public static var empty: BodyStream { BodyStream(Data()) }

    /// Takes the whole body at once: no bytes where it was read already, and `nil` for a body that is not in memory.
    public func takeBytes() -> Data? { source.bytes?() }

    /// Returns the next piece, or `nil` at the end: for a consumer that keeps the body instead of an iterator.
    ///
    /// - Throws: `URLError` when a load failed or was cancelled; the source's own error.
    public func next() async throws -> Data? { try await source.next() }

    /// Starts to read. A second iterator gets what the first one left, if the source still gives it.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: Reader(source)) }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader

        /// Returns the next piece, or `nil` at the end.
        ///
        /// - Throws: `URLError` when a load failed or was cancelled; the source's own error.
        public mutating func next() async throws -> Data? { try await reader.source.next() }
    }

    /// Collects a whole body in memory: for tests and small bodies.
    ///
    /// - Parameter limit: the most bytes to accept.
    /// - Throws: `URLError(.dataLengthExceedsMaximum)` when there are more, or what reading throws.
    public func collect(upTo limit: Int = .max) async throws -> Data {
        var whole = Data()
        for try await piece in self {
            guard piece.count <= limit - whole.count else { throw URLError(.dataLengthExceedsMaximum) }
            // A piece can be a slice, whose indices do not begin at 0.
            if whole.isEmpty, piece.startIndex == 0 { whole = piece } else { whole.append(piece) }
        }
        return whole
    }
}

/// The source of a body's pieces. Cancels itself when the last reference is released.
private final class Source: Sendable {
    let next: @Sendable () async throws -> Data?
    let bytes: (@Sendable () -> Data?)?
    private let canceller: Once<@Sendable () -> Void>

    init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void,
        bytes: (@Sendable () -> Data?)?
    ) {
        self.next = next
        self.bytes = bytes
        canceller = Once(cancel)
    }

    func cancel() { canceller.take()?() }

    deinit { cancel() }
}

/// The holder of an iterator's source, which it cancels when the iterator goes.
private final class Reader: Sendable {
    let source: Source

    init(_ source: Source) { self.source = source }

    deinit { source.cancel() }
}

/// A value that is handed out a single time.
private final class Once<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: Value?) { self.value = Mutex(value) }

    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
