import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// Pages whose network process dies: WebKit drops their requests without an event.
    @Suite("Killed network process") struct KilledNetworkTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Runs a page, and kills its network process when so many of its requests are held.
        ///
        /// - Parameter releasing: whether the request that comes then is answered.
        private func run(
            _ page: String, killingAt requests: Int, releasing: Bool = false
        ) async throws -> CommandResult {
            let server = try await LocalServer(page: "")
            try folder.write("<script type=module>\(page)</script>", to: "page.html")
            let running = try Command.start(
                ["test", "page.html", "--map", "sw://held.example=http://127.0.0.1:\(server.port)"], in: folder)
            await server.heldRequests(requests)
            for process in running.processes() where process.name.hasPrefix("WebKitNetwork") {
                process.signal(SIGKILL)
                #expect(process.hasEnded(within: 10))
            }
            if releasing {
                await server.heldRequest()
                server.release()
            }
            return try await running.result()
        }

        @Test func `a held fetch is rejected, and later commands, messages and fetches are answered`() async throws {
            try folder.write(
                """
                onmessage = ({ data, ports: [port], source }) => (port ?? source).postMessage(data);
                """, to: "worker.js")
            try folder.write(
                "onmessage = async () => postMessage((await navigator.serviceWorker.getRegistrations()).length);",
                to: "dedicated.js")
            let run = try await run(
                """
                const { serviceWorker } = navigator;
                const tell = (number, text, isRight) => console.log(`${isRight ? "ok" : "not ok"} ${number} - ${text}`);
                console.log("1..6");
                await serviceWorker.register("worker.js");
                const { active } = await serviceWorker.ready;
                const say = (text) => new Promise((resolve) => {
                    serviceWorker.onmessage = ({ data }) => resolve(data);
                    active.postMessage(text);
                });
                const ask = (text) => new Promise((resolve) => {
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = ({ data }) => resolve(data);
                    active.postMessage(text, [port2]);
                });
                const dedicated = new Worker("dedicated.js");
                const send = () => new Promise((resolve) => {
                    dedicated.onmessage = ({ data }) => resolve(data);
                    dedicated.postMessage("");
                });
                await Promise.all([say("before"), ask("before"), send()]);
                tell(1, "a fetch under way is rejected", await fetch("sw://held.example/held", { mode: "no-cors" })
                    .then(() => false, ({ name }) => name === "TypeError"));
                tell(2, "a command is answered", await SWWebView.send("/ping", 7) === 7);
                tell(3, "a message is answered", await say("after") === "after");
                tell(4, "a port is answered", await ask("after") === "after");
                tell(5, "a dedicated worker's command is answered", await send() === 1);
                tell(6, "a fetch is answered", (await fetch("worker.js")).ok);
                """, killingAt: 1)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
        }

        @Test func `held requests of a page without a stream are rejected`() async throws {
            let run = try await run(
                """
                console.log("1..2");
                const fetched = fetch("sw://held.example/held", { mode: "no-cors" });
                const request = new XMLHttpRequest();
                request.open("GET", "sw://held.example/held");
                const failed = new Promise((resolve) => request.onerror = request.onabort = resolve);
                request.send();
                await failed;
                console.log("ok 1 - XMLHttpRequest");
                await fetched.catch(({ name }) => console.log(`${name === "TypeError" ? "ok" : "not ok"} 2 - fetch`));
                """, killingAt: 2)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
        }

        @Test func `a service worker whose import was held is started again and registered`() async throws {
            try folder.write("importScripts('sw://held.example/held');", to: "worker.js")
            let run = try await run(
                """
                console.log("1..1");
                const { installing } = await navigator.serviceWorker.register("worker.js");
                console.log(`${installing ? "ok" : "not ok"} 1 - it is registered`);
                """, killingAt: 1, releasing: true)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
        }

        @Test func `held fetches of workers of each kind are rejected, and the workers go on`() async throws {
            try folder.write(
                """
                const load = () => fetch("sw://held.example/held", { mode: "no-cors" }).then(() => "answered", ({ name }) => name);
                const hear = async ({ data, target, ports: [port] }) => (port ?? target).postMessage(data || await load());
                onmessage = hear;
                onconnect = ({ ports: [port] }) => port.onmessage = hear;
                """, to: "worker.js")
            let run = try await run(
                """
                const names = ["a service worker", "a shared worker", "a dedicated worker"];
                console.log(`1..${2 * names.length}`);
                await navigator.serviceWorker.register("worker.js");
                const { active } = await navigator.serviceWorker.ready;
                const { port } = new SharedWorker("worker.js");
                const dedicated = new Worker("worker.js");
                const posts = [active, port, dedicated].map((worker) => (text) => new Promise((resolve) => {
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = ({ data }) => resolve(data);
                    worker.postMessage(text, [port2]);
                }));
                const ends = posts.map((post) => post(""));
                for (let index = 0; index < names.length; index++) {
                    const end = await ends[index], echo = await posts[index]("after");
                    console.log(`${end === "TypeError" ? "ok" : "not ok"} ${2 * index + 1} - ${names[index]}'s fetch: ${end}`);
                    console.log(`${echo === "after" ? "ok" : "not ok"} ${2 * index + 2} - ${names[index]} answers`);
                }
                """, killingAt: 3)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
        }
    }
}
