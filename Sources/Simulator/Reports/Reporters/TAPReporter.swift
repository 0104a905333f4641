/// The report for programs that read TAP version 13: https://testanything.org/tap-version-13-specification.html
///
/// A test is named `page: test`; a page's own failure is a test that is not ok. The plan comes last.
public struct TAPReporter: RunReporter {
    private let write: @Sendable (String) -> Void
    private var count = 0

    /// A reporter that writes whole lines.
    public init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Receives the next event, and writes the text that it completes.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .runStarted: write("TAP version 13\n")
        case .pageStarted, .testStarted, .console: break
        case .pageRetried(let result):
            write("# \(ReportText.line(result.page)) failed and is run again\n")
        case .testFinished(let page, let test): receive(test, of: page)
        case .pageFinished(let result):
            for failure in result.failures {
                point("not ok", "\(result.page): \(failure.kind.rawValue)", directive: "")
                diagnostic([
                    ("message", failure.message), ("at", failure.position?.description), ("stack", failure.stack),
                    ("screenshot", failure.screenshot),
                ])
            }
        case .runFinished(let summary):
            write("1..\(count)\n")
            if summary.isInterrupted {
                write("Bail out! The run was interrupted.\n")
            } else if summary.unfinishedPages > 0 {
                write("Bail out! The run ended with the first failure.\n")
            }
        }
    }

    private mutating func receive(_ test: PageTestResult, of page: String) {
        let name = "\(page): \(test.fullName)"
        switch test.status {
        case .passed:
            point("ok", name, directive: "")
            if test.isFlaky { write("# flaky: failed \(test.earlierFailures.count) times before\n") }
        case .skipped: point("ok", name, directive: directive("SKIP", test.message))
        case .todo: point("not ok", name, directive: directive("TODO", test.message))
        case .failed, .timedOut:
            point("not ok", name, directive: "")
            let late = test.status == .timedOut ? "The test ran out of time." : nil
            diagnostic([
                ("message", test.message ?? late), ("expected", test.expected), ("actual", test.actual),
                ("at", test.position?.description), ("stack", test.stack),
                ("screenshot", test.screenshot),
                ("console", test.console.isEmpty ? nil : test.console.map(\.text).joined(separator: "\n")),
            ])
        }
    }

    private mutating func point(_ status: String, _ name: String, directive: String) {
        count += 1
        write("\(status) \(count) - \(Self.escaped(name))\(directive)\n")
    }

    private func directive(_ name: String, _ reason: String?) -> String {
        reason.map { " # \(name) \(Self.escaped($0))" } ?? " # \(name)"
    }

    private func diagnostic(_ values: [(key: String, text: String?)]) {
        let lines = values.compactMap { value in value.text.map { "  \(value.key): \(Self.quoted($0))\n" } }
        if !lines.isEmpty { write("  ---\n" + lines.joined() + "  ...\n") }
    }

    /// One line in which no `#` begins a directive.
    private static func escaped(_ text: String) -> String {
        ReportText.line(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }

    /// A YAML double-quoted scalar: the one style that takes any text, on one line.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\u{0}"..<" ", "\u{7F}"..."\u{A0}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}",
                "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
