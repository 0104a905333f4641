/// Why a page is done.
public enum PageCompletion: String, Sendable, Codable, CaseIterable {
    /// Every test of the TAP plan was seen.
    case planFulfilled
    /// The page printed `Bail out!`.
    case bailedOut
    /// Its test library said it was done.
    case harnessCompleted
    /// The page threw before any test library or TAP was seen.
    case uncaughtError
    /// The page did not load.
    case loadFailed
    /// Its web process ended.
    case processTerminated
    /// Its time was over.
    case timedOut
    /// The page navigated to another address.
    case navigatedAway
    /// One of its tests ran for longer than a test may.
    case testTimedOut
    /// The run was over before the page was: it was interrupted, or a test failed in a run that ends with the first failure.
    case stopped
}

/// All that one page reported.
public struct PageRunResult: Sendable, Equatable, Codable {
    /// The page's display name.
    public var page: String
    /// Its tests, in the order they ended.
    public var tests: [PageTestResult]
    /// The failures of the page itself.
    public var failures: [PageFailure]
    /// The lines that the page printed after its last test.
    public var console: [ConsoleLine]
    /// Notes about input that the recorder could not use, such as a malformed message; for `--verbose`.
    public var notes: [String]
    /// The number of times that the page was run; more than one where runs before this one failed.
    public var attempts = 1
    /// The failures of the page itself in earlier runs that did not occur this time.
    public var earlierFailures: [PageFailure] = []
    /// Seconds from the page's start until it was done.
    public var duration: Double
    /// Why it was done; nil while it runs.
    public var completion: PageCompletion?
    /// The trace of the page, as a path.
    public var trace: String?
    /// The paths of the files of mapped folders that the page asked for; nil where they are not noted.
    public var files: [String]?
    /// The Web APIs that the page used, in the order of the list; nil where they are not counted.
    public var webAPIs: [WebAPIUse]?
    /// The page's snapshots that were written, and the obsolete ones; nil where there are none.
    public var snapshots: SnapshotCounts?

    /// The blocks of its scripts that the page ran; nil where they are not recorded. The runner takes them out of the result.
    package var coverage: [ScriptCoverage]?

    /// A result; `duration` is in seconds.
    public init(
        page: String, tests: [PageTestResult] = [], failures: [PageFailure] = [], console: [ConsoleLine] = [],
        notes: [String] = [], duration: Double = 0, completion: PageCompletion? = nil
    ) {
        self.page = page
        self.tests = tests
        self.failures = failures
        self.console = console
        self.notes = notes
        self.duration = duration
        self.completion = completion
    }

    /// Whether the page failed before, and not in the end.
    public var isFlaky: Bool { passed && (!earlierFailures.isEmpty || tests.contains { $0.isFlaky }) }

    /// Whether every test held and nothing failed about the page itself.
    public var passed: Bool { failures.isEmpty && !tests.contains { $0.status.isFailure } }
}
