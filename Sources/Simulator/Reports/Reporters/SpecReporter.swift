/// The report for people: each test as it ends, under its page, with all there is to know about a failure.
///
/// Its last line is exactly `N passed, N failed`, with `, N skipped` and `, N flaky` when there are any: scripts may rely on it.
public struct SpecReporter: RunReporter {
    private let colours: Colours
    private let slowAfter: Double
    private let write: @Sendable (String) -> Void
    private var page: String?
    private var failed: [String] = []
    private var flaky: [String] = []
    private var snapshots = SnapshotCounts()
    private var progress: RunProgress?

    /// A reporter that writes whole lines.
    ///
    /// - Parameters:
    ///   - slowAfter: seconds after which a test's duration is shown.
    ///   - progressWidth: the columns of the terminal whose last line shows how far the run is; nil for a report without one.
    public init(
        colours: Colours = .none, slowAfter: Double = 0.1, progressWidth: Int? = nil,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.colours = colours
        self.slowAfter = slowAfter
        progress = progressWidth.map { RunProgress(width: $0) }
        self.write = write
    }

    /// Receives the next event, and writes the text that it completes.
    public mutating func receive(_ event: RunEvent) {
        if let erased = progress?.erase() { write(erased) }
        switch event {
        case .runStarted, .testStarted, .console: break
        case .pageStarted(let page): open(page)
        case .testFinished(let page, let test): receive(test, of: page)
        case .pageRetried(let result): retry(result)
        case .pageFinished(let result): receive(result)
        case .runFinished(let summary): receive(summary)
        }
        if let line = progress?.line(after: event) { write(colours.paint(line, .dim)) }
    }

    private mutating func retry(_ result: PageRunResult) {
        open(result.page)
        let count = result.failures.count + result.tests.count { $0.status.isFailure }
        line(2, colours.paint("↻ \(count) failed; the page is run again", .yellow))
    }

    private mutating func open(_ name: String) {
        guard page != name else { return }
        if page != nil { write("\n") }
        page = name
        line(0, colours.paint(ReportText.line(name), .bold))
    }

    private mutating func receive(_ test: PageTestResult, of page: String) {
        open(page)
        let name = ReportText.line(test.fullName)
        let time = test.duration.flatMap { $0 >= slowAfter ? " (\(ReportText.duration($0)))" : nil } ?? ""
        let tail = colours.paint(time, .yellow)
        switch test.status {
        case .passed:
            let mark = test.isFlaky ? colours.paint(" (flaky)", .yellow) : ""
            if test.isFlaky { flaky.append("\(ReportText.line(page)) › \(name)") }
            line(2, colours.paint("✓", .green) + " \(name)\(tail)\(mark)")
        case .skipped, .todo:
            let word = test.status == .todo ? "todo" : "skipped"
            let reason = test.message.map { ": \(ReportText.line($0))" } ?? ""
            line(2, colours.paint("- \(name) (\(word)\(reason))", .cyan))
        case .failed, .timedOut:
            failed.append("\(ReportText.line(page)) › \(name)")
            line(2, colours.paint("✗ \(name)", .red) + tail)
            if test.status == .timedOut { block(test.message ?? "The test ran out of time.") }
            if test.status == .failed, let message = test.message { block(message) }
            compare(test)
            place(test.position, test.source, stack: test.stack)
            if let screenshot = test.screenshot { block("screenshot: \(screenshot)", .cyan) }
            printed(test.console)
        }
    }

    private mutating func receive(_ result: PageRunResult) {
        if var counts = result.snapshots {
            counts.obsolete = counts.obsolete.map { "\(ReportText.line(result.page)) › \(ReportText.line($0))" }
            snapshots.add(counts)
        }
        if result.passed, !result.earlierFailures.isEmpty {
            open(result.page)
            line(
                2, colours.paint("! flaky: \(result.earlierFailures[0].kind.rawValue) when it was run before", .yellow))
            flaky.append("\(ReportText.line(result.page)) › \(result.earlierFailures[0].kind.rawValue)")
        }
        defer { traced(result) }
        guard !result.failures.isEmpty else { return }
        open(result.page)
        for failure in result.failures {
            let message = ReportText.visible(failure.message)
            let first = message.prefix { $0 != "\n" }
            let title = "\(failure.kind.rawValue): \(first)"
            failed.append("\(ReportText.line(result.page)) › \(Self.shortened(title))")
            line(2, colours.paint("✗ \(title)", .red))
            if first.count < message.count { block(String(message.dropFirst(first.count + 1))) }
            place(failure.position, failure.source, stack: failure.stack)
            if let screenshot = failure.screenshot { block("screenshot: \(screenshot)", .cyan) }
        }
        printed(result.console)
    }

    private mutating func traced(_ result: PageRunResult) {
        guard let trace = result.trace, !result.passed else { return }
        open(result.page)
        block("trace: swwebview trace '\(trace)'", .cyan)
    }

    private mutating func receive(_ summary: RunSummary) {
        write("\n")
        if !failed.isEmpty {
            line(0, colours.paint("Failed:", .bold))
            for name in failed { line(2, colours.paint("✗ ", .red) + name) }
            write("\n")
        }
        if !flaky.isEmpty {
            line(0, colours.paint("Flaky:", .bold))
            for name in flaky { line(2, colours.paint("! ", .yellow) + name) }
            write("\n")
        }
        if !snapshots.isEmpty {
            line(0, colours.paint("Snapshots: \(snapshots.line)", .yellow))
            for name in snapshots.obsolete { line(2, name) }
            if !snapshots.obsolete.isEmpty { line(2, colours.paint("--update removes obsolete snapshots.", .dim)) }
            write("\n")
        }
        if summary.unfinishedPages > 0 {
            let pages = summary.unfinishedPages == 1 ? "1 page was" : "\(summary.unfinishedPages) pages were"
            let why = summary.isInterrupted ? "Interrupted" : "Ended with the first failure"
            line(0, colours.paint("\(why): \(pages) not run to the end.", .yellow))
        } else if summary.isInterrupted {
            line(0, colours.paint("Interrupted.", .yellow))
        }
        let pages = summary.pages == 1 ? "1 page" : "\(summary.pages) pages"
        line(0, colours.paint("\(pages) in \(ReportText.duration(summary.duration))", .dim))
        line(0, summary.line)
    }

    /// As much of a sentence as names it in a list.
    private static func shortened(_ text: String) -> String {
        text.count <= 100 ? text : text.prefix(99) + "…"
    }

    private func compare(_ test: PageTestResult) {
        guard test.expected != nil || test.actual != nil else { return }
        guard let expected = test.expected, let actual = test.actual, (expected + actual).contains("\n") else {
            if let expected = test.expected { block("expected: \(expected)", .green) }
            if let actual = test.actual { block("actual:   \(actual)", .red) }
            return
        }
        block("- expected  + actual", .dim)
        for (sign, text) in ReportText.difference(expected: expected, actual: actual) {
            block("\(sign) \(text)", sign == "-" ? .green : sign == "+" ? .red : .dim)
        }
    }

    private func place(_ position: SourcePosition?, _ source: SourceExcerpt?, stack: String?) {
        if let position { block("at \(position)", .cyan) }
        for (text, isMarked) in source?.frame ?? [] { line(8, isMarked ? text : colours.paint(text, .dim)) }
        // A stack of the one frame just shown has nothing to add.
        let frames = SourcePosition.ownFrames(of: stack ?? "")
        guard frames.count > 1 || position == nil else { return }
        for frame in frames.prefix(20) { line(8, colours.paint(ReportText.visible(String(frame)), .dim)) }
    }

    private func printed(_ console: [ConsoleLine]) {
        guard !console.isEmpty else { return }
        block("console:", .dim)
        for message in console {
            for text in ReportText.visible(message.text).split(separator: "\n") {
                line(8, colours.paint("[\(message.level.rawValue)] ", .dim) + text)
            }
        }
    }

    private func block(_ text: String, _ colour: Colours.Colour? = nil) {
        for text in ReportText.visible(text).split(separator: "\n", omittingEmptySubsequences: false) {
            line(6, colour.map { colours.paint(String(text), $0) } ?? String(text))
        }
    }

    private func line(_ indent: Int, _ text: String) {
        write(String(repeating: " ", count: indent) + text + "\n")
    }
}
