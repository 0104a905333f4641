package import Foundation
import HTTPMessages
import ProcessFiles
import Synchronization

/// A trace as it is written: a line of JSON for each entry. Any thread.
///
/// Lines are written at once, so that a trace is usable after the process was killed.
package final class TraceFile: Sendable {
    /// The kind of an entry. The guide CommandLine describes the entries.
    package enum Kind: String, Encodable {
        case header, page, began, test, failure, moment, worker, end
        case console, bridge, request, answer, socket, native

        /// Whether a page can have so many of these that they would leave no room for the others.
        var isFrequent: Bool {
            switch self {
            case .console, .bridge, .request, .answer, .socket, .native: true
            default: false
            }
        }
    }

    private struct Line<Content: Encodable>: Encodable {
        var time: Double
        var kind: Kind
        var data: Content
    }

    private struct State {
        var size = 0
        var count = 0
        var dropped = 0
        var isClosed = false
    }

    /// The most bytes and entries of a trace, and of its frequent entries.
    private static let most = (bytes: 96 << 20, frequentBytes: 48 << 20, frequentEntries: 50_000)

    package let url: URL
    private let descriptor: Int32
    private let start: ContinuousClock.Instant
    private let state = Mutex(State())

    /// Creates the file, or empties an existing one.
    ///
    /// - Parameters:
    ///   - folder: the folder of all traces. The folders below it become private.
    ///   - start: the time that the entries' times count from.
    /// - Throws: `CocoaError` for a file that cannot be written.
    package init(_ url: URL, below folder: URL, since start: ContinuousClock.Instant) throws {
        self.url = url
        self.start = start
        try PrivateFiles.claimFolders(of: url, below: folder)
        descriptor = try PrivateFiles.open(url.path, O_TRUNC | O_NOFOLLOW)
    }

    deinit { close(descriptor) }

    /// Milliseconds since the start.
    package var now: Double { Self.rounded(start.duration(to: .now) / .milliseconds(1)) }

    /// Returns milliseconds with one decimal place.
    package static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 10).rounded() / 10 }

    /// The number of entries that had no room.
    package var dropped: Int { state.withLock { $0.dropped } }

    /// Writes an entry. Drops the entry when the trace is full.
    ///
    /// - Parameter time: the time of the entry; nil for now.
    package func write(_ kind: Kind, at time: Double? = nil, _ data: some Encodable) {
        let entry = Line(time: Self.rounded(time ?? now), kind: kind, data: data)
        guard var line = try? JSONText.encode(entry, [.sorted, .nonFiniteNames]) else { return }
        line.append(UInt8(ascii: "\n"))
        state.withLock { state in
            guard !state.isClosed else { return }
            let hasRoom =
                state.size + line.count <= (kind.isFrequent ? Self.most.frequentBytes : Self.most.bytes)
                && (!kind.isFrequent || state.count < Self.most.frequentEntries)
            guard hasRoom || kind == .end else {
                state.dropped += 1
                return
            }
            state.size += line.count
            if kind.isFrequent { state.count += 1 }
            if !put(line) { state.isClosed = true }
        }
    }

    /// Ends the trace. Later entries are ignored.
    ///
    /// - Parameter isKept: whether the file stays.
    package func finish(isKept: Bool) {
        state.withLock { $0.isClosed = true }
        if !isKept { try? FileManager.default.removeItem(at: url) }
    }

    private func put(_ line: Data) -> Bool {
        line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The address of the first byte.
    fileprivate var baseAddress: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}
