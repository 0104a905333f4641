import Foundation
import ProcessFiles
import Synchronization

/// The descriptor that the signals' handler writes to. It is set once, before there is a handler, and a handler can read nothing
/// else safely.
nonisolated(unsafe) private var arrivals: Int32 = -1

/// The signals that ask the program to end: Ctrl-C (SIGINT), SIGTERM, and SIGHUP of a terminal that closes.
///
/// A signal ends the program as it would by default, after the work of ``ProcessEnd``. A command can receive signals in place of that.
/// A thread of its own waits for them, so that a main thread that hangs is ended too.
enum EndSignals {
    typealias Receiver = @Sendable (Int32) -> Void

    private static let all = [SIGINT, SIGTERM, SIGHUP]
    private static let receivers = Mutex<[Int32: Receiver]>([:])

    /// Begins to wait. Call it on the main thread, before other threads begin. A signal that the program was started to ignore, as
    /// `nohup` does, stays ignored.
    static func begin() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        arrivals = ends[1]
        for number in all {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0,
                unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                    != unsafeBitCast(SIG_IGN, to: Int.self)
            else { continue }
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = Glibc.write(arrivals, &byte, 1)
                errno = code
            }
        }
        Thread.detachNewThread { [end = ends[0]] in
            // The main thread may block a signal.
            change(SIG_UNBLOCK, all)
            var byte: UInt8 = 0
            while true {
                let count = read(end, &byte, 1)
                if count == 1 { arrived(Int32(byte)) }
                if count == 0 || (count < 0 && errno != EINTR) { return }
            }
        }
    }

    private static func arrived(_ number: Int32) {
        if let receiver = receivers.withLock({ $0[number] }) { return receiver(number) }
        end(by: number)
    }

    /// Has a closure receive a signal, on a thread of its own.
    static func receive(_ number: Int32, _ receiver: @escaping Receiver) {
        receivers.withLock { $0[number] = receiver }
    }

    /// Waits for the first signal. The next one ends the program.
    static func first() async -> Int32 {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self)
        for number in all {
            receive(number) { number in
                receivers.withLock { $0 = [:] }
                continuation.yield(number)
            }
        }
        for await number in numbers { return number }
        return SIGTERM
    }

    /// Ends the program as the signal would by default.
    static func end(by number: Int32) {
        ProcessEnd.arrive()
        signal(number, SIG_DFL)
        change(SIG_UNBLOCK, [number])
        kill(getpid(), number)
    }

    /// Blocks signals in the calling thread, and in the processes that it starts.
    static func block(_ numbers: [Int32]) { change(SIG_BLOCK, numbers) }

    private static func change(_ how: Int32, _ numbers: [Int32]) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        pthread_sigmask(how, &signals, nil)
    }
}
