/// An event of a run, in order, as reporters receive it. Pages are named by their display name.
public enum RunEvent: Sendable, Equatable {
    /// The run begins, with so many pages to go.
    case runStarted(pages: Int)
    /// A page is about to load.
    case pageStarted(page: String)
    /// A test began, as far as the page's library tells: its groups, outermost first, and its own name.
    case testStarted(page: String, name: [String])
    /// A test ended.
    case testFinished(page: String, PageTestResult)
    /// A page printed something that is no test protocol; it comes again inside the result it belongs to.
    case console(page: String, ConsoleLine)
    /// A page failed with this result and is run again; its earlier events no longer count.
    case pageRetried(PageRunResult)
    /// A page is done; its tests were reported before, its failures were not.
    case pageFinished(PageRunResult)
    /// All pages are done.
    case runFinished(RunSummary)
}
