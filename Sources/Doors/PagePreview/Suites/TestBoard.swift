import WebViewTesting

/// The pages of a suite with their states and results, as a person sees them. A value; it knows no viewer.
struct TestBoard {
    /// The state of a page or of a test.
    enum State: String, Encodable, Sendable {
        /// The page has not run.
        case idle
        /// The page runs when those before it are done.
        case queued
        case running, passed, failed, flaky
        /// The run ended before the page did.
        case stopped
    }

    /// A page with its last result.
    struct Page: Encodable, Sendable {
        var name: String
        var state = State.idle
        var result: PageRunResult?
    }

    /// An event for viewers. Exactly one member is there.
    struct Event: Encodable, Sendable {
        /// All pages, in their order.
        var pages: [Page]?
        /// A page that has changed as a whole.
        var page: Page?
        /// A test that began or ended in a page.
        var test: Test?
        var run: Run?

        struct Test: Encodable, Sendable {
            var page: String
            var name: [String]
            /// nil for a test that began.
            var result: PageTestResult?
        }

        struct Run: Encodable, Sendable {
            var isRunning: Bool
            var watchesFiles: Bool
            /// The last line of the last run; nil before the first has ended.
            var summary: String?
        }
    }

    private(set) var pages: [Page] = []
    private(set) var run: Event.Run
    /// The one test that runs; nil for all tests of a page.
    private var onlyTest: [String]?
    /// The results before the pages that run now.
    private var earlier: [String: Page] = [:]

    init(watchesFiles: Bool) { run = Event.Run(isRunning: false, watchesFiles: watchesFiles) }

    /// The events that tell a new viewer everything.
    var whole: [Event] { [Event(pages: pages), Event(run: run)] }

    /// The names of the pages that failed, and of those that have not run.
    var unpassed: [String] { pages.filter { $0.state != .passed && $0.state != .flaky }.map(\.name) }

    /// Replaces the pages by those that there are now, and keeps the results.
    mutating func list(_ names: [String]) -> [Event] {
        let known = Dictionary(pages.map { ($0.name, $0) }) { first, _ in first }
        guard names != pages.map(\.name) else { return [] }
        pages = names.map { known[$0] ?? Page(name: $0) }
        return [Event(pages: pages)]
    }

    /// Begins a run of pages.
    ///
    /// - Parameter test: the one test that runs.
    mutating func begin(_ names: [String], test: [String]?) -> [Event] {
        onlyTest = test
        run.isRunning = true
        earlier = Dictionary(pages.map { ($0.name, $0) }) { first, _ in first }
        return [Event(run: run)] + names.flatMap { change($0) { $0.state = .queued } }
    }

    /// Takes an event of the run, and returns the events for viewers.
    mutating func receive(_ event: RunEvent) -> [Event] {
        switch event {
        case .runStarted, .console: []
        case .pageStarted(let page): change(page) { $0.state = .running }
        case .pageRetried(let result): change(result.page) { $0.state = .running }
        case .testStarted(let page, let name): [Event(test: Event.Test(page: page, name: name))]
        case .testFinished(let page, let test):
            [Event(test: Event.Test(page: page, name: test.name, result: test))]
        case .pageFinished(let result): finish(result)
        case .runFinished(let summary): finish(summary)
        }
    }

    private mutating func finish(_ result: PageRunResult) -> [Event] {
        let merged = onlyTest == nil ? result : result.joining(earlier[result.page]?.result)
        return change(result.page) { page in
            page.result = merged
            page.state = State(of: merged)
        }
    }

    private mutating func finish(_ summary: RunSummary) -> [Event] {
        run.isRunning = false
        run.summary = summary.line + (summary.isInterrupted ? ", stopped" : "")
        var events = [Event(run: run)]
        for page in pages where page.state == .queued || page.state == .running {
            let state = earlier[page.name]?.state ?? .idle
            events += change(page.name) { $0.state = state }
        }
        return events
    }

    private mutating func change(_ name: String, _ body: (inout Page) -> Void) -> [Event] {
        guard let index = pages.firstIndex(where: { $0.name == name }) else { return [] }
        body(&pages[index])
        return [Event(page: pages[index])]
    }
}

extension PageRunResult {
    /// Returns the result with the tests of an earlier one that it has not.
    fileprivate func joining(_ earlier: PageRunResult?) -> PageRunResult {
        guard let earlier else { return self }
        var joined = self
        let names = Set(tests.map(\.name))
        var rest = tests
        joined.tests = earlier.tests.map { test in
            guard names.contains(test.name), let index = rest.firstIndex(where: { $0.name == test.name }) else {
                return test
            }
            return rest.remove(at: index)
        }
        joined.tests += rest
        return joined
    }
}

extension TestBoard.State {
    fileprivate init(of result: PageRunResult) {
        if !result.passed {
            self = .failed
        } else if result.completion == .stopped {
            self = .stopped
        } else {
            self = result.isFlaky ? .flaky : .passed
        }
    }
}
