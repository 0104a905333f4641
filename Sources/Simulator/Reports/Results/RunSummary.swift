/// A run in numbers.
public struct RunSummary: Sendable, Equatable, Codable {
    /// Tests that held.
    public var passed: Int
    /// Tests that did not, and failures of pages, one each.
    public var failed: Int
    /// Tests the pages skipped or marked as to be done.
    public var skipped: Int
    /// Tests and pages that held only when the page was run again; such tests count as passed, too.
    public var flaky = 0
    /// Pages that were not run to their end, because the run was interrupted or ended with the first failure.
    public var unfinishedPages = 0
    /// Whether the run was interrupted.
    public var isInterrupted = false
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
            if page.passed, !page.earlierFailures.isEmpty { flaky += 1 }
            if page.completion == .stopped { unfinishedPages += 1 }
            for test in page.tests {
                if test.isFlaky { flaky += 1 }
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

    /// `N passed, N failed`, and `, N skipped`, `, N flaky` when there are any.
    public var line: String {
        "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "")
            + (flaky > 0 ? ", \(flaky) flaky" : "")
    }
}
