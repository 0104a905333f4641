public import Foundation

/// The report for build servers: JUnit XML as Jenkins reads it, one suite a page, written whole when the run is over.
///
/// A failed assertion is a `failure`; what failed about the page itself is an `error` in a case that is named after its kind;
/// what held only when the page was run again has `flakyFailure`s.
public struct JUnitReporter: RunReporter {
    private let write: @Sendable (String) -> Void
    private let now: @Sendable () -> Date
    private var started: [String: Date] = [:]
    private var suites = ""
    private var total = Counts()

    private struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0

        var attributes: String {
            "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
        }
    }

    /// A reporter that writes once, at the end.
    public init(now: @escaping @Sendable () -> Date = { Date() }, write: @escaping @Sendable (String) -> Void) {
        self.now = now
        self.write = write
    }

    /// Takes the next event, and writes when it is the last.
    public mutating func receive(_ event: RunEvent) {
        switch event {
        case .pageStarted(let page): started[page] = now()
        case .pageFinished(let result): add(result)
        case .runFinished(let summary):
            write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="swwebview" \(total.attributes) time="\(Self.time(summary.duration))">
                \(suites)</testsuites>

                """)
        case .runStarted, .testStarted, .testFinished, .console, .pageRetried: break
        }
    }

    private mutating func add(_ page: PageRunResult) {
        var counts = Counts()
        var cases = ""
        for test in page.tests {
            counts.tests += 1
            counts.failures += test.status.isFailure ? 1 : 0
            counts.skipped += test.status == .skipped || test.status == .todo ? 1 : 0
            cases += Self.testCase(test, of: page)
        }
        for failure in page.failures {
            counts.tests += 1
            counts.errors += 1
            cases += Self.testCase(failure, of: page)
        }
        if page.passed, !page.earlierFailures.isEmpty {
            counts.tests += 1
            let flaky = page.earlierFailures.map {
                "      <flakyError message=\"\(Self.attribute($0.message))\" type=\"\($0.kind.rawValue)\"/>\n"
            }
            cases +=
                "    <testcase name=\"page\" classname=\"\(Self.attribute(page.page))\" time=\"0.000\">\n"
                + flaky.joined() + "    </testcase>\n"
        }
        let date = (started[page.page] ?? now()).formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon))
        // The schema's dates have no zone; they are in UTC.
        let stamp = date.hasSuffix("Z") ? String(date.dropLast()) : date
        suites +=
            "  <testsuite name=\"\(Self.attribute(page.page))\" \(counts.attributes) time=\"\(Self.time(page.duration))\""
            + " timestamp=\"\(stamp)\">\n" + cases
        let printed = Self.console(page.console)
        if !printed.isEmpty { suites += "    <system-out>\(printed)</system-out>\n" }
        suites += "  </testsuite>\n"
        total.tests += counts.tests
        total.failures += counts.failures
        total.errors += counts.errors
        total.skipped += counts.skipped
    }

    private static func testCase(_ test: PageTestResult, of page: PageRunResult) -> String {
        let groups = [page.page] + test.name.dropLast()
        var inside = ""
        switch test.status {
        case .passed: break
        case .skipped: inside += "      <skipped\(message(test.message))/>\n"
        case .todo: inside += "      <skipped\(message("to be done" + (test.message.map { ": \($0)" } ?? "")))/>\n"
        case .failed, .timedOut:
            let type = test.status == .timedOut ? "timeout" : "failure"
            let text = test.message ?? (test.status == .timedOut ? "The test ran out of time." : "The test failed.")
            let details = FailureText.lines(of: test).joined(separator: "\n")
            inside += "      <failure message=\"\(attribute(text))\" type=\"\(type)\">\(content(details))</failure>\n"
        }
        for earlier in test.earlierFailures {
            let name = test.isFlaky ? "flakyFailure" : "rerunFailure"
            inside += "      <\(name) message=\"\(attribute(earlier))\" type=\"failure\"/>\n"
        }
        let printed = console(test.console)
        if !printed.isEmpty { inside += "      <system-out>\(printed)</system-out>\n" }
        let head =
            "    <testcase name=\"\(attribute(test.name.last ?? ""))\" classname=\"\(attribute(groups.joined(separator: " › ")))\""
            + " time=\"\(time(test.duration ?? 0))\"\(place(test.position, of: page))"
        return inside.isEmpty ? head + "/>\n" : head + ">\n" + inside + "    </testcase>\n"
    }

    private static func testCase(_ failure: PageFailure, of page: PageRunResult) -> String {
        let details = FailureText.lines(of: failure).joined(separator: "\n")
        return """
                <testcase name="\(failure.kind.rawValue)" classname="\(attribute(page.page))" time="0.000"\(place(failure.position, of: page))>
                  <error message="\(attribute(failure.message))" type="\(failure.kind.rawValue)">\(content(details))</error>
                </testcase>

            """
    }

    /// Returns the attributes for the file of a case, and for the line if known; empty for pages on servers.
    private static func place(_ position: SourcePosition?, of page: PageRunResult) -> String {
        if let position, let file = position.file { return " file=\"\(attribute(file))\" line=\"\(position.line)\"" }
        return page.page.contains("://") ? "" : " file=\"\(attribute(page.page))\""
    }

    private static func console(_ lines: [ConsoleLine]) -> String {
        content(lines.map { "[\($0.level.rawValue)] \($0.text)" }.joined(separator: "\n"))
    }

    private static func time(_ seconds: Double) -> String {
        String(format: "%.3f", locale: Locale(identifier: "en_US_POSIX"), seconds)
    }

    private static func message(_ text: String?) -> String { text.map { " message=\"\(attribute($0))\"" } ?? "" }

    private static func content(_ text: String) -> String {
        // A control character is in no XML, not even escaped.
        ReportText.visible(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\u{FFFE}", with: "\u{FFFD}").replacing(
                "\u{FFFF}", with: "\u{FFFD}")
    }

    private static func attribute(_ text: String) -> String {
        content(text).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
    }
}
