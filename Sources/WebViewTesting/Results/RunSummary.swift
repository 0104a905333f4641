/// A run in numbers.
public struct RunSummary: Sendable, Equatable {
    /// Tests that held.
    public var passed: Int
    /// Tests that did not, and failures of pages, one each.
    public var failed: Int
    /// Tests the pages skipped or marked as to be done.
    public var skipped: Int
    /// Pages that were run.
    public var pages: Int
    /// Seconds the whole run took.
    public var duration: Double

    /// Numbers counted elsewhere; `duration` is in seconds.
    public init(passed: Int, failed: Int, skipped: Int = 0, pages: Int, duration: Double) {
        self.passed = passed
        self.failed = failed
        self.skipped = skipped
        self.pages = pages
        self.duration = duration
    }

    /// Counts what pages reported; `duration` is in seconds.
    public init(pages: [PageRunResult], duration: Double) {
        self.init(passed: 0, failed: 0, pages: pages.count, duration: duration)
        for page in pages {
            failed += page.failures.count
            for test in page.tests {
                switch test.status {
                case .passed: passed += 1
                case .failed, .timedOut: failed += 1
                case .skipped, .todo: skipped += 1
                }
            }
        }
    }

    /// The command's exit code: 0 when nothing failed, else 1.
    public var exitCode: Int32 { failed == 0 ? 0 : 1 }

    /// `N passed, N failed`, and `, N skipped` when there are any.
    public var line: String {
        "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "")
    }
}
