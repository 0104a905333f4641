import Foundation
import Synchronization

/// Reads what a client sends.
@ServerLoop
protocol ConnectionReader: AnyObject {
    /// Whether more bytes are wanted now.
    var isReading: Bool { get }

    func read(_ input: InputBuffer)
    /// Called once, when no more bytes come.
    func ended()
}

/// A client's socket. It is closed when the client closes its side: one that still reads looks the same as one that has gone.
@ServerLoop
final class Connection: WatchedSocket {
    /// Linux' `POLLRDHUP`, which Swift's module of the C library leaves out.
    private static let peerHasClosed: Int32 = 0x2000

    private(set) var descriptor: Int32
    var deadline: ContinuousClock.Instant?
    /// The place in the order in which connections became idle; nil while one is busy with a request or a web socket.
    var idleSince: Int?
    /// The task that answers a request, or serves a web socket.
    var task: Task<Void, Never>?
    nonisolated let isOpen = Atomic(true)

    /// The reader that gets the bytes; nil where they are dropped.
    var reader: (any ConnectionReader)?
    private let input = InputBuffer()
    private var output: [UInt8] = []
    private var sent = 0
    private var isEnding = false
    private var waiting: CheckedContinuation<Void, Never>?
    private let closed: @ServerLoop (Connection) -> Void

    init(_ descriptor: Int32, closed: @escaping @ServerLoop (Connection) -> Void) {
        self.descriptor = descriptor
        self.closed = closed
        SocketWatch.shared.add(self)
    }

    /// The bytes that the client has not taken.
    var unsent: Int { output.count - sent }

    /// Whether more can be sent.
    var isServed: Bool { descriptor >= 0 && !isEnding }

    private var isReading: Bool { reader?.isReading ?? isEnding }

    var events: Int32 { (isReading ? POLLIN : 0) | (unsent > 0 ? POLLOUT : 0) | Self.peerHasClosed }

    func handle(_ events: Int32) {
        if events & POLLOUT != 0 {
            flush()
            read()
        }
        guard descriptor >= 0, events & ~POLLOUT != 0 else { return }
        // While nothing is read, the only other event is the connection's end.
        guard isReading else { return close() }
        let count = input.receive(from: descriptor)
        if count > 0 { read() } else if count == 0 || errno != EAGAIN && errno != EINTR { close() }
    }

    func deadlinePassed() { close() }

    func setDeadline(in duration: Duration) { deadline = .now + duration }

    /// Gives the reader what has come.
    func read() {
        var last: (any ConnectionReader)?
        while let reader, reader !== last, reader.isReading {
            reader.read(input)
            last = reader
        }
        if reader == nil { input.take(atMost: .max) }
    }

    /// Sends bytes after those before them.
    func send(_ bytes: [UInt8]) {
        guard isServed else { return }
        if unsent == 0 { (output, sent) = (bytes, 0) } else { output += bytes }
        flush()
    }

    /// Waits until all is sent, or the connection is closed. One task at a time.
    func drain() async { if unsent > 0 { await withCheckedContinuation { waiting = $0 } } }

    /// Drops what still comes, and closes the connection once the client has closed its side, or after a time. Closing it at once
    /// would discard bytes that the client has not read.
    func end(within duration: Duration) {
        guard isServed else { return }
        isEnding = true
        setDeadline(in: duration)
        reader.take()?.ended()
        flush()
    }

    func close() {
        guard descriptor >= 0 else { return }
        isOpen.store(false, ordering: .relaxed)
        SocketWatch.shared.remove(self)
        Glibc.close(descriptor)
        (descriptor, deadline, output, sent) = (-1, nil, [], 0)
        reader.take()?.ended()
        waiting.take()?.resume()
        closed(self)
    }

    private func flush() {
        if unsent > 0 {
            let count = output[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno != EAGAIN && errno != EINTR { return close() }
            sent += max(0, count)
        }
        guard unsent == 0 else { return }
        (output, sent) = ([], 0)
        if isEnding { shutdown(descriptor, Int32(SHUT_WR)) }
        waiting.take()?.resume()
    }
}
