import Foundation
import TestSupport
import Testing

extension ReportSuite {
    @Suite("Traces") struct TraceTests {
        private let folder: TemporaryFolder

        /// A test that shows a document in its failure, cleaned up afterwards, beside calls of every kind.
        private static let page = TestLibraries.mochaPage(
            """
            document.body.insertAdjacentHTML("beforeend", "<p id=state></p><input id=name>");
            describe("the cart", () => {
                before(async () => {
                    await navigator.serviceWorker.register("worker.js");
                    await navigator.serviceWorker.ready;
                });
                afterEach(() => { document.querySelector("#state").textContent = "cleaned"; });
                it("asks the native half", async () => {
                    const answer = await webkit.messageHandlers.camera.postMessage({ quality: 80 });
                    chai.expect(answer.file).to.equal("photo.jpg");
                });
                it("adds up", async () => {
                    document.querySelector("#state").textContent = "five <b>apples</b>";
                    document.querySelector("#name").value = "Ada";
                    console.warn("late <\\/script><script>window.hacked = true<\\/script>");
                    await fetch("data.json");
                    chai.expect(5).to.equal(6);
                });
            });
            """)

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(Self.page, to: "pages/cart.html")
            try folder.write("{\"apples\": 5}", to: "pages/data.json")
            try folder.write("console.log('the worker runs');", to: "pages/worker.js")
            try folder.write(
                "export default { handlers: { camera: () => ({ file: 'photo.jpg' }) } };", to: "native.js")
        }

        private func run(_ arguments: String...) async throws -> CommandResult {
            try await Command.start(
                ["test", "pages", "--native", "native.js"] + TestLibraries.maps + arguments, in: folder
            ).result()
        }

        private func entries(_ path: String = "traces/pages/cart.html.trace") throws -> [[String: Any]] {
            try ReportReader.events(folder.text(path))
        }

        private func data(_ kind: String, in entries: [[String: Any]]) -> [[String: Any]] {
            entries.filter { $0["kind"] as? String == kind }.compactMap { $0["data"] as? [String: Any] }
        }

        @Test func `a trace has tests, console, bridge, network, native calls and worker states in their order`()
            async throws
        {
            let run = try await run("--trace", "on")
            #expect(run.status == 1)
            #expect(run.output.contains("trace: swwebview trace 'traces/pages/cart.html.trace'"), "\(run.output)")
            let entries = try entries()
            let header = try #require(data("header", in: entries).first)
            #expect(header["format"] as? String == "swwebview trace" && header["version"] as? Int == 1)
            #expect(data("began", in: entries).count == 2)
            #expect(data("test", in: entries).compactMap { $0["status"] as? String } == ["passed", "failed"])
            #expect(data("console", in: entries).contains { ($0["text"] as? String)?.hasPrefix("late") == true })
            #expect(data("console", in: entries).contains { $0["text"] as? String == "worker.js: the worker runs" })
            let bridge = data("bridge", in: entries)
            #expect(bridge.contains { ($0["text"] as? String)?.contains("/ServiceWorkerContainer/register") == true })
            #expect(Set(bridge.compactMap { $0["direction"] as? String }) == ["toHost", "toPage"])
            let requests = data("request", in: entries)
            let askers = requests.reduce(into: [String: String]()) {
                $0[($1["url"] as? String ?? "").split(separator: "/").last.map(String.init) ?? ""] =
                    $1["asker"] as? String
            }
            #expect(askers["data.json"] == "page" && askers["worker.js"] == "worker")
            let answer = requests.first { ($0["url"] as? String)?.hasSuffix("data.json") == true }
            #expect(answer?["responseBody"] as? String == "{\"apples\": 5}" && answer?["status"] as? Int == 200)
            let native = entries.filter { $0["kind"] as? String == "native" }.compactMap { $0["data"] as? String }
            #expect(native.count == 2 && native[0].contains("\"quality\":80") && native[1].contains("photo.jpg"))
            let states = data("worker", in: entries).compactMap { $0["state"] as? String }
            #expect(states.suffix(3) == ["installed", "activating", "activated"])
            #expect(data("end", in: entries).first?["failed"] as? Int == 1)
        }

        @Test func `the document and the picture are those of the failure, before the hooks that clean up`()
            async throws
        {
            _ = try await run("--trace", "retain-on-failure")
            let moments = data("moment", in: try entries())
            let failure = try #require(moments.first { $0["name"] as? [String] == ["the cart", "adds up"] })
            let html = try #require(failure["html"] as? String)
            #expect(html.contains("five &lt;b&gt;apples&lt;/b&gt;") && html.contains("value=\"Ada\""))
            #expect(!html.contains("cleaned") && !html.contains("<script"))
            let picture = try #require((failure["picture"] as? String).flatMap { Data(base64Encoded: $0) })
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let end = try #require(moments.first { $0["name"] as? [String] == ["end"] })
            #expect((end["html"] as? String)?.contains("cleaned") == true)
        }

        @Test(arguments: ["qunit.html", "vitest.test.js"])
        func `the document of a failure is that of the failure in other libraries`(_ page: String) async throws {
            let show = "document.body.dataset.state = 'failing';"
            let clean = "document.body.dataset.state = 'cleaned';"
            try folder.write("{}", to: "package.json")
            try folder.write(
                TestLibraries.qunitPage(
                    """
                    QUnit.module("cart", (hooks) => {
                        hooks.afterEach(() => { \(clean) });
                        QUnit.test("adds up", (assert) => { \(show) assert.equal(5, 6); });
                    });
                    """), to: "other/qunit.html")
            try folder.write(
                """
                import { afterEach, expect, it } from "vitest";
                afterEach(() => { \(clean) });
                it("adds up", () => { \(show) expect(5).toBe(6); });
                """, to: "other/vitest.test.js")
            let run = try await Command.start(
                ["test", "other/\(page)", "--trace", "on"] + TestLibraries.maps, in: folder
            ).result()
            #expect(run.status == 1)
            let moments = data("moment", in: try entries("traces/other/\(page).trace"))
            let failure = try #require(moments.first { ($0["name"] as? [String])?.last == "adds up" })
            #expect((failure["html"] as? String)?.contains("data-state=\"failing\"") == true, "\(failure)")
            #expect(failure["picture"] is String)
        }

        @Test func `retain-on-failure keeps no trace of a page that passes`() async throws {
            try folder.writePage("pages/fine.html", printing: "1..1", "ok 1 - fine")
            let run = try await run("--trace", "retain-on-failure", "--trace-folder", "kept")
            #expect(run.status == 1)
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept/pages"))
            #expect(kept == ["cart.html.trace"])
        }

        @Test func `on-first-retry traces the second run only, also in a worker process`() async throws {
            let run = try await run("--trace", "on-first-retry", "--retries", "2", "--workers", "2")
            #expect(run.status == 1)
            let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path("traces/pages"))
            #expect(traces == ["cart.html-attempt-2.trace"])
        }

        @Test func `a page that hangs leaves a trace, which names its failure`() async throws {
            try folder.write("<script>onload = () => { while (true); }</script>", to: "pages/cart.html")
            let run = try await run("--trace", "on", "--timeout", "2")
            #expect(run.status == 1)
            let entries = try entries()
            #expect(data("failure", in: entries).count == 1)
            #expect(data("end", in: entries).first?["isPassed"] as? Bool == false)
        }

        @Test func `the viewer shows the text of pages as text`() async throws {
            _ = try await run("--trace", "on")
            let made = try await Command.run("trace", "traces/pages/cart.html.trace", "-o", "viewer.html", in: folder)
            #expect(made.status == 0 && made.output == "viewer.html\n", "\(made.errors)")
            #expect(!(try folder.text("viewer.html").contains("<script>window.hacked")))
            let isShown = """
                !window.hacked && document.title.startsWith("pages/cart.html")
                    && document.querySelector("#list [aria-selected=true]").textContent.includes("adds up")
                    && document.querySelector("#detail img").complete
                    && !document.querySelector("#list script, #list img")
                """
            let view = try await Command.run(
                "snapshot", "viewer.html", "-o", "viewer.png", "--wait-for", isShown, "--timeout", "20", in: folder)
            #expect(view.status == 0, "\(view.errors)")
        }

        @Test func `the viewer shows a trace whose process was killed, and refuses other files`() async throws {
            _ = try await run("--trace", "on")
            let text = try folder.text("traces/pages/cart.html.trace")
            try folder.write(String(text.dropLast(40)), to: "cut.trace")
            #expect(try await Command.run("trace", "cut.trace", in: folder).status == 0)
            #expect(try folder.text("cut.trace.html").contains("the cart"))
            let other = try await Command.run("trace", "native.js", in: folder)
            #expect(other.status == 2 && other.errors.contains("native.js is no trace"))
        }
    }
}
