import CWebKitGTK

/// Runs GLib inside a main thread that spins another loop: XCTest on Linux, or a program with a synchronous `main`.
///
/// A thread of its own sleeps on GLib's descriptors and asks the main queue to run what is ready. GLib wakes no sleeper for
/// a source that the main thread itself adds, so the sleep is short.
enum RunLoopPump {
    private static let longestSleep: Int32 = 4

    /// Starts the thread. It ends at once where the main thread turns out to run GLib itself: the first statements of an
    /// asynchronous `main` run before that can be known.
    @MainActor
    static func start() {
        let thread = Thread { run() }
        thread.name = "WebKit main loop pump"
        thread.start()
    }

    private static func run() {
        var descriptors = [pollfd](repeating: pollfd(), count: 64)
        while let (count, timeout) = DispatchQueue.main.sync(execute: { iterate(&descriptors) }) {
            _ = poll(&descriptors, nfds_t(count), timeout < 0 ? longestSleep : min(timeout, longestSleep))
        }
    }

    private static func iterate(_ descriptors: inout [pollfd]) -> (Int, Int32)? {
        if cwk_loop_owns_main_thread() { return nil }
        var timeout: Int32 = 0
        let count = cwk_loop_iterate(&descriptors, Int32(descriptors.count), &timeout)
        return (Int(count), timeout)
    }
}
