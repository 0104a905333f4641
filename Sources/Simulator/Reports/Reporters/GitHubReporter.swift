public import Foundation
import ProcessFiles
import Synchronization

/// The report for GitHub Actions: the spec report, and at its end an annotation for each failure and each flaky test.
///
/// GitHub shows an annotation beside the line that it names.
/// Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, "Setting an error message".
///
/// Texts of pages cannot run workflow commands: the report stops commands with a token that no page knows. Commands are resumed
/// however the process ends, unless it is killed, since the later commands of the same step need them.
public struct GitHubReporter: RunReporter {
    private let commands: WorkflowCommands
    private let text = ReportLines()
    private var spec: SpecReporter
    private var annotations: [String] = []

    /// A reporter that writes whole lines.
    ///
    /// - Parameter token: the name of the command that resumes commands.
    public init(
        colours: Colours = .none, token: String = UUID().uuidString, write: @escaping @Sendable (String) -> Void
    ) {
        commands = WorkflowCommands(token: token, write: write)
        spec = SpecReporter(colours: colours) { [text] in text.append($0) }
    }

    /// Receives the next event, and writes the text that it completes.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .runStarted: commands.stop()
        case .pageFinished(let result): annotate(result)
        case .runFinished:
            // Before the spec report's last lines, which scripts read.
            commands.resume()
            commands.write(annotations.joined())
            commands.stop()
        case .pageStarted, .testStarted, .testFinished, .console, .pageRetried: break
        }
        spec.receive(event)
        var lines = text.take()
        guard case .runFinished = event, let last = lines.popLast() else { return commands.write(lines.joined()) }
        commands.write(lines.joined())
        commands.resume()
        // The figures, which no page can write.
        commands.write(last)
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

/// The lines that the spec report has written. They wait for what the report of GitHub writes between them.
private final class ReportLines: Sendable {
    private let lines = Mutex<[String]>([])

    func append(_ text: String) { lines.withLock { $0.append(text) } }

    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

/// Whether GitHub runs the workflow commands of an output. Any thread.
///
/// Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, "Stopping and starting workflow commands".
private final class WorkflowCommands: Sendable {
    private let token: String
    private let output: @Sendable (String) -> Void
    private let end = Mutex<ProcessEnd.Action?>(nil)

    init(token: String, write: @escaping @Sendable (String) -> Void) {
        self.token = token
        output = write
    }

    func write(_ text: String) { if !text.isEmpty { output(text) } }

    func stop() {
        output("::stop-commands::\(token)\n")
        // The process may end in the middle of a line.
        end.withLock { $0 = ProcessEnd.Action { [token, output] in output("\n::\(token)::\n") } }
    }

    func resume() {
        end.withLock { $0 = nil }
        output("::\(token)::\n")
    }
}
