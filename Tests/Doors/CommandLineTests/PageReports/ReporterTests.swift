import Foundation
import TestSupport
import Testing

extension ReportSuite {
    /// Reports, as programs read them that know nothing of the command.
    @Suite("Reporters") struct ReporterTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            // The name has the characters that a report must escape, and those that no report may contain.
            try folder.writePage(
                "pages/1.html", printing: "1..4", "ok 1 - <a & \"b\"> # here \\u001b[31m ]]>", "not ok 2 - divides",
                "ok 3 # SKIP later", "not ok 4 - grows # TODO soon")
            try folder.write("<script>console.log('before'); throw new Error('<&>');</script>", to: "pages/2.html")
        }

        @Test func `a JUnit report fits the schema and has each test and page failure`() async throws {
            let run = try await Command.run(
                "test", "pages", "--reporter", "junit", "--output", "report.xml", in: folder)
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(run.errors == "swwebview: There were failures. See report.xml.\n")
            let read = try await ReportReader.run("read_junit.py", "report.xml", in: folder)
            try #require(read.status == 0, "\(read.errors)")
            let lines = read.output.split(separator: "\n")
            try #require(lines.count == 5)
            #expect(lines[0].hasPrefix("pages/1.html|<a & \"b\"> # here ␛[31m ]]>"))
            #expect(lines[1] == "pages/1.html|divides|failure")
            #expect(lines[2].hasSuffix("|skipped") && lines[3] == "pages/1.html|grows|skipped")
            #expect(lines[4] == "pages/2.html|uncaught error|error")
            #expect(try folder.text("report.xml").contains("[log] before"))
        }

        @Test func `an HTML report is one file with each test, its source and its picture, as text`() async throws {
            let run = try await Command.run(
                "test", "pages", "--reporter", "html=report.html", "--screenshots", "pictures", in: folder)
            #expect(run.status == 1)
            let report = try folder.text("report.html")
            #expect(report.contains("&lt;a &amp; &quot;b&quot;&gt; # here ␛[31m ]]&gt;"))
            #expect(report.contains("[log] before") && report.contains("throw new Error('&lt;&amp;&gt;')"))
            #expect(report.contains("<img alt=\"The page at the failure\" src=\"data:image/png;base64,"))
            // The report in a view: it loads nothing, and its filter works.
            try folder.write(
                report
                    + """
                    <script>
                    const shown = () => [...document.querySelectorAll("li")].filter((item) => item.checkVisibility()).length;
                    const before = shown();
                    const search = document.querySelector("[type=search]");
                    search.value = "divides";
                    search.dispatchEvent(new Event("input", { bubbles: true }));
                    console.log("1..1\\n" + (before === 5 && shown() === 1 ? "ok" : `not ok ${before} ${shown()}`) + " 1 - filters");
                    </script>
                    """, to: "view/report.html")
            let view = try await Command.run("test", "view/report.html", in: folder)
            #expect(view.lastLine == "1 passed, 0 failed", "\(view.output)")
        }

        @Test func `the JUnit report of a run without failures has no failure`() async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1 - fine")
            let run = try await Command.run("test", "page.html", "--reporter=junit=report.xml", in: folder)
            #expect(run.status == 0)
            let read = try await ReportReader.run("read_junit.py", "report.xml", in: folder)
            #expect(read.output == "page.html|fine\n", "\(read.errors)")
        }

        @Test func `an independent parser reads the tests, directives and plan of a TAP report`() async throws {
            let run = try await Command.run(
                "test", "pages", "--reporter", "tap", "--output", "report.tap", in: folder)
            #expect(run.status == 1)
            let read = try await ReportReader.run("read_tap.py", "report.tap", in: folder)
            try #require(read.status == 0, "\(read.errors)")
            let lines = read.output.split(separator: "\n")
            try #require(lines.count == 6)
            #expect(lines[1] == "2|not ok|- pages/1.html: divides|")
            #expect(lines[2].hasPrefix("3|skip|"))
            #expect(lines[3].hasPrefix("4|todo|"))
            #expect(lines[4] == "5|not ok|- pages/2.html: uncaught error|Error: <&>")
            #expect(lines[5] == "plan 5")
        }

        @Test func `a JSON report has one event with a version on each line`() async throws {
            let run = try await Command.run("test", "pages", "--reporter", "json", in: folder)
            #expect(run.status == 1)
            let events = try ReportReader.events(run.output)
            #expect(events.allSatisfy { $0["version"] as? Int == 1 })
            let names = events.compactMap { $0["event"] as? String }
            #expect(names.count == events.count)
            #expect(names.first == "runStarted" && names.last == "runFinished")
            #expect(names.count { $0 == "testFinished" } == 4)
            let tests = events.compactMap { $0["test"] as? [String: Any] }
            #expect(tests.map { $0["status"] as? String } == ["passed", "failed", "skipped", "todo"])
            let summary = try #require(events.last?["summary"] as? [String: Any])
            #expect(summary["passed"] as? Int == 1 && summary["failed"] as? Int == 2)
        }

        @Test func `several reporters write their reports in one run`() async throws {
            let run = try await Command.run(
                "test", "pages", "--reporter", "spec", "--reporter", "junit=report.xml", "--reporter", "tap=report.tap",
                "--reporter=json=report.json", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 2 failed, 2 skipped")
            #expect(try await ReportReader.run("read_junit.py", "report.xml", in: folder).status == 0)
            #expect(try await ReportReader.run("read_tap.py", "report.tap", in: folder).status == 0)
            #expect(try ReportReader.events(folder.text("report.json")).last?["event"] as? String == "runFinished")
        }

        @Test func `the reporter without a file of its own writes to the file of --output`() async throws {
            let run = try await Command.run(
                "test", "pages", "--reporter", "json=report.json", "--reporter", "spec", "--output", "spec.txt",
                in: folder)
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(try folder.text("spec.txt").hasSuffix("1 passed, 2 failed, 2 skipped\n"))
        }

        @Test func `output to a file has colours only if FORCE_COLOR is on and NO_COLOR is not set`() async throws {
            func isColoured(_ environment: [String: String]) async throws -> Bool {
                let run = try await Command.run("test", "pages/1.html", in: folder, environment: environment)
                return run.output.contains("\u{1B}[32m✓\u{1B}[0m")
            }
            #expect(try await !isColoured([:]))
            #expect(try await isColoured(["FORCE_COLOR": "1"]))
            #expect(try await !isColoured(["FORCE_COLOR": "1", "NO_COLOR": "1"]))
            #expect(try await !isColoured(["FORCE_COLOR": "0"]))
        }

        @Test func `a terminal shows progress, and colours unless NO_COLOR is set`() async throws {
            let run = try await ReportReader.run(
                "in_terminal.py", Command.executable, "test", "pages", in: folder, environment: ["TERM": "xterm"])
            #expect(run.status == 1)
            #expect(run.output.contains("\u{1B}[31m✗ divides\u{1B}[0m"))
            #expect(run.output.contains("1/2 pages, 1 passed, 1 failed: pages/2.html"))
            // Each line of progress is erased before what comes after it.
            let lines = run.output.split(separator: "\r\n").flatMap { $0.split(separator: "\r\u{1B}[K") }
            #expect(lines.last == "1 passed, 2 failed, 2 skipped")
            let plain = try await ReportReader.run(
                "in_terminal.py", Command.executable, "test", "pages", in: folder,
                environment: ["TERM": "xterm", "NO_COLOR": "1"])
            #expect(plain.output.contains("\r\u{1B}[K") && !plain.output.contains("\u{1B}[3"))
        }
    }
}
