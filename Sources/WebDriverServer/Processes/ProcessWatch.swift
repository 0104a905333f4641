import CChildProcess
import Foundation
import Synchronization

/// Waits for the end of a process, whoever its parent is. Any thread.
public final class ProcessWatch: Sendable {
    private let end = OneTimeEvent()
    // Never written after the initialiser, and Dispatch takes calls from any thread.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    /// Nil once it is closed, when its number may stand for another process.
    private let descriptor: Mutex<Int32?>

    /// Watches a process that need not be a child; nil where there is none of that number.
    public convenience init?(_ identifier: Int32) {
        let descriptor = ccp_watch(identifier)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor: descriptor) {}
    }

    init(descriptor: Int32, reap: @escaping @Sendable () -> Void) {
        self.descriptor = Mutex(descriptor)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler { [end, source] in
            reap()
            source.cancel()
            end.happen()
        }
        source.setCancelHandler { [weak self] in
            self?.descriptor.withLock { $0 = nil }
            close(descriptor)
        }
        source.activate()
    }

    deinit { source.cancel() }

    /// Whether the process has ended.
    public var hasEnded: Bool { end.hasHappened }

    /// Waits for the end of the process.
    public func ended() async { await end.wait() }

    /// Waits for the end, but not for ever; whether it has come.
    func ended(within time: Duration) async -> Bool { await end.wait(atMost: time) }

    /// Kills the process, unless it has ended.
    func kill() {
        descriptor.withLock { descriptor in
            if let descriptor, !end.hasHappened { ccp_kill(descriptor) }
        }
    }
}
