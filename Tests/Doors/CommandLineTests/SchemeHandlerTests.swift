import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("--assets and --sqlite") struct SchemeHandlerTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("from the folder", to: "files/note.txt")
            try folder.write(
                """
                <script>
                (async () => {
                    const text = await (await fetch("assets://note.txt")).text();
                    const answer = await fetch("sqlite://");
                    const { tables } = await answer.json();
                    const isRight = text === "from the folder" && answer.ok && tables.length === 1 && tables[0].name === "notes";
                    document.documentElement.dataset.ready = isRight;
                    console.log(`1..1\\n${isRight ? "" : "not "}ok 1 - ${text}, ${answer.status}`);
                })();
                </script>
                """, to: "page.html")
            try folder.makeDatabase("notes.sqlite", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)")
        }

        @Test func `a page fetches a file of the folder and the tables of the database`() async throws {
            let run = try await Command.run(
                "test", "page.html", "--assets", "files", "--sqlite", "notes.sqlite", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `the options of a configuration file give a page both schemes`() async throws {
            try folder.write("assets: files\nsqlite: notes.sqlite\n", to: "options.yaml")
            let run = try await Command.run("test", "page.html", "--config", "options.yaml", in: folder)
            #expect(run.status == 0, "\(run.output)")
        }

        @Test func `a page of a snapshot has both schemes`() async throws {
            let run = try await Command.run(
                "snapshot", "page.html", "-o", "page.png", "--assets", "files", "--sqlite", "notes.sqlite",
                "--wait-for",
                "document.documentElement.dataset.ready === 'true'", in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }

        @Test func `without the options, a fetch of the sqlite scheme is rejected`() async throws {
            try folder.write(
                "<script>fetch('sqlite://').catch((error) => console.log(`1..1\\nok 1 - ${error.name}`))</script>",
                to: "none.html")
            #expect(try await Command.run("test", "none.html", in: folder).status == 0)
        }

        @Test(arguments: [
            (["--assets", "missing"], "--assets: There is no folder"), (["--assets", "page.html"], "is not a folder"),
            (["--sqlite", "missing.sqlite"], "--sqlite: There is no file"),
            (["--sqlite", "page.html"], "is not a SQLite database"),
            (["--sqlite", "files"], "is not a SQLite database"),
        ])
        func `a folder or database that cannot be used ends with exit code 2 and a reason`(
            options: [String], named: String
        ) async throws {
            for command in [["test", "page.html"], ["snapshot", "page.html", "-o", "a.png"]] {
                let refused = try await Command.start(command + options, in: folder).result()
                #expect(refused.status == 2)
                #expect(refused.errors.contains(named), "\(refused.errors)")
                #expect(refused.output.isEmpty)
            }
        }
    }
}
