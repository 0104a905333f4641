public import Foundation
public import Simulator
import WebKit

/// The options of page suites.
public struct PageSuiteOptions: Sendable {
    /// The options of each page's view.
    public var page = SimulatorOptions()
    /// The isolation of a page from earlier pages. A suite with a ``SimulatorOptions/dataStore`` always has
    /// ``PageIsolation/process``, and its pages share the store's data.
    public var isolation = PageIsolation.data
    /// Seconds until a page that has not ended is given up, counted from its document. A document may take as long to arrive.
    public var timeout: Double = 60
    /// Seconds that a test may take. mocha, QUnit and Jasmine fail a test that takes longer and chooses no limit of its own; a page
    /// is given up when a test goes on for longer all the same. nil for what the libraries allow.
    public var testTimeout: Double?
    /// The test library of scripts. The default detects each script's library.
    public var framework = FrameworkChoice()
    /// The tests that count; nil for all. mocha and Jasmine run no others.
    public var wantedTests: NamePattern?
    /// Whether a test that is marked as the only one fails its page.
    public var forbidsOnly = false
    /// Whether unhandled rejections are only printed.
    public var allowsUnhandledRejections = false
    /// The number of times that a page that fails is run again.
    public var retries = 0
    /// Whether the run ends with the first failure.
    public var stopsAtFirstFailure = false
    /// The snapshots that a run may write. The default is ``SnapshotUpdate/usual``.
    public var snapshotUpdate = SnapshotUpdate.usual
    /// The folder for a picture of the page at each failure; nil for none.
    public var screenshots: URL?
    /// Whether results name the files that pages depend on, see ``PageRunResult/files``.
    public var notesFiles = false
    /// Whether and how uses of Web APIs are counted, see ``PageRunResult/webAPIs``; nil for no counting.
    public var fidelity: FidelityOptions?
    /// Whether results have the blocks of scripts that pages ran. ``ViewInspection`` must have started.
    package var recordsCoverage = false
    /// The traces of pages; nil for none.
    public var trace: TraceOptions?
    /// The function that gets the view of each page as the page begins, and nil as it ends. Views are on the screen then, so that
    /// their pictures can be followed. nil for no such function.
    package var showing: (@MainActor @Sendable (WKWebView?) -> Void)?

    /// The usual options.
    public init() {}
}
