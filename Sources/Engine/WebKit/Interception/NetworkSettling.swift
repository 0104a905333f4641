import CWebKitGTK

/// The calls that wait until the network process has seen a change of its settings.
@MainActor
final class NetworkSettling {
    /// The calls; nil once the process has seen the change.
    private var waiting: [@MainActor () -> Void]? = []

    /// Asks the network process for an answer, which comes after the change that was sent before.
    func begin(in context: WebContext) {
        cwk_context_settle(
            context.handle, { ShimCallback.retained($0, NetworkSettling.self) { $0.end() } },
            Unmanaged.passRetained(self).toOpaque())
    }

    private func end() {
        let calls = waiting ?? []
        waiting = nil
        for call in calls { call() }
    }

    /// Calls `body` once the network process has seen the change.
    ///
    /// - Returns: whether it has not yet; `body` is not called where it has.
    func isAwaited(_ body: @escaping @MainActor () -> Void) -> Bool {
        waiting?.append(body)
        return waiting != nil
    }
}
