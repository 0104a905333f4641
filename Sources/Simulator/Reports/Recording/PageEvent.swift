/// An event of a page, as a recorder receives it, in the order it happened.
public enum PageEvent: Sendable, Equatable {
    /// The page printed on its console.
    case console(ConsoleLevel, String)
    /// A worker of the page's printed on its console, or failed there.
    case workerConsole(ConsoleLevel, String)
    /// A frame of the page's, or a window that it opened, printed on its console.
    case frameConsole(ConsoleLevel, String)
    /// An error or a rejection that nobody handled in a frame of the page's, or in a window that it opened.
    ///
    /// `isOwn` tells whether the document has the page's origin.
    case frameError(message: String, position: SourcePosition?, stack: String?, isOwn: Bool)
    /// The page opened a dialog, named by its function: `alert`, `confirm` or `prompt`. It was dismissed.
    case dialog(function: String, message: String)
    /// An error or a rejection nobody handled; line and column count from 1.
    case uncaughtError(message: String, source: String?, line: Int?, column: Int?, stack: String?)
    /// An error that no script of the page can notice, such as one of a timer in native.js.
    case hostError(message: String)
    /// The test script of the page failed to load or run, so that its tests are missing.
    case scriptFailed(message: String, position: SourcePosition?, stack: String?)
    /// A resource of the page failed to load, or its response has an error status.
    case resourceFailed(address: String, reason: String)
    /// A script of the document, or a module that it imports, failed to load. The address is nil for a script without one.
    case scriptMissing(address: String?)
    /// A test library spoke.
    case harness(HarnessEvent)
    /// The page's `load` event is over.
    case loadFinished
    /// The page could not be loaded.
    case loadFailed(message: String)
    /// The page's web process ended.
    case processTerminated
    /// The test that runs, or the next to end, took longer than this many seconds, which one may.
    case testTimedOut(limit: Double)
    /// The run is over.
    case stopped
    /// The page's time is over.
    case timedOut
    /// The page's main frame went to another address.
    case navigatedAway(url: String)
    /// Everything the page sent up to now has been received: the answer to ``PageRecorder/Phase/settling(_:)``.
    case settled
}
