import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("test") struct PageSuiteTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `a page whose tests pass ends with exit code 0 and lists its tests`() async throws {
            try folder.writePage("page.html", printing: "1..2", "ok 1 - adds", "ok 2 - subtracts")
            let run = try await Command.run("test", "page.html", in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("adds") && run.output.contains("subtracts"))
            #expect(run.lastLine == "2 passed, 0 failed")
        }

        @Test func `a failing test ends with exit code 1`() async throws {
            try folder.writePage("page.html", printing: "1..2", "ok 1 - adds", "not ok 2 - subtracts")
            let run = try await Command.run("test", "page.html", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 1 failed")
        }

        @Test func `the tests of all pages of a folder are counted`() async throws {
            try folder.writePage("pages/one.html", printing: "1..1", "ok 1 - of one")
            try folder.writePage("pages/two.html", printing: "1..1", "not ok 1 - of two")
            let run = try await Command.run("test", "pages", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 1 failed")
        }

        @Test func `a page that throws fails with its error`() async throws {
            try folder.write("<script>throw new Error('out of luck')</script>", to: "page.html")
            let run = try await Command.run("test", "page.html", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("out of luck"))
            #expect(run.lastLine == "0 passed, 1 failed")
        }

        @Test func `a page that reports no test fails`() async throws {
            try folder.write("<p>Hello</p>", to: "page.html")
            let run = try await Command.run("test", "page.html", "--timeout", "3", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("reported no test"))
            #expect(run.lastLine == "0 passed, 1 failed")
        }

        @Test func `a page in a tight loop fails when it runs out of time`() async throws {
            try folder.write("<script>for (;;);</script>", to: "page.html")
            let run = try await Command.run("test", "page.html", "--timeout", "3", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("Ran out of time"))
            #expect(run.lastLine == "0 passed, 1 failed")
        }

        @Test func `a page after one that hangs is run`() async throws {
            try folder.write("<script>for (;;);</script>", to: "pages/1.html")
            try folder.writePage("pages/2.html", printing: "1..1", "ok 1 - unharmed")
            let run = try await Command.run("test", "pages", "--timeout", "5", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 1 failed")
        }

        @Test func `a page that cannot be reached fails`() async throws {
            let port = try SilentPort()
            let run = try await Command.run("test", "http://127.0.0.1:\(port.number)/", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "0 passed, 1 failed")
        }

        @Test func `a TAP report is written to the output file, and nothing to standard output`() async throws {
            try folder.writePage(
                "page.html", printing: "1..3", "ok 1 - adds", "not ok 2 - divides", "ok 3 # SKIP later")
            let run = try await Command.run(
                "test", "page.html", "--reporter", "tap", "--output", "report.tap", in: folder)
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            let lines = try folder.text("report.tap").split(separator: "\n")
            #expect(lines.first == "TAP version 13")
            #expect(lines.last == "1..3")
            let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
            try #require(points.count == 3)
            #expect(points[0] == "ok 1 - page.html: adds")
            #expect(points[1] == "not ok 2 - page.html: divides")
            #expect(points[2].hasPrefix("ok 3 - ") && points[2].hasSuffix("# SKIP later"))
        }

        @Test func `an injected script runs before those of the page`() async throws {
            try folder.write("window.answer = 42", to: "inject.js")
            try folder.write(
                "<script>console.log(`1..1\\n${window.answer === 42 ? '' : 'not '}ok 1 - injected`)</script>",
                to: "page.html")
            let run = try await Command.run("test", "page.html", "--inject", "inject.js", in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }
    }
}
