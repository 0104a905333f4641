import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// Tests of the reports about failed loads, rejections and tests marked as the only one.
    @Suite("Failures") struct FailureTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func run(_ page: String, _ options: String...) async throws -> CommandResult {
            try folder.write(page, to: "page.html")
            return try await Command.start(["test", "page.html"] + TestLibraries.maps + options, in: folder).result()
        }

        @Test func `failed loads are printed with the tests that they fail`() async throws {
            let run = try await run(
                TestLibraries.mochaPage(
                    """
                    it("loads", async () => {
                        await fetch("missing.json");
                        throw new Error("no data");
                    });
                    """))
            #expect(run.lastLine == "0 passed, 1 failed")
            let line = "[error] sw://app.localhost/missing.json could not be loaded: status 404"
            #expect(run.output.contains(line), "\(run.output)")
        }

        @Test func `a navigation that fails once the page has loaded is printed, and the page's tests go on`()
            async throws
        {
            let run = try await run(
                TestLibraries.mochaPage(
                    """
                    it("stays", function (done) { this.timeout(3000); location = "nowhere:5"; });
                    it("goes on", () => {});
                    """))
            #expect(run.lastLine == "1 passed, 1 failed")
            #expect(run.output.contains("[error] nowhere:5 could not be loaded: "), "\(run.output)")
        }

        @Test func `errors and the console of frames are the page's, and a frame has no tests`() async throws {
            try folder.write(
                """
                <script>
                webkit.messageHandlers.swwebviewTesting.postMessage(
                    JSON.stringify({ type: "harness", harness: "mocha", event: "complete" }));
                console.log("frame's line");
                throw new Error("in the frame");
                </script>
                """, to: "frame.html")
            let test = """
                it("waits for the frame", (done) => {
                    const frame = document.createElement("iframe");
                    frame.onload = () => done();
                    frame.src = "frame.html";
                    document.body.append(frame);
                });
                it("goes on", () => {});
                """
            let run = try await run(TestLibraries.mochaPage(test))
            #expect(run.status == 1)
            #expect(run.lastLine == "2 passed, 1 failed", "\(run.output)")
            #expect(run.output.contains("uncaught error: Error: in the frame"))
            #expect(run.output.contains("frame.html:5"), "\(run.output)")
            let sandboxed = test.replacing("frame.src", with: "frame.sandbox = \"allow-scripts\"; frame.src")
            let foreign = try await self.run(TestLibraries.mochaPage(sandboxed), "--reporter", "json")
            #expect(foreign.status == 0, "\(foreign.output)")
            #expect(
                foreign.output.contains("Uncaught: A script of another origin")
                    && foreign.output.contains("frame's line"))
            try folder.write("<script>Promise.reject(new Error('unseen'));</script>", to: "frame.html")
            let rejecting = try await self.run(TestLibraries.mochaPage(test))
            #expect(rejecting.lastLine == "2 passed, 1 failed", "\(rejecting.output)")
            let allowed = try await self.run(TestLibraries.mochaPage(test), "--allow-unhandled-rejections")
            #expect(allowed.lastLine == "2 passed, 0 failed", "\(allowed.output)")
        }

        @Test func `a page whose script or module is missing ends at once and names both`() async throws {
            try folder.write("import './gone.js';", to: "a.js")
            let module = try await run("<script type='module' src='a.js'></script>")
            #expect(module.lastLine == "0 passed, 1 failed")
            let message = "a.js, or a module that it imports, could not be loaded."
            #expect(module.output.contains(message), "\(module.output)")
            #expect(module.output.contains("sw://app.localhost/gone.js could not be loaded: status 404"))
            let script = try await run("<script src='absent.js'></script>")
            #expect(script.output.contains("absent.js could not be loaded: status 404"), "\(script.output)")
        }

        @Test func `an error of a cross-origin script names the document's cross-origin scripts`() async throws {
            try folder.write("throw new Error('hidden');", to: "other/a.js")
            try folder.write(
                "<script src='https://other.example/a.js'></script><script>console.log('1..1\\nok 1')</script>",
                to: "page.html")
            let run = try await Command.run("test", "page.html", "--map", "https://other.example=other", in: folder)
            #expect(run.status == 1)
            #expect(!run.output.contains("Script error."))
            #expect(run.output.contains("https://other.example/a.js"), "\(run.output)")
        }

        @Test func `an unhandled rejection fails the test that it belongs to, and no other`() async throws {
            let page = TestLibraries.mochaPage(
                """
                it("passes", () => {});
                it("rejects while it waits", (done) => {
                    Promise.reject(new Error("waiting"));
                    setTimeout(done, 20);
                });
                it("handles", () => Promise.reject(new Error("x")).catch(() => {}));
                it("rejects at once", () => { Promise.reject(new TypeError("unseen")); });
                """)
            let failing = try await run(page)
            #expect(failing.lastLine == "2 passed, 2 failed", "\(failing.output)")
            #expect(failing.output.contains("✗ rejects at once"))
            #expect(failing.output.contains("Unhandled rejection: TypeError: unseen"))
            #expect(failing.output.contains("✗ rejects while it waits"))
            let allowed = try await run(page, "--allow-unhandled-rejections")
            #expect(allowed.lastLine == "4 passed, 0 failed", "\(allowed.output)")
        }

        @Test func `forbid-only fails pages in which a test is marked as the only one`() async throws {
            let jasmine = TestLibraries.jasminePage(
                "fit('alone', () => { expect(1).toBe(1); }); it('other', () => {});")
            #expect(try await run(jasmine).status == 0)
            let forbidden = try await run(jasmine, "--forbid-only")
            #expect(forbidden.status == 1)
            #expect(forbidden.output.contains("--forbid-only"), "\(forbidden.output)")
            try folder.write("import { test } from 'vitest'; test.only('a', () => {});", to: "a.test.js")
            let script = try await Command.run("test", "a.test.js", "--forbid-only", in: folder)
            #expect(script.status == 1 && script.output.contains("--forbid-only"), "\(script.output)")
        }

        @Test func `a mocha page without a test that matches grep passes`() async throws {
            try folder.write(TestLibraries.mochaPage("it('adds', () => {});"), to: "one.html")
            try folder.write(TestLibraries.mochaPage("it('divides', () => {});"), to: "two.html")
            let run = try await Command.start(
                ["test", "one.html", "two.html", "--grep", "adds"] + TestLibraries.maps, in: folder
            ).result()
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)")
        }

        @Test func `tables, groups, counters and timers of the console are reported`() async throws {
            let run = try await run(
                """
                <script>
                console.group("outer"); console.log("inside\\nand more"); console.groupEnd();
                console.table([{ name: "a", size: 1 }, { name: "b" }]);
                console.count("hits"); console.count("hits"); console.dir({ deep: [1] });
                console.time("t"); console.timeEnd("t"); console.assert(1 > 2, "sums"); console.trace("here");
                console.log("1..1"); console.log("not ok 1 - shows");
                </script>
                """)
            let output = run.output
            #expect(output.contains("[log] outer\n        [log]   inside\n"), "\(output)")
            #expect(output.contains("(index) | name | size") && output.contains("0       | \"a\"  | 1"))
            #expect(output.contains("[info] hits: 2") && output.contains("{deep: [1]}"))
            #expect(output.contains(/\[info\] t: [\d.]+ ms/))
            #expect(output.contains("Assertion failed: sums") && output.contains("Trace: here"))
        }

        @Test func `JUnit's cases name their files, and the lines of failures`() async throws {
            try folder.write(
                "<script>\nwindow.onload = () => { console.log('1..1\\nok 1 - fine'); };\nnull.member;\n</script>",
                to: "page.html")
            _ = try await Command.run("test", "page.html", "--reporter", "junit=report.xml", in: folder)
            let read = try await ReportReader.run("read_junit.py", "report.xml", in: folder)
            #expect(read.status == 0, "\(read.errors)")
            let report = try folder.text("report.xml")
            #expect(report.contains("name=\"fine\"") && report.contains("file=\"page.html\""), "\(report)")
            #expect(report.contains("file=\"page.html\" line=\"3\""))
        }

        @Test func `shards are balanced by the times of an earlier run`() async throws {
            for name in ["a", "b", "c", "d"] {
                try folder.writePage("pages/\(name).html", printing: "1..1", "ok 1 - page \(name)")
            }
            try folder.write(
                """
                {"version": 1, "pages": {"pages/a.html": 9, "pages/b.html": 3, "pages/c.html": 3, "pages/d.html": 3}}
                """, to: "times.json")
            let first = try await Command.run("test", "pages", "--shard", "1/2", "--times", "times.json", in: folder)
            #expect(first.lastLine == "1 passed, 0 failed" && first.output.contains("page a"), "\(first.output)")
            #expect(try folder.text("times.json").contains("\"pages/b.html\" : 3"))
            #expect(try !folder.text("times.json").contains("\"pages/a.html\" : 9"))
            try folder.write("{}", to: "bad.json")
            #expect(try await Command.run("test", "pages", "--times", "bad.json", in: folder).status == 2)
        }
    }
}
