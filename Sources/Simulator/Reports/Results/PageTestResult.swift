/// The outcome of one test of a page.
public enum PageTestStatus: String, Sendable, Codable, CaseIterable {
    /// The test held.
    case passed
    /// The test did not hold, or its harness never ran it.
    case failed
    /// The page chose not to run it.
    case skipped
    /// The page says it is unfinished: never counted as a failure.
    case todo
    /// The harness gave up waiting for it; counted as a failure.
    case timedOut

    /// Whether the run fails for it.
    public var isFailure: Bool { self == .failed || self == .timedOut }
}

/// The report of one test of a page.
public struct PageTestResult: Sendable, Equatable, Codable {
    /// The groups the test is in, outermost first, then its own name.
    public var name: [String]
    /// The outcome of the test.
    public var status: PageTestStatus
    /// Seconds it took, where its harness measures.
    public var duration: Double?
    /// Why it failed, was skipped or is to be done.
    public var message: String?
    /// The value the test wanted, as text.
    public var expected: String?
    /// The value the test got, as text.
    public var actual: String?
    /// The stack of the failure, one frame a line.
    public var stack: String?
    /// The position of the failure in the page.
    public var position: SourcePosition?
    /// The source around the position, where it is a file's that the run serves.
    public var source: SourceExcerpt?
    /// The picture that was taken of the page when the test failed, as a path.
    public var screenshot: String?
    /// The lines that the page and its workers printed since the test before it, with the errors that nobody caught.
    public var console: [ConsoleLine]
    /// Why it failed when the page was run before, once for each time; see ``isFlaky``.
    public var earlierFailures: [String] = []

    /// A result; `duration` is in seconds, `position` is read from the stack when it is not given.
    public init(
        name: [String], status: PageTestStatus, duration: Double? = nil, message: String? = nil,
        expected: String? = nil, actual: String? = nil, stack: String? = nil, position: SourcePosition? = nil,
        console: [ConsoleLine] = []
    ) {
        self.name = name
        self.status = status
        self.duration = duration
        self.message = message
        self.expected = expected
        self.actual = actual
        self.stack = stack
        self.position = position ?? stack.flatMap { SourcePosition(stack: $0) }
        self.console = console
    }

    /// Whether it held only when the page was run again.
    public var isFlaky: Bool { !earlierFailures.isEmpty && !status.isFailure }

    /// The whole name in one line, groups joined by ` › `.
    public var fullName: String { name.joined(separator: " › ") }
}
