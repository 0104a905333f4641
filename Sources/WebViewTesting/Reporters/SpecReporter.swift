/// The report for people: each test as it ends, under its page, with all there is to know about a failure.
///
/// Its last line is exactly `N passed, N failed`, with `, N skipped` when there are any: scripts may rely on it.
public struct SpecReporter: RunReporter {
    private let colours: Colours
    private let slowAfter: Double
    private let write: @Sendable (String) -> Void
    private var page: String?
    private var failed: [String] = []

    /// A reporter that writes whole lines.
    ///
    /// - Parameter slowAfter: seconds after which a test's duration is shown.
    public init(colours: Colours = .none, slowAfter: Double = 0.1, write: @escaping @Sendable (String) -> Void) {
        self.colours = colours
        self.slowAfter = slowAfter
        self.write = write
    }

    /// Takes the next event, and writes what is known with it.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .runStarted, .console: break
        case .pageStarted(let page): open(page)
        case .testFinished(let page, let test): receive(test, of: page)
        case .pageFinished(let result): receive(result)
        case .runFinished(let summary): receive(summary)
        }
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
        case .passed: line(2, colours.paint("✓", .green) + " \(name)\(tail)")
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
            place(test.position, stack: test.stack)
            printed(test.console)
        }
    }

    private mutating func receive(_ result: PageRunResult) {
        guard !result.failures.isEmpty else { return }
        open(result.page)
        for failure in result.failures {
            let message = ReportText.visible(failure.message)
            let first = message.prefix { $0 != "\n" }
            let title = "\(failure.kind.rawValue): \(first)"
            failed.append("\(ReportText.line(result.page)) › \(title)")
            line(2, colours.paint("✗ \(title)", .red))
            if first.count < message.count { block(String(message.dropFirst(first.count + 1))) }
            place(failure.position, stack: failure.stack)
        }
        printed(result.console)
    }

    private func receive(_ summary: RunSummary) {
        write("\n")
        if !failed.isEmpty {
            line(0, colours.paint("Failed:", .bold))
            for name in failed { line(2, colours.paint("✗ ", .red) + name) }
            write("\n")
        }
        let pages = summary.pages == 1 ? "1 page" : "\(summary.pages) pages"
        line(0, colours.paint("\(pages) in \(ReportText.duration(summary.duration))", .dim))
        line(0, summary.line)
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

    private func place(_ position: SourcePosition?, stack: String?) {
        if let position { block("at \(position)", .cyan) }
        // A stack of the one frame just shown has nothing to add.
        guard let stack, stack.contains("\n") || position == nil else { return }
        for frame in ReportText.visible(stack).split(separator: "\n").prefix(20) {
            line(8, colours.paint(String(frame), .dim))
        }
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
