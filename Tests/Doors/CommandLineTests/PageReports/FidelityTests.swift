import Foundation
import TestSupport
import Testing

extension ReportSuite {
    @Suite("--fidelity and --fidelity-strict") struct FidelityTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static let page = """
            <!doctype html>
            <script>
            console.log("1..1");
            for (let i = 0; i < 3; i++) URL.canParse("x:y");
            document.cookie;
            new Worker("worker.js").onmessage = () => console.log("ok 1 - done");
            </script>
            """

        private struct Report: Decodable {
            struct Feature: Decodable {
                struct Use: Decodable {
                    var api: String
                    var page: String
                    var count: Int
                    var position: String?
                }
                var feature: String
                var `class`: String
                var since: String?
                var guide: String
                var uses: [Use]
            }
            var version: Int
            var ios: Int?
            var features: [Feature]
        }

        private func report(of page: String = page, _ options: String...) async throws -> Report {
            try folder.write(page, to: "page.html")
            try folder.write("\ncrypto.randomUUID();\nstructuredClone({}); postMessage(1);", to: "worker.js")
            let run = try await Command.start(
                ["test", "page.html", "--fidelity", "report.json"] + options, in: folder
            ).result()
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let text = try Data(contentsOf: folder.url.appending(path: "report.json"))
            return try JSONDecoder().decode(Report.self, from: text)
        }

        @Test(arguments: [("Response.json(1).text()", "26", true), ("new Response('1').json()", "16", false)])
        func `a member of a prototype does not count as the static member of its name`(
            call: String, version: String, isStatic: Bool
        ) async throws {
            let page = """
                <!doctype html>
                <script>
                console.log("1..1");
                \(call).then(() => console.log("ok 1 - done"));
                </script>
                """
            let uses = try await report(of: page, "--ios", version).features.flatMap { $0.uses.map(\.api) }
            #expect(uses.contains("Response.json_static") == isStatic, "\(uses)")
        }

        @Test(arguments: [[], ["--workers", "2"]])
        func `the report has the APIs of page and worker by class, with count and position`(
            options: [String]
        ) async throws {
            let report = try await report(options.first ?? "--bail", options.last ?? "--bail")
            #expect(report.version == 1 && report.ios == nil)
            let uses = report.features.flatMap { feature in
                feature.uses.map { "\(feature.class) \($0.api) \($0.page) \($0.count) \($0.position ?? "-")" }
            }
            #expect(
                uses
                    == [
                        "webkit Crypto.randomUUID page.html 1 worker.js:2:18",
                        "webkit structuredClone page.html 1 worker.js:3:16",
                        "webkit URL.canParse page.html 3 page.html:4:41",
                        "shim Worker page.html 1 page.html:6:11",
                        "differs Document.cookie page.html 1 page.html:5:9",
                    ])
            let cookies = report.features.first { $0.feature == "Cookies" }
            #expect(cookies?.guide == "Differences")
            #expect(report.features.first { $0.feature == "URL.canParse" }?.since == "17.0")
        }

        @Test func `the report as HTML shows the features, and is one file`() async throws {
            try folder.write(Self.page, to: "page.html")
            try folder.write("postMessage(1);", to: "worker.js")
            let run = try await Command.run("test", "page.html", "--fidelity", "r.html", "--ios", "26", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let text = try String(contentsOf: folder.url.appending(path: "r.html"), encoding: .utf8)
            #expect(text.contains("Document.cookie") && text.contains("differences of iOS 26"))
            #expect(!text.contains("src="))
        }

        @Test(arguments: [
            ("differs", "Document.cookie, class differs: known to differ on iOS. See the guide Differences."),
            ("URL.canParse", "URL.canParse, class webkit: WebKit's own, since iOS 17.0. See the guide IOSVersions."),
            ("ios16", "URL.canParse, class webkit: WebKit's own, since iOS 17.0."),
        ])
        func `a page that uses a forbidden API fails, and the failure names API, class and guide`(
            list: String, sentence: String
        ) async throws {
            try folder.write(Self.page, to: "page.html")
            try folder.write("postMessage(1);", to: "worker.js")
            let run = try await Command.run("test", "page.html", "--fidelity-strict", list, in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("The page uses \(sentence)"), "\(run.output)")
            #expect(run.output.contains("page.html:"))
        }

        @Test func `a page that uses no forbidden API passes`() async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            let run = try await Command.run(
                "test", "page.html", "--fidelity-strict", "differs,Notification", in: folder)
            #expect(run.status == 0, "\(run.output)")
        }

        @Test(arguments: [
            (["--fidelity-strict", "nothing"], "“nothing” is neither a class nor an API"),
            (["--fidelity-strict", ","], "the list is empty"), (["--fidelity", "report.txt"], "“report.txt”"),
            (["--fidelity", "missing/report.json"], "missing/report.json cannot be written"), (["--ios", "14"], "14"),
        ])
        func `a wrong value is a usage error`(options: [String], part: String) async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            let run = try await Command.start(["test", "page.html"] + options, in: folder).result()
            #expect(run.status == 2)
            #expect(run.errors.contains(part), "\(run.errors)")
        }

        @Test func `the tool's own libraries work in the oldest version, and their calls are not the page's`()
            async throws
        {
            try folder.write("{}", to: "package.json")
            try folder.write(
                """
                import { afterEach, assert, beforeEach, describe, expect, it, vi } from "vitest";
                describe("the library", () => {
                    const target = { twice: (value) => value * 2, get size() { return 1; } };
                    beforeEach(() => vi.clearAllMocks());
                    afterEach(() => vi.restoreAllMocks());
                    it("compares", () => {
                        expect({ a: [1, { b: new Map([[1, new Set([2])]]) }] }).toEqual({ a: [1, { b: new Map([[1, new Set([2])]]) }] });
                        expect({ a: 1, b: 2 }).toMatchObject({ a: 1 });
                        expect([3]).not.toStrictEqual([4]);
                        expect({ a: 1 }).toEqual(expect.objectContaining({ a: expect.any(Number) }));
                        expect(() => { throw new TypeError("bad", { cause: 1 }); }).toThrow(/bad/);
                        assert(true);
                    });
                    it.each([[1, 2], [2, 4]])("spies on %i", (value, result) => {
                        const spy = vi.spyOn(target, "twice");
                        expect(target.twice(value)).toBe(result);
                        expect(spy).toHaveBeenLastCalledWith(value);
                        expect(spy).toHaveLastReturnedWith(result);
                        expect(spy.mock.lastCall).toEqual([value]);
                        expect(vi.spyOn(target, "size", "get").mockReturnValue(5) && target.size).toBe(5);
                    });
                    it("waits", async () => {
                        await expect(Promise.reject(new Error("no"))).rejects.toThrow("no");
                        await vi.waitFor(() => expect(1).toBe(1));
                    });
                });
                """, to: "library.test.js")
            try folder.write(
                """
                import { suite } from "uvu";
                const test = suite("uvu");
                test.before.each((context) => { context.count = 1; });
                test("runs", (context) => { if (context.count !== 1) throw new Error("no count"); });
                test.run();
                """, to: "uvu.test.js")
            try folder.write("export default { handlers: { echo: (body) => body } };", to: "native.js")
            for options in [["--ios", "15"], ["--ios", "15", "--app", "capacitor", "--native", "native.js"]] {
                let run = try await Command.start(
                    ["test", "library.test.js", "uvu.test.js", "--fidelity", "report.json"] + options, in: folder
                ).result()
                #expect(run.status == 0, "\(run.output)\(run.errors)")
                let text = try Data(contentsOf: folder.url.appending(path: "report.json"))
                let uses = try JSONDecoder().decode(Report.self, from: text).features.flatMap { $0.uses.map(\.api) }
                #expect(uses == [])
            }
        }

        /// A page whose test's name is a digest of everything that scripts can see of all globals.
        private static let digest = """
            <!doctype html>
            <script>
            const lines = [];
            const text = (value) => {
                if (typeof value !== "function") return typeof value;
                return [value.name, value.length, Function.prototype.toString.call(value), `${value}`,
                    Object.getOwnPropertyNames(value).sort()].join();
            };
            const walk = (path, owner) => {
                for (const key of Object.getOwnPropertyNames(owner).sort()) {
                    const { value, get, set, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(owner, key);
                    lines.push([path, key, text(value), text(get), text(set), writable, enumerable, configurable].join("|"));
                    if (typeof value === "function" && /^[A-Z]/.test(key) && path === "self") {
                        walk(key, value);
                        if (value.prototype) {
                            walk(`${key}.prototype`, value.prototype);
                            lines.push(`${key} ${value.prototype.constructor === value}`);
                        }
                    }
                }
            };
            walk("self", self);
            walk("text", { toString: Function.prototype.toString });
            let hash = 0;
            for (const line of lines) for (const unit of line) hash = (hash * 31 + unit.charCodeAt(0)) | 0;
            class Mine extends BroadcastChannel { constructor() { super("a"); } }
            const channel = new Mine();
            const checks = [channel instanceof Mine, channel instanceof BroadcastChannel, channel.constructor === Mine,
                new URL("a:b") instanceof URL, (() => { try { Document.prototype.cookie; } catch (error) { return error.message; } })(),
                (() => { try { BroadcastChannel("a"); } catch (error) { return error.message; } })()];
            channel.close();
            console.log("1..1");
            console.log(`ok 1 - ${lines.length} ${hash} ${checks.join(" ")}`);
            </script>
            """

        @Test func `counting changes nothing that scripts see of globals`() async throws {
            try folder.write(Self.digest, to: "page.html")
            let plain = try await Command.run("test", "page.html", "--reporter", "tap", in: folder)
            let counted = try await Command.run(
                "test", "page.html", "--reporter", "tap", "--fidelity", "r.json", in: folder)
            let names = [plain, counted].map { run in
                run.output.split(separator: "\n").first { $0.contains("ok 1 - ") }?.prefix { $0 != "#" }
            }
            #expect(names[0] != nil && names[0] == names[1], "\(plain.output)\(counted.output)")
        }

        @Test func `a hostile page changes no count, and is not disturbed`() async throws {
            try folder.write(
                """
                <!doctype html>
                <script>
                const post = webkit.messageHandlers.swwebviewAPIs;
                post.postMessage("!0\\n"); post.postMessage("x\\n0 9999"); post.postMessage({}); post.postMessage("");
                Error.stackTraceLimit = 0;
                Error.prepareStackTrace = () => { throw 1; };
                for (const owner of [Reflect, WeakMap.prototype, Function.prototype, String.prototype, Array.prototype, Object.prototype]) {
                    for (const name of Object.getOwnPropertyNames(owner)) {
                        if (typeof Object.getOwnPropertyDescriptor(owner, name)?.value !== "function" || name === "constructor") continue;
                        if (owner === Object.prototype || name === "toString" || name === "call") continue;
                        owner[name] = () => { throw new Error(name); };
                    }
                }
                self.queueMicrotask = self.Proxy = self.Error = () => { throw 2; };
                Object.prototype.apply = Object.prototype.construct = () => 3;
                const isRight = URL.canParse("x:y") === true && URL.canParse("") === false;
                console.log("1..1");
                console.log(isRight ? "ok 1 - same" : "not ok 1 - same");
                </script>
                """, to: "page.html")
            let run = try await Command.run("test", "page.html", "--fidelity", "r.json", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let text = try Data(contentsOf: folder.url.appending(path: "r.json"))
            let report = try JSONDecoder().decode(Report.self, from: text)
            let uses = report.features.flatMap(\.uses)
            #expect(uses.map(\.api) == ["URL.canParse"] && uses.first?.count == 2, "\(uses)")
        }
    }
}
