import CPlatform
import Foundation
import Synchronization

/// A watch for the end of a process, which lasts until that end. Any thread.
package final class ProcessWatch: Sendable {
    private struct State {
        /// Nil once the process has ended. The number may stand for another process then.
        var descriptor: Int32?
        var status: Int32 = 0
    }

    private let end = OneTimeEvent()
    private let state: Mutex<State>

    /// Watches a process that need not be a child; nil where there is none of that number.
    package convenience init?(_ identifier: Int32) {
        let descriptor = ccp_watch(identifier)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor: descriptor) { 0 }
    }

    /// Watches the process of a descriptor, which it closes at the end; `reap` returns the status.
    init(descriptor: Int32, reap: @escaping @Sendable () -> Int32) {
        state = Mutex(State(descriptor: descriptor))
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            self.state.withLock { $0 = State(descriptor: nil, status: reap()) }
            source.cancel()
            self.end.happen()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Whether the process has ended.
    package var hasEnded: Bool { end.hasHappened }

    /// The status of a child that has ended.
    var status: Int32 { state.withLock { $0.status } }

    /// Waits for the end of the process.
    package func ended() async { await end.wait() }

    /// Waits for the end, but not for ever; returns whether it has come.
    package func ended(within time: Duration) async -> Bool { await end.wait(atMost: time) }

    /// Kills the process, unless it has ended.
    package func kill() { send(SIGKILL) }

    /// Calls a function unless the process has ended. The process's number stands for no other one meanwhile.
    func ifRunning(_ body: () -> Void) {
        state.withLock { state in
            if state.descriptor != nil { body() }
        }
    }

    /// Sends a signal to the process, unless it has ended.
    func send(_ signal: Int32) {
        state.withLock { state in
            if let descriptor = state.descriptor { ccp_signal(descriptor, signal) }
        }
    }
}
