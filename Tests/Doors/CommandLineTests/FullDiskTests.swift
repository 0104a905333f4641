import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// A small disk of the test's own needs a mount namespace, which containers may refuse.
    @Suite("Full disk", .enabled(if: MountNamespace.isAvailable)) struct FullDiskTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(
                """
                <script>
                  (async () => {
                    console.log("TAP version 13");
                    console.log("1..2");
                    const cache = await caches.open("v1");
                    await cache.put("/small", new Response("small"));
                    const error = await cache.put("/large", new Response(new Uint8Array(16 << 20))).catch((error) => error);
                    console.log(`${error?.name === "QuotaExceededError" ? "ok" : "not ok"} 1 - ${error}`);
                    const small = await (await cache.match("/small")).text();
                    console.log(`${small === "small" ? "ok" : "not ok"} 2 - what was stored stays`);
                  })();
                </script>
                """, to: "page.html")
            try folder.writePage("plain.html", printing: "1..1", "ok 1")
        }

        @Test func `a put exceeds the quota, and the next start names the disk`() async throws {
            let script = #"""
                mkdir store && mount -t tmpfs -o size=8m none store || exit 99
                "$0" test page.html --storage store || exit 98
                dd if=/dev/zero of=store/rest bs=4096 2> dd.txt
                exec "$0" test plain.html --storage store
                """#
            let command = try RunningCommand(
                ["/usr/bin/unshare", "-m", "sh", "-c", script, Command.executable], folder: folder.url,
                environment: Command.environment, blocking: [])
            let result = try await command.result()
            #expect(result.status == 2)
            #expect(result.output.contains("QuotaExceededError"))
            #expect(result.errors.contains("is full"))
            #expect(!result.errors.contains("Delete"))
        }
    }
}

/// Whether a program of this test may mount file systems that only it sees.
private enum MountNamespace {
    static let isAvailable: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["-m", "sh", "-c", "mount -t tmpfs none /mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
