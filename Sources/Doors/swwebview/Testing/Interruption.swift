import Foundation
import WebKit

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
        EndSignals.block([SIGINT])
        EndSignals.receive(SIGINT) { [weak self] _ in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.arrived() } }
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
}
