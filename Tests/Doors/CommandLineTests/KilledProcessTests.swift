import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// Tests for the processes and files that remain when processes are killed or end.
    @Suite("Killed processes") struct KilledProcessTests {
        private static let page = """
            <script>fetch('/held').then(() => console.log('1..1\\nok 1 - answered'))</script>
            """
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test(arguments: ["test", "preview"])
        func `a display that ends stops the command with exit code 3 and a message`(command: String) async throws {
            let server = try await LocalServer(page: Self.page)
            let map = "sw://app.example=http://127.0.0.1:\(server.port)"
            let options = command == "preview" ? ["--port", "0"] : []
            let running = try Command.start(
                [command, "sw://app.example/page.html", "--map", map] + options, in: folder)
            await server.heldRequest()
            for process in running.processes() where process.name == "Xvfb" { process.signal(SIGKILL) }
            let run = try await running.result()
            #expect(run.status == 3)
            #expect(run.errors.contains("has ended, and no page can be shown without it"), "\(run.errors)")
            #expect(running.processes().filter { !$0.hasEnded(within: 10) }.map(\.name) == [])
        }

        @Test func `pages run after the template of WebKit's processes is killed`() async throws {
            let server = try await LocalServer(page: Self.page)
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            let map = "sw://app.example=http://127.0.0.1:\(server.port)"
            let running = try Command.start(
                ["test", "sw://app.example/page.html", "page.html", "--map", map], in: folder)
            await server.heldRequest()
            let templates = running.processes().filter { $0.name == "WebKitTemplate" }
            #expect(templates.count == 1)
            for template in templates {
                template.signal(SIGKILL)
                #expect(template.hasEnded(within: 10))
            }
            server.release()
            let run = try await running.result()
            #expect(run.lastLine == "2 passed, 0 failed", "\(run.output) \(run.errors)")
        }

        /// The loads that are under way fail, those of frames without an event. The page repeats them.
        @Test func `a page that repeats its loads passes after its network process is killed`() async throws {
            let server = try await LocalServer(
                page: """
                    <script type="module">
                    localStorage.kept = 'kept';
                    let isOver = false;
                    while (!isOver) {
                        const signal = AbortSignal.timeout(1000);
                        isOver = await fetch('/held', { signal }).then(() => true, () => false);
                    }
                    const showFrame = () => new Promise((resolve) => {
                        const frame = document.createElement('iframe');
                        frame.src = '/page.html?framed';
                        frame.onload = () => resolve(true);
                        setTimeout(resolve, 5000);
                        document.documentElement.append(frame);
                    });
                    if (location.search === '') {
                        while (!await showFrame());
                        localStorage.next = 'next';
                        console.log(`1..1\n${localStorage.next === 'next' ? 'ok' : 'not ok'} 1 - answered`);
                    }
                    </script>
                    """)
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            let running = try Command.start(
                [
                    "test", "sw://app.example/page.html", "page.html", "--map",
                    "sw://app.example=http://127.0.0.1:\(server.port)",
                ], in: folder)
            await server.heldRequest()
            for process in running.processes() where process.name.hasPrefix("WebKitNetwork") {
                process.signal(SIGKILL)
                #expect(process.hasEnded(within: 10))
            }
            server.release()
            let run = try await running.result()
            #expect(run.lastLine == "2 passed, 0 failed", "\(run.output) \(run.errors)")
        }

        /// Each page has a data store, and each data store a network process.
        @Test func `finished pages that registered a worker leave no network process`() async throws {
            let server = try await LocalServer(page: "")
            try folder.write("oninstall = () => skipWaiting(); onactivate = () => clients.claim();", to: "worker.js")
            for number in 1...8 {
                try folder.write(
                    """
                    <script type="module">
                    await navigator.serviceWorker.register("worker.js");
                    if (!navigator.serviceWorker.controller)
                        await new Promise((resolve) => navigator.serviceWorker.oncontrollerchange = resolve);
                    new SharedWorker("worker.js");
                    if (\(number) === 8) await fetch("sw://held.example/held", { mode: "no-cors" }).catch(() => {});
                    console.log("1..1\\nok 1 - registered");
                    </script>
                    """, to: "\(number).html")
            }
            let running = try Command.start(
                ["test", "--isolation", "process"] + (1...8).map { "\($0).html" }
                    + ["--map", "sw://held.example=http://127.0.0.1:\(server.port)"], in: folder)
            await server.heldRequest()
            let networkProcesses = running.processes().filter { $0.name.hasPrefix("WebKitNetwork") }
            // The one of the page before may be about to end.
            let left = networkProcesses.dropLast().filter { !$0.hasEnded(within: 10) }
            #expect(left.isEmpty, "\(left.count) of \(networkProcesses.count) are left")
            #expect(networkProcesses.last?.hasEnded(within: 0) == false)
            server.release()
            let run = try await running.result()
            #expect(run.lastLine == "8 passed, 0 failed", "\(run.output) \(run.errors)")
        }

        @Test(arguments: [("test page.html", 0), ("test failing.html", 1), ("nonsense", 2)])
        func `closed standard streams do not change the exit code`(arguments: String, status: Int32) async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            try folder.writePage("failing.html", printing: "1..1", "not ok 1")
            let running = try RunningCommand(
                ["/bin/sh", "-c", "exec \"$0\" \(arguments) <&- >&- 2>&-", Command.executable], folder: folder.url,
                environment: Command.environment, blocking: [])
            #expect(try await running.result().status == status)
        }
    }
}
