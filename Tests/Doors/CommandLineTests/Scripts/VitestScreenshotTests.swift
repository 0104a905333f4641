import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Pictures that tests compare with those beside them.
    @Suite("Vitest screenshots") struct VitestScreenshotTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func run(
            _ arguments: String..., environment: [String: String] = ["CI": ""]
        ) async throws -> CommandResult {
            try await Command.start(["test", "tests/a.test.js"] + arguments, in: folder, environment: environment)
                .result()
        }

        private func has(_ path: String) -> Bool {
            FileManager.default.fileExists(atPath: folder.url.appending(path: path).path)
        }

        private func write(_ colour: String, _ options: String = "{}") throws {
            try folder.write(
                """
                import { expect, test } from "vitest";
                import { page } from "vitest/browser";
                test("box > looks", async () => {
                    document.body.innerHTML = `<style>@keyframes turn { to { rotate: 1turn } } i { display: block; width: 20px; height: 20px; background: green;
                        animation: turn 1s infinite }</style><p id="p" style="width: 100px; height: 50px; background: \(colour)"><i></i></p><input id="f">`;
                    document.getElementById("f").focus();
                    await expect.element(page.locator("#p")).toMatchScreenshot(\(options));
                    await expect(page).toMatchScreenshot("named/whole", { screenshotOptions: { mask: [page.locator("#p")] } });
                    expect(document.querySelectorAll("style").length).toBe(1);
                });
                """, to: "tests/a.test.js")
        }

        @Test func `a missing picture is written for a review, and not where CI is set`() async throws {
            try write("red")
            let inCI = try await run(environment: ["CI": "true"])
            #expect(
                inCI.output.contains("No existing reference screenshot found, and none is written where CI is set"),
                "\(inCI.output)")
            #expect(!has("tests/__screenshots__"))
            let first = try await run()
            #expect(first.output.contains("a new one was created. Review it before running tests again."))
            #expect(has("tests/__screenshots__/a.test.js/box-looks-1-webkit-linux.png"), "\(first.output)")
            let second = try await run("-u")
            #expect(second.lastLine == "1 passed, 0 failed", "\(second.output)")
            #expect(has("tests/__screenshots__/a.test.js/named/whole-webkit-linux.png"))
            let third = try await run(environment: ["CI": "true"])
            #expect(third.lastLine == "1 passed, 0 failed", "\(third.output)")
        }

        @Test func `another picture fails with the pictures' paths, unless the options allow it or --update keeps it`()
            async throws
        {
            try write("rgb(200, 0, 0)")
            #expect(try await run("-u").status == 0)
            try write("rgb(220, 0, 0)")
            #expect(try await run().status == 0, "the usual threshold is a tenth")
            try write("rgb(250, 0, 0)")
            let run = try await run()
            #expect(run.lastLine == "0 passed, 1 failed")
            for text in [
                "Screenshot does not match the stored reference.\n      4600 pixels (92 %) differ, and 0 may.",
                "Reference: tests/__screenshots__/a.test.js/box-looks-1-webkit-linux.png",
                "Actual: tests/.vitest-attachments/a.test.js/box-looks-1-actual-webkit-linux.png",
                "Difference: tests/.vitest-attachments/a.test.js/box-looks-1-diff-webkit-linux.png",
                "at tests/a.test.js:7:",
            ] { #expect(run.output.contains(text), "\(text) is missing: \(run.output)") }
            for name in ["actual", "diff"] {
                let file = "tests/.vitest-attachments/a.test.js/box-looks-1-\(name)-webkit-linux.png"
                #expect(try folder.data(file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
            for (options, passes) in [
                ("{ comparatorOptions: { allowedMismatchedPixels: 4600 } }", true),
                ("{ comparatorOptions: { allowedMismatchedPixels: 9000, allowedMismatchedPixelRatio: 0.9 } }", false),
                ("{ comparatorOptions: { threshold: 0.2 } }", true), ("{ comparatorOptions: { threshold: 2 } }", false),
            ] {
                try write("rgb(250, 0, 0)", options)
                #expect(try await self.run().status == (passes ? 0 : 1), "\(options)")
            }
            try write("rgb(250, 0, 0)")
            let updated = try await self.run("--update")
            #expect(updated.output.contains("Snapshots: 1 updated"), "\(updated.output)")
            #expect(try await self.run().status == 0)
        }

        @Test func `other sizes, names without letters and pages that never stand still fail`() async throws {
            try folder.write(
                """
                import { expect, test } from "vitest";
                import { page } from "vitest/browser";
                const show = (width) => { document.body.innerHTML = `<p style="width: ${width}px; height: 20px; background: red"></p>`; return document.querySelector("p"); };
                test("size", async () => { await expect(show(SIZE)).toMatchScreenshot("size"); });
                test.each(["../..", "?!"])("name %s", async (name) => { await expect(show(9)).toMatchScreenshot(name); });
                test("moves", async () => {
                    const p = show(50);
                    let shade = 0;
                    const turn = () => { p.style.background = `rgb(${shade = (shade + 7) % 251}, 0, 0)`; requestAnimationFrame(turn); };
                    turn();
                    await expect(p).toMatchScreenshot("moves", { timeout: 200 });
                });
                test("not", async () => { await expect(page).not.toMatchScreenshot(); });
                """.replacing("SIZE", with: "10"), to: "tests/a.test.js")
            _ = try await run("--grep", "size")
            let text = try folder.text("tests/a.test.js")
            try folder.write(text.replacing("show(10)", with: "show(12)"), to: "tests/a.test.js")
            let run = try await run()
            #expect(run.lastLine == "0 passed, 5 failed", "\(run.output)")
            for text in [
                "Expected image dimensions to be 10x20px, but received 12x20px.", "“?!” is no name of a picture",
                "The page did not look the same twice within 200 ms.", "toMatchScreenshot cannot be used with \"not\"",
            ] { #expect(run.output.contains(text), "\(text) is missing: \(run.output)") }
            #expect(!has("tests/__screenshots__/a.test.js/moves-webkit-linux.png"))
        }
    }
}
