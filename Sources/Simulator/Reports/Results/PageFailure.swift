/// A failure of a page itself, not of one of its tests. Each counts as one failed.
public struct PageFailure: Sendable, Equatable, Codable {
    /// The causes of a failure; the raw value is stable, for reports and tests.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// An error or a rejection nobody handled.
        case uncaughtError = "uncaught error"
        /// The page did not load.
        case loadFailure = "load failure"
        /// The page ran out of time with its tests unfinished.
        case hang
        /// The page's web process ended.
        case crash
        /// The page ran and told of no test.
        case noTestReported = "no test reported"
        /// The page asked something in a dialog, which nobody is there to answer.
        case dialog
        /// A test ran for longer than one may.
        case testHang = "test hang"
        /// The page left for another address before its tests were done.
        case navigatedAway = "navigated away"
        /// The tests told do not match the plan told.
        case planMismatch = "plan mismatch"
        /// The page gave up with `Bail out!`.
        case bailedOut = "bailed out"
        /// The test library says that the page as a whole failed.
        case harnessError = "harness error"
        /// The page used a Web API that the run forbids.
        case forbiddenAPI = "forbidden API"
    }

    /// The cause of the failure.
    public var kind: Kind
    /// A sentence: what happened, and where it helps, what to do.
    public var message: String
    /// The position in the page.
    public var position: SourcePosition?
    /// The stack, one frame a line.
    public var stack: String?
    /// The source around the position, where it is a file's that the run serves.
    public var source: SourceExcerpt?
    /// The picture that was taken of the page, as a path.
    public var screenshot: String?

    /// A failure; `position` is read from the stack when it is not given.
    public init(kind: Kind, message: String, position: SourcePosition? = nil, stack: String? = nil) {
        self.kind = kind
        self.message = message
        self.position = position ?? stack.flatMap { SourcePosition(stack: $0) }
        self.stack = stack
    }
}
