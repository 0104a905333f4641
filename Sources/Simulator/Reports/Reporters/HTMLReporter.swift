public import Foundation

/// The report as one HTML file: every page with its tests, failures with source, console and pictures. It needs no network and no
/// other file.
public struct HTMLReporter: RunReporter {
    /// The largest picture that the file takes in, in bytes.
    private static let largestPicture = 8 << 20

    private let write: @Sendable (String) -> Void
    private let now: @Sendable () -> Date
    private var pages: [PageRunResult] = []

    /// A reporter that writes once, at the end.
    public init(now: @escaping @Sendable () -> Date = { Date() }, write: @escaping @Sendable (String) -> Void) {
        self.now = now
        self.write = write
    }

    /// Receives the next event, and writes when it is the last.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .pageFinished(let result): pages.append(result)
        case .runFinished(let summary): write(document(summary))
        case .runStarted, .pageStarted, .testStarted, .testFinished, .console, .pageRetried: break
        }
    }

    private func document(_ summary: RunSummary) -> String {
        let date = now().formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon))
        let counts = [
            ("failed", summary.failed), ("flaky", summary.flaky), ("skipped", summary.skipped),
            ("passed", summary.passed),
        ].map { name, count in
            "<label class=\"\(name)\"><input type=\"checkbox\" data-status=\"\(name)\" checked> \(count) \(name)</label>"
        }
        // Failed pages first, each group in the order of the run.
        let ordered = pages.filter { !$0.passed } + pages.filter { $0.passed }
        return ReportDocument(
            title: "\(summary.failed == 0 ? "✓" : "✗") \(summary.line)", script: EmbeddedFiles.report_js,
            hasPictures: true,
            header: """
                <h1>\(Self.text(summary.line))</h1>
                <p>\(summary.pages) \(summary.pages == 1 ? "page" : "pages") in \(ReportText.duration(summary.duration)), \(date)\
                \(summary.isInterrupted ? ", interrupted" : "")</p>
                <form>\(counts.joined(separator: "\n"))
                <input type="search" placeholder="Filter by name" aria-label="Filter by name"></form>
                """,
            main: ordered.map { Self.section($0) }.joined()
        ).html
    }

    private static func section(_ page: PageRunResult) -> String {
        let status = page.passed ? page.isFlaky ? "flaky" : "passed" : "failed"
        let failures = page.failures.map { failure in
            item(
                "failed", "\(failure.kind.rawValue): \(failure.message.prefix { $0 != "\n" })", nil,
                details(FailureText.lines(of: failure, withPicture: false), failure.screenshot, page.console))
        }
        let earlier =
            page.passed
            ? page.earlierFailures.map {
                item("flaky", "\($0.kind.rawValue) when it was run before", nil, details([$0.message], nil, []))
            }
            : []
        let tests = page.tests.map { test in
            let status =
                switch test.status {
                case .passed: test.isFlaky ? "flaky" : "passed"
                case .failed, .timedOut: "failed"
                case .skipped, .todo: "skipped"
                }
            let lines = test.status == .passed ? test.earlierFailures : FailureText.lines(of: test, withPicture: false)
            return item(status, test.fullName, test.duration, details(lines, test.screenshot, test.console))
        }
        return """
            <details class="page \(status)"\(page.passed ? "" : " open")>
            <summary>\(text(ReportText.line(page.page))) <small>\(ReportText.duration(page.duration))</small></summary>
            <ul>
            \((failures + earlier + tests).joined())</ul>
            \(page.trace.map { "<p>trace: <code>\(text($0))</code></p>" } ?? "")
            </details>

            """
    }

    private static func item(_ status: String, _ name: String, _ duration: Double?, _ details: String) -> String {
        let time = duration.map { " <small>\(ReportText.duration($0))</small>" } ?? ""
        let title = "\(text(ReportText.line(name)))\(time)"
        guard !details.isEmpty else { return "<li class=\"\(status)\">\(title)</li>\n" }
        return """
            <li class="\(status)"><details\(status == "failed" ? " open" : "")><summary>\(title)</summary>
            \(details)</details></li>

            """
    }

    private static func details(_ lines: [String], _ picture: String?, _ console: [ConsoleLine]) -> String {
        var result = lines.isEmpty ? "" : "<pre>\(text(lines.joined(separator: "\n")))</pre>\n"
        if let picture {
            result += image(picture) ?? "<p>screenshot: \(text(picture))</p>\n"
        }
        if !console.isEmpty {
            let printed = console.map { "[\($0.level.rawValue)] \($0.text)" }.joined(separator: "\n")
            result += "<pre class=\"console\">\(text(printed))</pre>\n"
        }
        return result
    }

    /// Returns a picture as an element; nil for a file that is missing or too large.
    private static func image(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path), data.count <= largestPicture else { return nil }
        return "<img alt=\"The page at the failure\" src=\"data:image/png;base64,\(data.base64EncodedString())\">\n"
    }

    private static func text(_ text: String) -> String {
        ReportText.html(text)
    }
}
