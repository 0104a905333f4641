import Foundation

/// The report for GitHub Actions: the spec report, and at its end an annotation for each failure and each flaky test.
///
/// GitHub shows an annotation beside the line that it names.
/// Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, "Setting an error message".
///
/// Texts of pages cannot run workflow commands: the report stops commands with a token that no page knows.
public struct GitHubReporter: RunReporter {
    private let token: String
    private let write: @Sendable (String) -> Void
    private var spec: SpecReporter
    private var annotations: [String] = []

    /// A reporter that writes whole lines.
    ///
    /// - Parameter token: the name of the command that resumes commands.
    public init(
        colours: Colours = .none, token: String = UUID().uuidString, write: @escaping @Sendable (String) -> Void
    ) {
        self.token = token
        spec = SpecReporter(colours: colours, write: write)
        self.write = write
    }

    /// Receives the next event, and writes the text that it completes.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .runStarted: write("::stop-commands::\(token)\n")
        case .pageFinished(let result): annotate(result)
        case .runFinished:
            // Before the spec report's last lines, which scripts read.
            let commands = ["::\(token)::\n"] + annotations + ["::stop-commands::\(token)\n"]
            write(commands.joined())
        case .pageStarted, .testStarted, .testFinished, .console, .pageRetried: break
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
