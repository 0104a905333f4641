import Foundation
import Synchronization

/// The actor of all servers' sockets. Its jobs run on a thread of their own, which waits for the sockets between them.
@globalActor
actor ServerLoop {
    static let shared = ServerLoop()

    nonisolated let thread = LoopThread()

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
}

/// The thread of ``ServerLoop``. Any thread gives it jobs.
final class LoopThread: SerialExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Two ends of a socket: a byte in it ends a wait.
    private let (waker, waken): (Int32, Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "the process has no descriptors left for a server")
        (waker, waken) = (ends[0], ends[1])
        Thread.detachNewThread { [self] in run() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        // A full socket wakes, too.
        send(waker, [0], 1, Int32(MSG_NOSIGNAL))
    }

    private func run() {
        while true {
            if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.runSynchronously(on: asUnownedSerialExecutor())
            } else {
                var none: [pollfd] = []
                wait(for: &none, until: nil)
            }
        }
    }

    /// Waits until one of the descriptors is ready, until a job has come, or until a deadline.
    fileprivate func wait(for entries: inout [pollfd], until deadline: ContinuousClock.Instant?) {
        var bytes = [UInt8](repeating: 0, count: 256)
        while recv(waken, &bytes, bytes.count, 0) == bytes.count {}
        // A job that comes from here on is seen in the queue, or wakes the poll.
        let hasJobs = jobs.withLock { !$0.isEmpty }
        let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
        entries.append(pollfd(fd: waken, events: Int16(POLLIN), revents: 0))
        let milliseconds = rest.map { Int32(clamping: Int($0.rounded(.up))) } ?? -1
        // A failed poll, such as an interrupted one, reports no events.
        poll(&entries, nfds_t(entries.count), hasJobs ? 0 : milliseconds)
        entries.removeLast()
    }
}

/// A socket that the loop watches.
@ServerLoop
protocol WatchedSocket: AnyObject {
    /// The socket; -1 once it is closed.
    var descriptor: Int32 { get }
    /// The events that it waits for; it gets errors and the end of the connection in any case.
    var events: Int32 { get }
    /// When ``deadlinePassed()`` is called; nil for never.
    var deadline: ContinuousClock.Instant? { get }

    func handle(_ events: Int32)
    func deadlinePassed()
}

/// The open sockets of all servers.
@ServerLoop
final class SocketWatch {
    static let shared = SocketWatch()

    private var sockets: [any WatchedSocket] = []

    /// Detached: what a server's starter has stored in its task is not for all clients.
    private init() { Task.detached { @ServerLoop in self.turn() } }

    func add(_ socket: any WatchedSocket) { sockets.append(socket) }

    func remove(_ socket: any WatchedSocket) { sockets.removeAll { $0 === socket } }

    /// Waits once. Other jobs of the loop run between two turns.
    private func turn() {
        let sockets = sockets
        var entries = sockets.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        ServerLoop.shared.thread.wait(for: &entries, until: sockets.lazy.compactMap(\.deadline).min())
        // A listener comes after its connections: a request that has come keeps its connection from being replaced as an idle one.
        for (socket, entry) in zip(sockets, entries).reversed() {
            // Events of one socket may close another: its descriptor is -1 then.
            if entry.revents != 0, socket.descriptor == entry.fd { socket.handle(Int32(entry.revents)) }
        }
        let now = ContinuousClock.now
        for socket in sockets where socket.deadline.map({ $0 <= now }) == true { socket.deadlinePassed() }
        Task { turn() }
    }
}
