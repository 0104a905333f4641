/// Something that a host reports, and that a test waits for.
@MainActor
final class Signal {
    private var count = 0
    private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    func fire() {
        count += 1
        guard let waiter, count >= waiter.count else { return }
        self.waiter = nil
        waiter.continuation.resume()
    }

    /// Waits until it has happened that many times.
    func wait(for expected: Int = 1) async {
        if count < expected { await withCheckedContinuation { waiter = (expected, $0) } }
    }
}
