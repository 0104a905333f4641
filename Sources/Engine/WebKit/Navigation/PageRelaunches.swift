/// The automatic reloads of a page whose web process has ended, as WebKit limits them: one, until 30 seconds have passed since a load
/// finished.
struct PageRelaunches {
    private static let most = 1
    private static let calm = Duration.seconds(30)
    /// Whether the program itself has ended the web process, so that the page stays away.
    var isRefused = false
    private var count = 0
    private var lastFinish: ContinuousClock.Instant?

    /// Records that a load of the main frame has finished.
    mutating func finished(at time: ContinuousClock.Instant) { lastFinish = time }

    /// Returns whether the page is loaded again, and counts the load.
    mutating func begin(at time: ContinuousClock.Instant) -> Bool {
        guard !isRefused else { return false }
        if let lastFinish, time - lastFinish >= Self.calm { count = 0 }
        lastFinish = nil
        count += 1
        guard count > Self.most else { return true }
        count = 0
        return false
    }
}
