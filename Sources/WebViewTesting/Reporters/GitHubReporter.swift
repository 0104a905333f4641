/// The report for GitHub Actions: the spec report, and at its end an annotation for each failure and each flaky test.
///
/// GitHub shows an annotation beside the line that it names.
/// Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, "Setting an error message".
public struct GitHubReporter: RunReporter {
    private let write: @Sendable (String) -> Void
    private var spec: SpecReporter
    private var annotations: [String] = []

    /// A reporter that writes whole lines.
    public init(colours: Colours = .none, write: @escaping @Sendable (String) -> Void) {
        spec = SpecReporter(colours: colours, write: write)
        self.write = write
    }

    /// Receives the next event, and writes the text that it completes.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .pageFinished(let result): annotate(result)
        // Before the spec report's last lines, which scripts read.
        case .runFinished: for annotation in annotations { write(annotation) }
        case .runStarted, .pageStarted, .testStarted, .testFinished, .console, .pageRetried: break
        }
        spec.receive(event)
    }

    private mutating func annotate(_ page: PageRunResult) {
        for test in page.tests where test.status.isFailure || test.isFlaky {
            let details = test.isFlaky ? test.earlierFailures : FailureText.lines(of: test)
            add(
                test.isFlaky ? "warning" : "error", title: (test.isFlaky ? "Flaky: " : "") + test.fullName, details,
                at: test.position, of: page)
        }
        for failure in page.failures {
            add("error", title: failure.kind.rawValue, FailureText.lines(of: failure), at: failure.position, of: page)
        }
        guard page.passed else { return }
        for failure in page.earlierFailures {
            add("warning", title: "Flaky: \(failure.kind.rawValue)", [failure.message], at: failure.position, of: page)
        }
    }

    private mutating func add(
        _ command: String, title: String, _ details: [String], at position: SourcePosition?, of page: PageRunResult
    ) {
        var properties = ["title=\(Self.property("\(page.page) › \(title)"))"]
        if let position, let file = position.file {
            properties.insert("file=\(Self.property(file)),line=\(position.line)", at: 0)
            if let column = position.column { properties[0] += ",col=\(column)" }
        } else if !page.page.contains("://") {
            properties.insert("file=\(Self.property(page.page))", at: 0)
        }
        let message = Self.data(ReportText.visible(details.joined(separator: "\n")))
        annotations.append("::\(command) \(properties.joined(separator: ","))::\(message)\n")
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(ReportText.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
