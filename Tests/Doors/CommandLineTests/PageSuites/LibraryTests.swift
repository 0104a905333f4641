import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Pages of the libraries as Debian and PyPI have them, none of which knows of the command.
    @Suite("Test libraries") struct LibraryTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func run(_ page: String, _ options: String...) async throws -> CommandResult {
            try folder.write(page, to: "page.html")
            return try await Command.start(["test", "page.html"] + TestLibraries.maps + options, in: folder).result()
        }

        @Test func `mocha tests are reported with their messages, positions and console lines`() async throws {
            let run = try await run(
                TestLibraries.mochaPage(
                    """
                    describe("sums", () => {
                        it("adds", () => chai.expect(1 + 1).to.equal(2));
                        describe("of lists", () => {
                            it("compares", () => {
                                console.log("about to compare");
                                chai.expect({ first: "a long name", second: [1, 2], third: "another name" })
                                    .to.deep.equal({ first: "a long name", second: [1, 3], third: "another name" });
                            });
                            it("is to come");
                        });
                        it("is late", function (done) { this.timeout(50); });
                        it("throws", (done) => { setTimeout(() => { throw new TypeError("too late"); }, 1); });
                        describe("without a ground", () => {
                            before(() => { throw new Error("no ground"); });
                            it("never runs", () => {});
                        });
                    });
                    """))
            #expect(run.status == 1)
            #expect(run.lastLine == "1 passed, 4 failed, 1 skipped")
            #expect(run.output.contains("✓ sums › adds"))
            #expect(run.output.contains("- sums › of lists › is to come (skipped)"))
            #expect(run.output.contains("✗ sums › without a ground › \"before all\" hook"))
            #expect(run.output.contains("timeout of 50ms exceeded"))
            #expect(run.output.contains("too late"))
            // The difference, the place in the page, its lines, and what was printed.
            #expect(run.output.contains("      -   second: [1, 3],\n      +   second: [1, 2],\n"))
            #expect(run.output.contains(/at page\.html:1\d:\d+\n/))
            #expect(run.output.contains(/\n        > 1\d \|\s+\.to\.deep\.equal\(/))
            #expect(run.output.contains("[log] about to compare"))
        }

        @Test func `QUnit tests are reported with their messages, positions and console lines`() async throws {
            let run = try await run(
                TestLibraries.qunitPage(
                    """
                    QUnit.module("sums", () => {
                        QUnit.test("adds", (assert) => assert.equal(1 + 1, 2));
                        QUnit.test("compares", (assert) => {
                            console.warn("careful");
                            assert.deepEqual({ a: [1, 2] }, { a: [1, 3] }, "both lists");
                        });
                        QUnit.skip("later", () => {});
                        QUnit.test("throws", () => { null.member; });
                        QUnit.test("waits", (assert) => {
                            const done = assert.async();
                            setTimeout(() => { assert.ok(true); done(); }, 1);
                        });
                    });
                    """))
            #expect(run.status == 1)
            #expect(run.lastLine == "2 passed, 2 failed, 1 skipped")
            #expect(run.output.contains("✓ sums › waits"))
            #expect(run.output.contains("both lists\n      expected: {a: [1, 3]}\n      actual:   {a: [1, 2]}\n"))
            #expect(run.output.contains("at page.html:8:"))
            #expect(run.output.contains("[warn] careful"))
            #expect(run.output.contains("null is not an object"))
        }

        @Test func `jasmine tests are reported with their messages, positions and console lines`() async throws {
            let run = try await run(
                TestLibraries.jasminePage(
                    """
                    describe("sums", () => {
                        it("adds", () => expect(1 + 1).toBe(2));
                        it("compares", () => {
                            console.info("two of them");
                            expect({ a: 1 }).toEqual({ a: 2 });
                            expect(3).toBe(4);
                        });
                        xit("later", () => {});
                        it("is late", async () => { await new Promise(() => {}); }, 50);
                        describe("with an end", () => {
                            it("waits", async () => { await null; expect(true).toBeTrue(); });
                            afterAll(() => { throw new Error("no end"); });
                        });
                    });
                    """))
            #expect(run.status == 1)
            #expect(run.lastLine == "2 passed, 3 failed, 1 skipped")
            #expect(run.output.contains("Expected $.a = 1 to equal 2.\n      Expected 3 to be 4.\n"))
            #expect(run.output.contains("      expected: {a: 2}\n      actual:   {a: 1}\n"))
            #expect(run.output.contains("at page.html:11:"))
            #expect(run.output.contains("[info] two of them"))
            #expect(run.output.contains("✗ sums › with an end › afterAll"))
            #expect(run.output.contains("did not complete within 50ms"))
        }

        @Test func `a mocha page with a reporter of its own keeps it, and its tests are counted`() async throws {
            let run = try await run(
                """
                <!doctype html>
                <script src="sw://mocha.example/mocha.js"></script>
                <script>
                mocha.setup({ ui: "bdd", reporter: function (runner) {
                    runner.on("fail", (test) => console.log("mine: " + test.title));
                } });
                it("passes", () => {});
                it("fails", () => { throw new Error("on purpose"); });
                mocha.run();
                </script>
                """)
            #expect(run.lastLine == "1 passed, 1 failed")
            #expect(run.output.contains("[log] mine: fails"))
        }

        @Test func `a page that never starts its library fails and names the library`() async throws {
            let page = TestLibraries.mochaPage("it('waits', () => {});").replacing("mocha.run();", with: "")
            let run = try await run(page, "--timeout", "4")
            #expect(run.status == 1)
            #expect(run.output.contains("mocha was loaded, and its tests were never started"))
        }

        @Test func `console lines of a worker are reported with the test that used it`() async throws {
            try folder.write("console.log('dedicated says', [1]); postMessage(1);", to: "worker.js")
            try folder.write(
                "addEventListener('message', (event) => { console.warn('service says'); event.source.postMessage(1); });",
                to: "service.js")
            let run = try await run(
                TestLibraries.mochaPage(
                    """
                    it("says nothing", () => {});
                    it("has a worker", (done) => {
                        new Worker("worker.js").onmessage = () => done(new Error("heard of it"));
                    });
                    it("has a service worker", async () => {
                        await navigator.serviceWorker.register("service.js");
                        const { active } = await navigator.serviceWorker.ready;
                        active.postMessage(1);
                        await new Promise((done) => navigator.serviceWorker.addEventListener("message", done));
                        throw new Error("heard of that");
                    });
                    """))
            #expect(run.lastLine == "1 passed, 2 failed")
            let dedicated = try #require(run.output.firstRange(of: "dedicated says [1]"))
            let service = try #require(run.output.firstRange(of: "service says"))
            let second = try #require(run.output.firstRange(of: "✗ has a service worker"))
            #expect(dedicated.upperBound < second.lowerBound && second.upperBound < service.lowerBound)
        }
    }
}
