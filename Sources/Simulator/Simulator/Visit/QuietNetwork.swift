/// Tells when nothing has been loaded for a while.
@MainActor
final class QuietNetwork {
    private let span: Duration
    private var count = 0
    private var reached: (@MainActor () -> Void)?
    private var timer: Task<Void, any Error>?

    /// Half a second, as in other tools, lets a page that loads one thing after the other go on.
    init(span: Duration = .milliseconds(500)) { self.span = span }

    func loadsChanged(to count: Int) {
        self.count = count
        restart()
    }

    /// Calls `reached` once, when the network has been quiet for the time from now on.
    func await(_ reached: @escaping @MainActor () -> Void) {
        self.reached = reached
        restart()
    }

    private func restart() {
        timer?.cancel()
        timer = nil
        guard count == 0, reached != nil else { return }
        timer = Task { @MainActor [weak self, span] in
            try await ContinuousClock().sleep(for: span)
            self?.reached?()
            self?.reached = nil
        }
    }
}
