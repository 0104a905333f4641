public import Foundation

/// The options of page suites.
public struct PageSuiteOptions: Sendable {
    /// The options of each page's view.
    public var page = PageOptions()
    /// Seconds until a page that has not ended is given up, counted from its document. A document may take as long to arrive.
    public var timeout: Double = 60
    /// Seconds that a test may take. mocha, QUnit and Jasmine fail a test that takes longer and chooses no limit of its own; a page
    /// is given up when a test goes on for longer all the same. nil for what the libraries allow.
    public var testTimeout: Double?
    /// The tests that count; nil for all. mocha and Jasmine run no others.
    public var wantedTests: NamePattern?
    /// The number of times that a page that fails is run again.
    public var retries = 0
    /// Whether the run ends with the first failure.
    public var stopsAtFirstFailure = false
    /// The folder for a picture of the page at each failure; nil for none.
    public var screenshots: URL?

    /// The usual options.
    public init() {}
}
