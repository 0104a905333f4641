import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("test --watch") struct WatchTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("{}", to: "package.json")
            try folder.write("export const sum = (a, b) => a + b;", to: "src/sum.js")
            try folder.write(
                """
                import { sum } from "../src/sum.js";
                console.log("1..2");
                console.log(sum(1, 2) === 3 ? "ok 1 - adds" : "not ok 1 - adds");
                console.log("ok 2 - other");
                """, to: "tests/sum.test.js")
            try folder.write("console.log('1..1'); console.log('ok 1 - alone');", to: "tests/alone.test.js")
        }

        /// Runs the command in a terminal with steps, see `watch.py`.
        private func watch(_ steps: String...) async throws -> CommandResult {
            let command = [Command.executable, "test", "tests", "--watch"]
            return try await ReportReader.run(
                "watch.py", arguments: steps + ["--"] + command, in: folder, environment: ["TERM": "dumb"])
        }

        private static let waiting = "Waiting for changes."

        @Test func `a changed module runs the page that imports it, and no other`() async throws {
            let run = try await watch(
                "wait", "3 passed, 0 failed", "wait", Self.waiting, "write", "src/sum.js",
                "export const sum = (a, b) => a - b;", "wait", "1 file has changed", "wait", "1 passed, 1 failed",
                "wait",
                Self.waiting, "key", "q")
            #expect(run.status == 1, "\(run.output)\(run.errors)")
            let later = try #require(run.output.split(separator: "1 file has changed").last)
            #expect(later.contains("tests/sum.test.js") && !later.contains("tests/alone.test.js"), "\(later)")
        }

        @Test func `a mended module, a new test and its removal are noticed`() async throws {
            let run = try await watch(
                "wait", Self.waiting, "write", "tests/new.test.js",
                "console.log('1..1'); console.log('not ok 1 - new');",
                "wait", "0 passed, 1 failed", "wait", Self.waiting, "write", "tests/new.test.js",
                "console.log('1..1'); console.log('ok 1 - new');", "wait", "1 passed, 0 failed", "wait", Self.waiting,
                "key",
                "a", "wait", "4 passed, 0 failed", "wait", Self.waiting, "remove", "tests/new.test.js", "key", "\n",
                "wait",
                "3 passed, 0 failed", "wait", Self.waiting, "key", "q")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `a module that was missing is noticed when it appears`() async throws {
            try folder.write("export { sum } from './parts.js';", to: "src/sum.js")
            let run = try await watch(
                "wait", "there is no file /src/parts.js", "wait", Self.waiting, "write", "src/parts.js",
                "export const sum = (a, b) => a + b;", "wait", "2 passed, 0 failed", "wait", Self.waiting, "key", "q")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `a change of the configuration runs the pages whose scripts are compiled`() async throws {
            try folder.write(
                "const name: string = import.meta.env.VITE_NAME;\nconsole.log('1..1'); console.log(name === 'right' ? 'ok 1 - env' : 'not ok 1 - env');",
                to: "tests/env.test.ts")
            let run = try await watch(
                "wait", "3 passed, 1 failed", "wait", Self.waiting, "write", ".env", "VITE_NAME=right", "wait",
                "1 passed, 0 failed", "wait", Self.waiting, "key", "q")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `keys filter by page and by test, and run failed pages again`() async throws {
            try folder.write("console.log('1..1'); console.log('not ok 1 - alone');", to: "tests/alone.test.js")
            let run = try await watch(
                "wait", "2 passed, 1 failed", "wait", Self.waiting, "key", "f", "wait", "0 passed, 1 failed", "wait",
                Self.waiting, "key", "psum\n", "wait", "2 passed, 0 failed", "wait", "Only pages “sum”.", "key",
                "tadds\n",
                "wait", "1 passed, 0 failed", "wait", "pages “sum” and tests “adds”", "key", "a", "wait",
                "2 passed, 1 failed", "wait", Self.waiting, "key", "q")
            #expect(run.status == 1, "\(run.output)\(run.errors)")
        }

        @Test func `Ctrl-C ends the watch and restores the terminal`() async throws {
            let run = try await watch("wait", Self.waiting, "key", "\u{3}")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }
}
