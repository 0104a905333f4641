import Reports
import Synchronization
import Testing

@Suite struct ReporterTests {
    private static let failing = PageTestResult(
        name: ["math", "adds #1"], status: .failed, duration: 0.5, message: "wrong: \"sum\"\nreally", expected: "2",
        actual: "3", stack: "f@sw://a/a.js:3:5\ng@sw://a/a.js:9:1",
        console: [ConsoleLine(level: .log, text: "\u{1B}[31mred")])
    private static let skipped = PageTestResult(name: ["c"], status: .skipped, message: "no # GPU")
    private static let page = PageRunResult(
        page: "a.html", tests: [PageTestResult(name: ["ok"], status: .passed), failing, skipped],
        failures: [PageFailure(kind: .crash, message: "The page's web process ended.")])

    private func report(_ name: ReporterName, colours: Colours = .none) -> String {
        let shared = Written()
        var reporter = name.reporter(colours: colours) { shared.append($0) }
        reporter.receive(.runStarted(pages: 1))
        reporter.receive(.pageStarted(page: "a.html"))
        for test in Self.page.tests { reporter.receive(.testFinished(page: "a.html", test)) }
        reporter.receive(.pageFinished(Self.page))
        reporter.receive(.runFinished(RunSummary(pages: [Self.page], duration: 1.5)))
        return shared.text
    }

    @Test func `spec tells each test and all about failures`() {
        let text = report(.spec)
        #expect(
            text == """
                a.html
                  ✓ ok
                  ✗ math › adds #1 (500 ms)
                      wrong: "sum"
                      really
                      expected: 2
                      actual:   3
                      at sw://a/a.js:3:5
                        f@sw://a/a.js:3:5
                        g@sw://a/a.js:9:1
                      console:
                        [log] ␛[31mred
                  - c (skipped: no # GPU)
                  ✗ crash: The page's web process ended.

                Failed:
                  ✗ a.html › math › adds #1
                  ✗ a.html › crash: The page's web process ended.

                1 page in 1.50 s
                1 passed, 2 failed, 1 skipped

                """)
    }

    @Test func `spec has colours when asked, never in its last line`() {
        let text = report(.spec, colours: .ansi)
        #expect(text.contains("\u{1B}[32m✓\u{1B}[0m ok"))
        #expect(text.hasSuffix("\n1 passed, 2 failed, 1 skipped\n"))
    }

    @Test func `spec compares texts line by line`() {
        let written = Written()
        var reporter = SpecReporter { written.append($0) }
        let test = PageTestResult(name: ["a"], status: .failed, expected: "a\nb\nc", actual: "a\nx\nc")
        reporter.receive(.testFinished(page: "a.html", test))
        #expect(written.text.hasSuffix("      - expected  + actual\n        a\n      - b\n      + x\n        c\n"))
    }

    @Test func `github annotates each failure before the last lines, and escapes its properties`() {
        let text = report(.github)
        #expect(text.contains("::error file=a.html,title=a.html › crash::The page's web process ended.\n"))
        #expect(
            text.contains(
                "::error file=a.html,title=a.html › math › adds #1::wrong: \"sum\"%0Areally%0Aexpected: 2%0Aactual:   3%0A"
            ))
        #expect(text.hasSuffix("\n1 passed, 2 failed, 1 skipped\n"))
        var failing = Self.failing
        failing.name = ["100%, a:b"]
        failing.position?.file = "dir/a,b.js"
        let written = Written()
        var reporter = GitHubReporter(token: "T") { written.append($0) }
        let page = PageRunResult(page: "a.html", tests: [failing])
        reporter.receive(.pageFinished(page))
        reporter.receive(.runFinished(RunSummary(pages: [page], duration: 1)))
        #expect(
            written.text.hasPrefix(
                "::T::\n::error file=dir/a%2Cb.js,line=3,col=5,title=a.html › 100%25%2C a%3Ab::wrong"))
    }

    @Test func `github runs no command that a page prints`() {
        let written = Written()
        var reporter = GitHubReporter(token: "T") { written.append($0) }
        let test = PageTestResult(name: ["a"], status: .failed, message: "no\n::add-path::/tmp")
        let page = PageRunResult(page: "a.html", tests: [test])
        reporter.receive(.runStarted(pages: 1))
        reporter.receive(.testFinished(page: "a.html", test))
        reporter.receive(.pageFinished(page))
        reporter.receive(.runFinished(RunSummary(pages: [page], duration: 1)))
        // The lines between the command that resumes and the next one that stops are the report's own.
        let lines = written.text.split(separator: "\n")
        #expect(lines.first == "::stop-commands::T")
        #expect(lines.filter { $0.trimmingPrefix(while: \.isWhitespace) == "::add-path::/tmp" }.count == 1)
        let resumed = lines.firstIndex(of: "::T::"), stopped = lines.lastIndex(of: "::stop-commands::T")
        #expect(resumed.map { lines[$0 + 1].hasPrefix("::error ") && stopped == $0 + 2 } == true)
    }

    @Test func `github's commands go on after the report, before the line of the figures`() {
        let written = Written()
        var reporter = GitHubReporter(token: "T") { written.append($0) }
        reporter.receive(.runStarted(pages: 1))
        reporter.receive(.pageFinished(Self.page))
        reporter.receive(.runFinished(RunSummary(pages: [Self.page], duration: 1)))
        let lines = written.text.split(separator: "\n")
        #expect(lines.suffix(2) == ["::T::", "1 passed, 2 failed, 1 skipped"])
        #expect(lines.lastIndex(of: "::stop-commands::T").map { $0 < lines.count - 2 } == true)
    }

    @Test func `markdown has the figures, and each failure in a code block below its name`() {
        #expect(
            report(.markdown) == """
                ### ✗ 1 passed, 2 failed, 1 skipped

                1 page in 1.50 s

                #### ✗ a.html › math › adds \\#1

                ```text
                wrong: "sum"
                really
                expected: 2
                actual:   3
                at sw://a/a.js:3:5
                stack:
                f@sw://a/a.js:3:5
                g@sw://a/a.js:9:1
                ```

                #### ✗ a.html › crash

                ```text
                The page's web process ended.
                ```

                """)
    }

    @Test func `markdown shows texts of pages as text`() {
        let written = Written()
        var reporter = MarkdownReporter { written.append($0) }
        let test = PageTestResult(
            name: ["![a](https://b.example) <img src=x> @who"], status: .failed, message: "````\n# heading")
        reporter.receive(.pageFinished(PageRunResult(page: "a.html", tests: [test])))
        reporter.receive(.runFinished(RunSummary(passed: 0, failed: 1, pages: 1, duration: 1)))
        #expect(written.text.contains(#"\!\[a\]\(https\://b.example\) \<img src=x\> @"#))
        #expect(!written.text.contains("@who"))
        #expect(written.text.contains("\n`````text\n````\n# heading\n`````\n"))
    }

    @Test func `tap is version 13 with quoted diagnostics and the plan last`() {
        #expect(
            report(.tap) == ##"""
                TAP version 13
                ok 1 - a.html: ok
                not ok 2 - a.html: math › adds \#1
                  ---
                  message: "wrong: \"sum\"\nreally"
                  expected: "2"
                  actual: "3"
                  at: "sw://a/a.js:3:5"
                  stack: "f@sw://a/a.js:3:5\ng@sw://a/a.js:9:1"
                  console: "\u001B[31mred"
                  ...
                ok 3 - a.html: c # SKIP no \# GPU
                not ok 4 - a.html: crash
                  ---
                  message: "The page's web process ended."
                  ...
                1..4

                """##)
    }

    @Test func `the recorder reads the report of the tap reporter`() {
        var recorder = PageRecorder(page: "b.html")
        _ = recorder.receive(.console(.log, report(.tap)), at: 1)
        _ = recorder.receive(.settled, at: 1)
        #expect(recorder.result.tests.map(\.status) == [.passed, .failed, .skipped, .failed])
        #expect(recorder.result.tests[1].fullName == "a.html: math › adds #1")
        #expect(recorder.result.tests[1].message == Self.failing.message)
        #expect(recorder.result.failures.isEmpty)
    }

    @Test func `the exit code is 1 when a test or page failed, and 0 otherwise`() {
        #expect(RunSummary(pages: [Self.page], duration: 0).exitCode == 1)
        #expect(RunSummary(passed: 1, failed: 0, pages: 1, duration: 0).exitCode == 0)
        #expect(RunSummary(passed: 1, failed: 0, pages: 1, duration: 0).line == "1 passed, 0 failed")
    }
}

/// The output of a reporter.
final class Written: Sendable {
    private let storage = Mutex("")
    var text: String { storage.withLock { $0 } }
    func append(_ more: String) { storage.withLock { $0 += more } }
}
