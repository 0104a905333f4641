import Foundation
import TestSupport
import Testing

extension CommandLineSuite {
    /// Compares the guide "Architecture" with the way that a fetch takes.
    @Suite("Hops") struct HopTests {
        /// Returns the files that the guide lists for a fetch, in their order.
        private func listed() throws -> [String] {
            let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Sources/Bridge/SWWebView/SWWebView.docc/Architecture.md")
            let lines = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "\n")
            let start = try #require(lines.firstIndex(of: "## A fetch of a controlled page"))
            let list = lines[start...].drop { !$0.hasPrefix("1.") }.prefix { !$0.isEmpty }.joined(separator: "\n")
            return unique(list.matches(of: /([\w+]+\.(?:swift|js|c))`/).map { String($0.1) })
        }

        private func unique(_ names: [String]) -> [String] {
            names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }

        @Test func `the guide lists the files that a fetch passes, in their order`() async throws {
            let folder = try TemporaryFolder()
            try folder.write(
                """
                onfetch = (event) => event.respondWith(new Response("x".repeat(200000)));
                onactivate = () => clients.claim();
                """, to: "worker.js")
            try folder.write(
                """
                <script type=module>
                console.log("1..1");
                const controlled = new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
                await navigator.serviceWorker.register("worker.js");
                await controlled;
                // Until then the activate event has hops of its own.
                const { controller } = navigator.serviceWorker;
                while (controller.state !== "activated") {
                    await new Promise((resolve) => { controller.onstatechange = resolve; });
                }
                await SWWebView.send("/ping", 1);
                const text = await (await fetch("/data.json")).text();
                await SWWebView.send("/ping", 2);
                console.log(`${text.length === 200000 ? "ok" : "not ok"} 1 - the worker answers`);
                </script>
                """, to: "page.html")
            let run = try await Command.run(
                "test", "page.html", in: folder, environment: ["SWWEBVIEW_TRACE": "1"])
            #expect(run.status == 0, "\(run.output) \(run.errors)")
            let hops = run.errors.matches(of: /hop [\w\/]+\/([\w+]+\.(?:swift|js|c)) (.*)/).map {
                (file: String($0.1), subject: $0.2)
            }
            let pings = hops.indices.filter { hops[$0].subject == "/ping" }
            let (first, last) = (try #require(pings.first), try #require(pings.last))
            let passed = hops[(first + 1)..<last].map(\.file)
            let listed = try listed()
            #expect(Set(passed) == Set(listed))
            // Messages of the worker about earlier events may pass files in between.
            var rest = passed[...]
            for file in listed {
                rest = rest.drop { $0 != file }
                #expect(!rest.isEmpty, "\(file) comes too late in the guide. A fetch passes \(passed)")
                rest = rest.dropFirst()
            }
        }
    }
}
