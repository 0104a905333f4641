import Foundation
import TestSupport
import Testing

extension NativeSuite {
    @Suite("--record and --replay") struct RecordingTests {
        private let folder: TemporaryFolder

        private static let pages = URL(filePath: #filePath).appending(path: "../../../../../Pages/").standardizedFileURL
            .path()

        init() throws { folder = try TemporaryFolder() }

        private func write(_ expression: String) throws { try CallingPage.write(expression, in: folder) }

        @Test func `a recording replays without the module, and a changed call is named`() async throws {
            try folder.write(CallingPage.native, to: "native.js")
            try write(CallingPage.camera)
            let made = try await Command.run(
                "test", "page.html", "--native", "native.js", "--record", "bridge.jsonl", "--redact", "password",
                in: folder)
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            #expect(try !folder.text("bridge.jsonl").contains("secret"))
            for options in [[], ["--replay-strict"]] {
                let again = try await Command.start(
                    ["test", "page.html", "--replay", "bridge.jsonl"] + options, in: folder
                ).result()
                #expect(again.status == 0, "\(again.output)\(again.errors)")
            }
            try write("(await call('camera', { quality: 8, password: 'secret' }).catch(() => ({}))) !== null")
            let changed = try await Command.run("test", "page.html", "--replay", "bridge.jsonl", in: folder)
            #expect(changed.status == 1)
            #expect(
                changed.output.contains("body.quality is 8, and 9 in bridge.jsonl:2"), "\(changed.output)")
        }

        @Test(arguments: ["capacitor", "cordova", "react-native", "flutter", "hotwire"])
        func `a recording of a framework's app replays without the native half`(framework: String) async throws {
            let app = Self.pages + "hosts/\(framework)"
            let isCapacitor = framework == "capacitor"
            let options =
                ["--app", framework, "--root", Self.pages]
                + (isCapacitor
                    ? ["--app-config", app + "/capacitor.config.json", "--map", "https://server.example=\(app)/server"]
                    : [])
            let native = isCapacitor || framework == "cordova" ? [] : ["--native", app + ".native.js"]
            let suite = Self.pages + "hosts/suite.html"
            let made = try await Command.start(
                ["test", suite, "--record", "bridge.jsonl"] + native + options, in: folder
            ).result()
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            let again = try await Command.start(["test", suite, "--replay", "bridge.jsonl"] + options, in: folder)
                .result()
            #expect(again.status == 0, "\(again.output)\(again.errors)")
            // A page that waits for a call without an answer waits until its time is over.
            let lines = try folder.text("bridge.jsonl").replacingOccurrences(of: "Milk", with: "Tea")
            try folder.write(lines, to: "bridge.jsonl")
            let changed = try await Command.start(
                ["test", suite, "--replay", "bridge.jsonl", "--timeout", "5"] + options, in: folder
            ).result()
            #expect(changed.status == 1)
            #expect(changed.output.contains("No answer is recorded for "), "\(changed.output)")
        }

        @Test func `an incomplete recording ends the command with the line`() async throws {
            try folder.write(
                "{\"format\":\"swwebview bridge recording\",\"version\":1}\n{\"call\":1,\"han", to: "bridge.jsonl")
            try write("true")
            let run = try await Command.run("test", "page.html", "--replay", "bridge.jsonl", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--replay: bridge.jsonl:2: the line is incomplete"), "\(run.errors)")
        }
    }
}
