import TestSupport
import Testing

extension NativeSuite {
    @Suite("Invalid options of the native half") struct NativeOptionTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func write(_ expression: String) throws { try CallingPage.write(expression, in: folder) }

        @Test(
            arguments: [
                (["--native", ""], "--native"), (["--replay-strict"], "--replay"), (["--redact", "a"], "--record"),
                (["--replay", "none.jsonl"], "cannot be read"), (["--native", "none.js"], "there is no file"),
                (["--record", "none/bridge.jsonl"], "cannot be written"),
                (["--record", "page.html", "--workers", "2"], "--workers"),
                (["--record", "a.jsonl", "--replay", "a.jsonl"], "Name another"),
                (["--app-config", "page.html"], "--app capacitor"),
                (["--app", "capacitor", "--app-config", "none.json"], "--app-config: none.json"),
                (["--app", "capacitor", "--app-config", "page.html"], "This is not JSON"),
            ])
        func `invalid options end the command with exit code 2`(options: [String], words: String) async throws {
            try write("true")
            let run = try await Command.start(["test", "page.html"] + options, in: folder).result()
            #expect(run.status == 2)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }
}
