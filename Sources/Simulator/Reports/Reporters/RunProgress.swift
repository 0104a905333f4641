/// The line at the end of a terminal that says how far a run is. It is written anew with each event, and erased before anything else.
struct RunProgress {
    private let width: Int
    private var isShown = false
    private var pages = (done: 0, all: 0)
    private var passed = 0
    private var failed = 0
    private var now = ""

    /// - Parameter width: the terminal's columns; a longer line could not be erased.
    init(width: Int) { self.width = width }

    /// Returns the control sequence that erases the line; nil when no line is shown.
    mutating func erase() -> String? {
        defer { isShown = false }
        return isShown ? "\r\u{1B}[K" : nil
    }

    /// The line as it is after an event; nil once the run is over.
    mutating func line(after event: RunEvent) -> String? {
        switch event {
        case .runStarted(let pages): self.pages = (0, pages)
        case .pageStarted(let page): now = page
        case .testStarted(let page, let name): now = page + " › " + name.joined(separator: " › ")
        case .testFinished(let page, let test):
            now = page
            if test.status == .passed { passed += 1 }
            if test.status.isFailure { failed += 1 }
        case .pageFinished(let result):
            pages.done += 1
            failed += result.failures.count
        case .console, .pageRetried: break
        case .runFinished: return nil
        }
        isShown = true
        let text = "\(pages.done)/\(pages.all) pages, \(passed) passed, \(failed) failed: \(ReportText.line(now))"
        return text.count < width ? text : text.prefix(max(width - 2, 0)) + "…"
    }
}
