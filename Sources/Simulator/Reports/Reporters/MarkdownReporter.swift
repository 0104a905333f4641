/// A summary in Markdown, for the page of a job or for a comment: the figures, and each failure with its details.
///
/// Texts of pages stay text: they are in code blocks, or their punctuation is escaped.
/// Source: https://spec.commonmark.org/0.31.2/, sections 2.4 and 4.5.
public struct MarkdownReporter: RunReporter {
    /// GitHub shows a summary of at most 1 MiB.
    private static let mostFailures = 50
    private static let mostCharacters = 8_000

    private let write: @Sendable (String) -> Void
    private var failures: [String] = []
    private var flaky: [String] = []

    /// A reporter that writes once, at the end of the run.
    public init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Receives the next event, and writes the text at the end of the run.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .pageFinished(let page): add(page)
        case .runFinished(let summary): write(text(summary))
        case .runStarted, .pageStarted, .testStarted, .testFinished, .console, .pageRetried: break
        }
    }

    private mutating func add(_ page: PageRunResult) {
        for test in page.tests where test.status.isFailure {
            failures.append(Self.section("\(page.page) › \(test.fullName)", FailureText.lines(of: test)))
        }
        for failure in page.failures {
            failures.append(Self.section("\(page.page) › \(failure.kind.rawValue)", FailureText.lines(of: failure)))
        }
        for test in page.tests where test.isFlaky { flaky.append("\(page.page) › \(test.fullName)") }
        if page.passed, let failure = page.earlierFailures.first {
            flaky.append("\(page.page) › \(failure.kind.rawValue)")
        }
    }

    private func text(_ summary: RunSummary) -> String {
        let pages = summary.pages == 1 ? "1 page" : "\(summary.pages) pages"
        var text = "### \(summary.failed == 0 ? "✓" : "✗") \(summary.line)\n\n"
        text += "\(pages) in \(ReportText.duration(summary.duration))\n"
        if summary.unfinishedPages > 0 { text += "\nPages that were not run to the end: \(summary.unfinishedPages)\n" }
        text += failures.prefix(Self.mostFailures).joined()
        if failures.count > Self.mostFailures {
            text += "\nFurther failures: \(failures.count - Self.mostFailures)\n"
        }
        if !flaky.isEmpty { text += "\nFlaky:\n\n" }
        for name in flaky.prefix(Self.mostFailures) { text += "- \(Self.escaped(name))\n" }
        if flaky.count > Self.mostFailures { text += "\nFurther flaky tests: \(flaky.count - Self.mostFailures)\n" }
        return text
    }

    private static func section(_ title: String, _ details: [String]) -> String {
        let details = ReportText.visible(details.joined(separator: "\n")).prefix(mostCharacters)
        let longest = details.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\n#### ✗ \(escaped(title))\n\n\(fence)text\n\(details)\n\(fence)\n"
    }

    /// Escapes all ASCII punctuation that Markdown gives a meaning, and names that GitHub links.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in ReportText.line(text).prefix(500) {
            if "\\`*_{}[]()<>#+-!|~&:".contains(character) { result += "\\" }
            result.append(character)
            // A word joiner keeps GitHub from notifying people.
            if character == "@" { result += "\u{2060}" }
        }
        return result
    }
}
