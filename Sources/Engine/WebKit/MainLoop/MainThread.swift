import Foundation

/// The main thread, for calls that may come from any thread.
package enum MainThread {
    /// Runs `work` on the main thread, and returns when it is done. Another thread waits.
    package nonisolated static func run(_ work: @MainActor () -> Void) {
        if Thread.isMainThread {
            MainActor.assumeIsolated { work() }
        } else {
            withoutActuallyEscaping(work) { work in
                DispatchQueue.main.sync { MainActor.assumeIsolated { work() } }
            }
        }
    }

    /// Runs `work` on the main thread: at once where the caller is there, else later. Nobody waits.
    package nonisolated static func ensure(_ work: @escaping @MainActor () -> Void) {
        if Thread.isMainThread {
            MainActor.assumeIsolated { work() }
        } else {
            DispatchQueue.main.async { work() }
        }
    }
}
