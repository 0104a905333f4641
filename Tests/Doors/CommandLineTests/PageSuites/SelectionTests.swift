import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Which pages and tests run, how often, and when a run ends early.
    @Suite("Selection") struct SelectionTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `--list prints the pages of the shard and runs none`() async throws {
            for name in ["a", "b", "c"] { try folder.write("<script>throw 1</script>", to: "pages/\(name).html") }
            let run = try await Command.run("test", "pages", "--list", in: folder)
            #expect(run.status == 0 && run.output == "pages/a.html\npages/b.html\npages/c.html\n")
            var parts: [Substring] = []
            for part in ["1/2", "2/2"] {
                parts += try await Command.run("test", "pages", "--list", "--shard", part, in: folder).output
                    .split(separator: "\n")
            }
            #expect(parts.sorted() == ["pages/a.html", "pages/b.html", "pages/c.html"])
        }

        @Test func `a file that is neither a page nor a script is refused`() async throws {
            try folder.write("{}", to: "package.json")
            try folder.write("<b/>", to: "view.vue")
            for (name, reason) in [("package.json", "is no page"), ("view.vue", "has to be compiled")] {
                let run = try await Command.run("test", name, in: folder)
                #expect(run.status == 2 && run.errors.contains("\(name) \(reason)"), "\(run.errors)")
            }
        }

        @Test func `--last-failed runs the pages that failed, until none does`() async throws {
            let caches = ["XDG_CACHE_HOME": folder.url.appending(path: "caches").path]
            try folder.writePage("pages/good.html", printing: "1..1", "ok 1 - good")
            try folder.writePage("pages/bad.html", printing: "1..1", "not ok 1 - bad")
            let first = try await Command.run("test", "pages", in: folder, environment: caches)
            #expect(first.lastLine == "1 passed, 1 failed")
            let second = try await Command.run("test", "pages", "--last-failed", in: folder, environment: caches)
            #expect(second.lastLine == "0 passed, 1 failed")
            let other = try await Command.run(
                "test", "pages/good.html", "--last-failed", in: folder, environment: caches)
            #expect(other.output == "None of these pages failed in the last run from this folder.\n")
            try folder.writePage("pages/bad.html", printing: "1..1", "ok 1 - bad")
            let third = try await Command.run("test", "pages", "--last-failed", in: folder, environment: caches)
            #expect(third.lastLine == "1 passed, 0 failed")
            let fourth = try await Command.run("test", "pages", "--last-failed", in: folder, environment: caches)
            #expect(fourth.status == 0)
            #expect(fourth.output == "No page failed in the last run from this folder.\n")
        }

        @Test func `--compare-origins runs pages on both origins and lists the results that differ`() async throws {
            try folder.writePage("pages/same.html", printing: "1..1", "ok 1 - same")
            let compared = "${location.protocol === 'sw:' ? 'ok' : 'not ok'} 1 - bridge"
            try folder.write("<script>console.log(`1..1\n\(compared)`)</script>", to: "pages/other.html")
            let run = try await Command.run("test", "pages", "--compare-origins", "--workers", "2", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "3 passed, 1 failed", "\(run.output)")
            #expect(
                run.errors == """
                    swwebview: 1 result differs:
                      pages/other.html › bridge: passed over the bridge, failed on https://app.localhost

                    """)
            let same = try await Command.run("test", "pages/same.html", "--compare-origins", in: folder)
            #expect(same.status == 0)
            #expect(same.errors == "swwebview: Both origins have the same results.\n")
            for options in [
                ["https://a.example/", "--map", "https://a.example=pages"], ["pages", "--app", "capacitor"],
            ] {
                let refused = try await Command.start(["test", "--compare-origins"] + options, in: folder).result()
                #expect(refused.status == 2 && refused.errors.contains("--compare-origins"), "\(refused.errors)")
            }
        }

        @Test func `grep chooses tests by their full names, in each library and in TAP`() async throws {
            try folder.write(
                TestLibraries.mochaPage(
                    """
                    describe("sums", () => { it("adds", () => {}); it("divides", () => { throw new Error("no"); }); });
                    describe("lists", () => { it("adds", () => {}); });
                    """), to: "mocha.html")
            try folder.write(
                TestLibraries.jasminePage(
                    """
                    describe("sums", () => { it("adds", () => {}); it("divides", () => { fail(); }); });
                    """), to: "jasmine.html")
            try folder.write(
                TestLibraries.qunitPage(
                    """
                    QUnit.module("sums");
                    QUnit.test("adds", (assert) => assert.ok(true));
                    QUnit.test("divides", (assert) => assert.ok(false));
                    """), to: "qunit.html")
            try folder.writePage("tap.html", printing: "1..2", "ok 1 - sums adds", "not ok 2 - sums divides")
            let run = try await Command.start(
                ["test", "mocha.html", "jasmine.html", "qunit.html", "tap.html", "--grep", "^sums ad+s$"]
                    + TestLibraries.maps, in: folder
            ).result()
            #expect(run.status == 0)
            #expect(run.output.components(separatedBy: "✓ sums").count == 5)
            #expect(!run.output.contains("lists") && !run.output.contains("divides"))
        }

        @Test func `grep that matches no test ends with exit code 2`() async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1 - adds")
            let run = try await Command.run("test", "page.html", "--grep", "multiplies", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--grep") && run.errors.contains("multiplies"))
        }

        @Test func `the shards of a folder run each page once`() async throws {
            for number in 1...9 {
                try folder.writePage("pages/\(number).html", printing: "1..1", "ok 1 - page \(number)")
            }
            var seen: [String] = []
            for shard in ["1/3", "2/3", "3/3"] {
                // The same pages by another path, as another machine has them, are the same shard.
                let pages = shard == "2/3" ? folder.path("pages") : "pages"
                let run = try await Command.run("test", pages, "--shard", shard, in: folder)
                #expect(run.status == 0)
                seen += run.output.matches(of: /✓ (page \d)/).map { String($0.1) }
            }
            #expect(seen.sorted() == (1...9).map { "page \($0)" })
        }

        @Test func `a test that passes on a retry is flaky, and the run passes`() async throws {
            try folder.write(flakyPage(failing: 1), to: "page.html")
            let run = try await Command.run(
                "test", "page.html", "--retries", "2", "--storage", "store", "--reporter", "spec", "--reporter",
                "junit=report.xml", "--reporter", "tap=report.tap", "--reporter", "json=report.json", in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("✓ sometimes (flaky)"))
            #expect(run.lastLine == "2 passed, 0 failed, 1 flaky")
            let junit = try await ReportReader.run("read_junit.py", "report.xml", in: folder)
            #expect(junit.output == "page.html|always\npage.html|sometimes|flakyFailure\n", "\(junit.errors)")
            let tap = try await ReportReader.run("read_tap.py", "report.tap", in: folder)
            #expect(tap.output.hasSuffix("plan 2\n"))
            let events = try ReportReader.events(folder.text("report.json")).compactMap { $0["event"] as? String }
            #expect(events.count { $0 == "pageRetried" } == 1 && events.count { $0 == "testFinished" } == 2)
        }

        @Test func `a test that fails on each retry is one failure`() async throws {
            try folder.write(flakyPage(failing: 9), to: "page.html")
            let run = try await Command.run(
                "test", "page.html", "--retries", "1", "--storage", "store", "--reporter", "spec", "--reporter",
                "junit=report.xml", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 1 failed")
            let junit = try await ReportReader.run("read_junit.py", "report.xml", in: folder)
            #expect(junit.output == "page.html|always\npage.html|sometimes|failure|rerunFailure\n", "\(junit.errors)")
        }

        @Test func `a page that hangs once and passes on a retry is flaky`() async throws {
            try folder.write(
                """
                <script>
                if (localStorage.hung) console.log("1..1\\nok 1 - there");
                localStorage.hung = "yes";
                </script>
                """, to: "page.html")
            let run = try await Command.run(
                "test", "page.html", "--retries", "1", "--timeout", "4", "--storage", "store", in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed, 1 flaky")
        }

        @Test func `bail ends the run with the first failure and says how many pages were not run`() async throws {
            try folder.writePage("pages/1.html", printing: "1..1", "ok 1 - first")
            try folder.write(
                TestLibraries.mochaPage(
                    "it('fails', () => { throw new Error('no'); }); it('waits', (done) => { setTimeout(done, 1500); });"
                ),
                to: "pages/2.html")
            try folder.writePage("pages/3.html", printing: "1..1", "ok 1 - third")
            let run = try await Command.start(["test", "pages", "--bail"] + TestLibraries.maps, in: folder).result()
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 1 failed")
            #expect(run.output.contains("Ended with the first failure: 2 pages were not run to the end."))
            #expect(!run.output.contains("third") && !run.output.contains("✓ waits"))
        }

        @Test func `screenshots are written for failed tests and failed pages only`() async throws {
            try folder.writePage("good.html", printing: "1..1", "ok 1 - fine")
            try folder.write(
                "<body style='background: #00ff00'><script>console.log('1..1\\nnot ok 1 - a/../b is green');</script>",
                to: "bad.html")
            try folder.write("<script>throw new Error('out of luck');</script>", to: "worse.html")
            let run = try await Command.run(
                "test", "good.html", "bad.html", "worse.html", "--screenshots", "pictures", "--size", "320x200",
                "--reporter", "json", in: folder)
            #expect(run.status == 1)
            let results = try ReportReader.events(run.output).compactMap { $0["result"] as? [String: Any] }
            let test = (results[1]["tests"] as? [[String: Any]])?.first
            let failure = (results[2]["failures"] as? [[String: Any]])?.first
            let paths = [test?["screenshot"] as? String, failure?["screenshot"] as? String].compactMap { $0 }
            try #require(paths.count == 2)
            for path in paths {
                #expect(path.hasPrefix("pictures/") && !path.contains(".."))
                #expect(try folder.data(path).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
            let files = FileManager.default.subpaths(atPath: folder.path("pictures")) ?? []
            #expect(files.count { $0.hasSuffix(".png") } == 2)
        }

        /// A page whose second test fails so many times, as far as its storage remembers.
        private func flakyPage(failing times: Int) -> String {
            """
            <script>
            const count = Number(localStorage.count || 0);
            localStorage.count = count + 1;
            console.log("1..2\\nok 1 - always\\n" + (count < \(times) ? "not " : "") + "ok 2 - sometimes");
            </script>
            """
        }
    }
}
