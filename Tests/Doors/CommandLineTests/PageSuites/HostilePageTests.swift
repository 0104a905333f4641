import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// Pages that end in ways of their own: each is a failure that says which, and the page after it runs.
    @Suite("Pages that misbehave") struct HostilePageTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.writePage("pages/2.html", printing: "1..1", "ok 1 - unharmed")
        }

        @Test(arguments: [
            ("<script>for (;;);</script>", "hang: Ran out of time"),
            ("<script>console.log('1..2\\nok 1 - one'); location.href = '2.html';</script>", "navigated away: "),
            ("<script>alert('Who is there?'); console.log('1..1\\nok 1');</script>", "alert(\"Who is there?\")"),
            ("<script>console.log(`1..1\\nok 1 - ${confirm('Sure?')}`);</script>", "confirm(\"Sure?\")"),
            ("<script>console.log(`1..1\\nok 1 - ${prompt('Name?')}`);</script>", "prompt(\"Name?\")"),
            ("<p>Hello</p>", "no test reported: "),
            ("<script>throw new Error('out of luck');</script>", "uncaught error: Error: out of luck"),
        ])
        func `a page that misbehaves fails with a reason, and the next page runs`(
            page: String, says: String
        ) async throws {
            try folder.write(page, to: "pages/1.html")
            let run = try await Command.run("test", "pages", "--timeout", "5", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains(says))
            #expect(run.output.contains("✓ unharmed"))
        }

        @Test func `messages to the harness that are no messages of it change nothing`() async throws {
            try folder.write(
                """
                <script>
                for (const text of ["[".repeat(513), '{"a":'.repeat(513), "[{".repeat(300), "null", ""]) {
                    webkit.messageHandlers.swwebviewTesting.postMessage(text);
                }
                console.log("1..1\\nok 1 - sent");
                </script>
                """, to: "pages/1.html")
            let run = try await Command.run("test", "pages", in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "2 passed, 0 failed")
        }

        @Test func `a test in a tight loop is named as a hang, and the next page runs`() async throws {
            try folder.write(
                TestLibraries.mochaPage("it('first', () => {}); it('spins', () => { for (;;); });"), to: "page.html")
            let run = try await Command.start(
                ["test", "page.html", "pages/2.html", "--test-timeout", "2"] + TestLibraries.maps, in: folder
            ).result()
            #expect(run.status == 1)
            #expect(run.output.contains("test hang: “spins” ran for longer than 2 s"))
            #expect(run.lastLine == "2 passed, 1 failed")
        }

        @Test func `the test library applies the time of --test-timeout`() async throws {
            try folder.write(
                TestLibraries.mochaPage("it('waits', (done) => {}); it('goes on', () => {});"), to: "page.html")
            let run = try await Command.start(
                ["test", "page.html", "--test-timeout", "1"] + TestLibraries.maps, in: folder
            ).result()
            #expect(run.output.contains("timeout of 1000ms exceeded"))
            #expect(run.lastLine == "1 passed, 1 failed")
        }

        @Test func `a web process that ends is reported as a crash, and the next page runs`() async throws {
            let server = try await LocalServer(
                page: "<script>console.log('1..2\\nok 1 - one'); fetch('/held')</script>")
            let command = try Command.start(
                [
                    "test", "sw://app.example/page.html", "pages/2.html", "--map",
                    "sw://app.example=http://127.0.0.1:\(server.port)",
                ], in: folder)
            await server.heldRequest()
            for process in command.processes() where process.name.hasPrefix("WebKitWeb") { process.signal(SIGKILL) }
            let run = try await command.result()
            #expect(run.status == 1)
            #expect(run.output.contains("crash: The page's web process ended after it reported 1 test."))
            #expect(run.lastLine == "2 passed, 1 failed")
        }

        @Test func `a forged stack shows no line of a file outside the folder of the page`() async throws {
            try folder.write("secret = 42", to: "secret.js")
            try folder.write("own = 43", to: "pages/own.js")
            try folder.write(
                TestLibraries.mochaPage(
                    """
                    const fail = (stack) => { throw Object.assign(new Error("look there"), { stack }); };
                    it("reads", () => fail("f@sw://app.localhost/../secret.js:1:1"));
                    it("reads escaped", () => fail("f@sw://app.localhost/%2e%2e/secret.js:1:1"));
                    it("reads its own", () => fail("f@sw://app.localhost/own.js:1:1"));
                    """), to: "pages/1.html")
            let run = try await Command.start(
                ["test", "pages/1.html", "--root", "pages"] + TestLibraries.maps, in: folder
            ).result()
            #expect(run.lastLine == "0 passed, 3 failed")
            #expect(!run.output.contains("secret = 42"))
            #expect(run.output.contains("own = 43"), "\(run.output)")
        }
    }
}
