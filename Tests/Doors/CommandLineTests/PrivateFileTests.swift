import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// The modes of all files and folders that the command makes, and of those that earlier versions have made.
    @Suite("Private files") struct PrivateFileTests {
        private static let page = """
            <script>
            console.log("1..2");
            (async () => {
                await Capacitor.Plugins.Preferences.set({ key: "k", value: "v" });
                await Capacitor.Plugins.Filesystem.writeFile({ path: "a/b", directory: "DATA", data: "eA==", recursive: true });
                await (await caches.open("kept")).put("/kept", new Response("kept"));
                localStorage.setItem("k", "v");
                const opening = indexedDB.open("notes", 1);
                opening.onupgradeneeded = () => opening.result.createObjectStore("notes");
                await new Promise((resolve) => (opening.onsuccess = resolve));
                document.cookie = "k=v; max-age=1000";
                await Capacitor.Plugins.Camera.getPhoto({ resultType: "uri" });
                console.log("ok 1");
                console.log("not ok 2");
            })();
            </script>
            """
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(Self.page, to: "pages/page.html")
            try folder.write("", to: "temporary/.keep")
        }

        /// The files and folders below a folder that others can use, with their modes.
        private func open(_ path: String) throws -> [String] {
            try ([""] + FileManager.default.subpathsOfDirectory(atPath: folder.path(path))).compactMap { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("\(path)/\(name)"))
                let mode = attributes[.posixPermissions] as? Int ?? 0
                return mode & 0o077 == 0 || attributes[.type] as? FileAttributeType == .typeSymbolicLink
                    ? nil : "\(path)/\(name) \(String(mode, radix: 8))"
            }
        }

        private func run(_ arguments: String...) async throws -> CommandResult {
            // The command must not rely on the umask of its user.
            try await RunningCommand(
                ["/bin/sh", "-c", #"umask 0; exec "$0" "$@""#, Command.executable] + arguments, folder: folder.url,
                environment: Command.environment.merging([
                    "XDG_CACHE_HOME": folder.path("home/cache"), "XDG_DATA_HOME": folder.path("home/data"),
                    "TMPDIR": folder.path("temporary"),
                ]) { $1 }, blocking: []
            ).result()
        }

        private func runTests() async throws {
            let run = try await run(
                "test", "pages/page.html", "--app", "capacitor", "--storage", "out/store", "--trace", "on",
                "--trace-folder",
                "out/traces", "--har", "out/x.har", "--record", "out/x.jsonl", "--screenshots", "out/pictures",
                "--reporter", "json=out/report.json", "--reporter", "html=out/report.html", "--fidelity",
                "out/fidelity.json",
                "--times", "out/times.json", "--coverage", "--coverage-reporter", "lcov=out/coverage/lcov.info")
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.output.isEmpty)
        }

        @Test func `all that the command makes is private`() async throws {
            for name in ["out", "temporary", "home"] {
                try folder.write("", to: "\(name)/.keep")
                chmod(folder.path("\(name)/.keep"), 0o600)
                chmod(folder.path(name), 0o700)
            }
            try await runTests()
            for arguments in [
                ["snapshot", "pages/page.html", "-o", "out/picture.png"],
                ["snapshot", "pages/page.html", "-o", "out/page.pdf"],
                ["snapshot", "pages/page.html", "--compare", "out/kept.png", "--update"],
                ["trace", "out/traces/pages/page.html.trace", "-o", "out/trace.html"],
            ] {
                let run = try await RunningCommand(
                    ["/bin/sh", "-c", #"umask 0; exec "$0" "$@""#, Command.executable] + arguments, folder: folder.url,
                    environment: Command.environment, blocking: []
                ).result()
                #expect(run.status == 0, "\(arguments): \(run.errors)")
            }
            let made = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out"))
            for name in [
                "store/serviceworkers/serviceworkers.sqlite", "store/phone/preferences.json",
                "traces/pages/page.html.trace",
                "x.har", "x.jsonl", "report.json", "report.html", "fidelity.json", "times.json", "coverage/lcov.info",
                "picture.png", "page.pdf", "kept.png", "trace.html",
            ] { #expect(made.contains(name), "\(name)") }
            #expect(made.contains { $0.hasPrefix("pictures/") && $0.hasSuffix(".png") })
            #expect(try open("out") == [])
            #expect(try open("home") == [])
            #expect(try open("temporary") == [])
        }

        @Test func `what an earlier version has made becomes private`() async throws {
            try await runTests()
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path("out")) {
                let full = folder.path("out/\(path)")
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
                chmod(full, isFolder.boolValue ? 0o755 : 0o644)
            }
            try await runTests()
            // A folder that the user names for results can have other files, and keeps its mode.
            let named = ["out/ ", "out/traces", "out/pictures", "out/coverage"]
            #expect(
                try open("out").filter { path in !named.contains { path.hasPrefix($0) && path.hasSuffix("755") } } == []
            )
            #expect(try open("out/store") == [])
        }
    }
}
