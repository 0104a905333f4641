import Foundation
import WebKit

/// The descriptor that the signal's handler writes to. It is set once, before there is a handler, and a handler can read nothing
/// else safely.
nonisolated(unsafe) private var interruptions: Int32 = -1

/// Ctrl-C (SIGINT): the first time it asks the run to end, the second time it ends the program.
///
/// The main thread blocks the signal, and so do its child processes. A terminal sends the signal to WebKit's processes as well:
/// they live on until the run has reported its results.
@MainActor
final class Interruption {
    private var handler: (() -> Void)?
    private var count = 0

    /// Begins to wait. Call it on the main thread.
    init() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        interruptions = ends[1]
        signal(SIGINT) { _ in
            let code = errno
            _ = Glibc.write(interruptions, "!", 1)
            errno = code
        }
        var signals = Self.makeSignals()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        Thread.detachNewThread { [weak self, end = ends[0]] in
            // Somebody has to take it.
            var signals = Self.makeSignals()
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            var byte: UInt8 = 0
            while true {
                let count = read(end, &byte, 1)
                if count == 1 { DispatchQueue.main.async { MainActor.assumeIsolated { self?.arrived() } } }
                if count == 0 || (count < 0 && errno != EINTR) { return }
            }
        }
    }

    /// Sets the handler of the first interruption.
    func onFirst(_ handler: @escaping () -> Void) {
        self.handler = handler
        if count > 0 { handler() }
    }

    private func arrived() {
        count += 1
        if count == 1 { handler?() } else { WebKitEnvironment.exit(ExitStatus.interrupted.rawValue) }
    }

    nonisolated private static func makeSignals() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        return signals
    }
}
