import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Tests of Vitest's interface.
    @Suite("Vitest") struct VitestTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `hooks, tables, modes, mocks and matchers behave as in Vitest`() async throws {
            try folder.write(
                """
                import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
                const log = [];
                beforeEach(() => { log.push("before"); return () => log.push("cleanup"); });
                describe("hooks", () => {
                    beforeAll(() => { log.push("all"); });
                    afterEach(() => { log.push("after"); });
                    it("first", () => { expect(log).toEqual(["all", "before"]); });
                    it("second", () => { expect(log).toEqual(["all", "before", "after", "cleanup", "before"]); });
                });
                test.each([[1, 2, 3], [2, 2, 4]])("%i + %i is %i", (a, b, c) => { expect(a + b).toBe(c); });
                test.each([{ name: "x" }])("named $name", ({ name }) => { expect(name).toBe("x"); });
                test.skip("skipped", () => { throw new Error(); });
                test.todo("later");
                test.fails("fails", () => { expect(1).toBe(2); });
                test("retried", { retry: 2 }, () => { retries += 1; expect(retries).toBe(3); });
                let retries = 0;
                test("mocks", () => {
                    const mock = vi.fn((a) => a * 2).mockReturnValueOnce(7);
                    expect([mock(1), mock(2)]).toEqual([7, 4]);
                    expect(mock).toHaveBeenCalledTimes(2);
                    expect(mock).toHaveBeenLastCalledWith(2);
                    const object = { get: () => "real" };
                    const spy = vi.spyOn(object, "get").mockReturnValue("fake");
                    expect(object.get()).toBe("fake");
                    spy.mockRestore();
                    expect(object.get()).toBe("real");
                });
                test("matchers", async () => {
                    expect({ a: [1, { b: 2 }], c: undefined }).toEqual({ a: [1, { b: 2 }] });
                    expect({ c: undefined }).not.toStrictEqual({});
                    expect(new Map([["a", new Set([1])]])).toEqual(new Map([["a", new Set([1])]]));
                    expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } });
                    expect({ a: { b: [5] } }).toHaveProperty("a.b[0]", 5);
                    expect(() => { throw new TypeError("bad value"); }).toThrow(/bad/);
                    expect(() => {}).not.toThrow();
                    expect(0.1 + 0.2).toBeCloseTo(0.3);
                    expect({ id: 4, at: new Date(0) }).toEqual({ id: expect.any(Number), at: expect.anything() });
                    expect([1, 2]).toEqual(expect.arrayContaining([2]));
                    await expect(Promise.resolve(1)).resolves.toBe(1);
                    await expect(Promise.reject(new Error("no"))).rejects.toThrow("no");
                    expect.assertions(12);
                    assert(true);
                });
                test("is late", async () => { await new Promise(() => {}); }, 50);
                test("rejects unseen", async () => { Promise.reject(new Error("unseen")); await new Promise((go) => setTimeout(go, 50)); });
                test("differs", () => { expect([1, 2, 3]).toEqual([1, 2, 4]); });
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.lastLine == "9 passed, 3 failed, 2 skipped", "\(run.output)")
            #expect(run.output.contains("✓ 2 + 2 is 4") && run.output.contains("✓ named x"))
            #expect(run.output.contains("- later (todo)"))
            #expect(run.output.contains("The test took longer than 50 ms."))
            #expect(run.output.contains("✗ rejects unseen") && run.output.contains("unseen"))
            #expect(run.output.contains("expected: [1, 2, 4]\n      actual:   [1, 2, 3]"))
        }

        @Test func `a failed test has all soft failures, causes, and values as deep as they differ`() async throws {
            try folder.write(
                """
                import { test, expect, onTestFailed } from "vitest";
                test("soft", ({ expect }) => {
                    expect.soft("first").toBe(1);
                    expect.soft("second").toBe(2);
                    onTestFailed(() => { throw new TypeError("told"); });
                    throw new Error("third", { cause: new RangeError("deeper") });
                });
                test("object", () => { throw { code: 5 }; });
                test("deep", () => { expect(new Map([["k", { a: { b: { c: { d: 1 } } } }]])).toEqual(new Map([["k", { a: { b: { c: { d: 2 } } } }]])); });
                test("number", () => { expect({ a: undefined, b: NaN }).toStrictEqual({ b: null }); });
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.lastLine == "0 passed, 4 failed", "\(run.output)")
            for text in [
                "expected \"first\" to be 1", "Also: expected \"second\" to be 2", "Also: third",
                "Cause: RangeError: deeper",
                "Also: TypeError: told", "{code: 5}", "expected: Map {\"k\" => {a: {b: {c: {d: 2}}}}}",
                "actual:   Map {\"k\" => {a: {b: {c: {d: 1}}}}}",
                "expected {\"a\":undefined,\"b\":NaN} to strictly equal {\"b\":null}",
            ] { #expect(run.output.contains(text), "\(text) is missing: \(run.output)") }
        }

        @Test func `only tests that match grep run, and only tests marked with only`() async throws {
            try folder.write(
                """
                import { describe, it } from "vitest";
                describe("sums", () => { it("adds", () => {}); it("divides", () => { throw new Error("no"); }); });
                """, to: "a.test.js")
            try folder.write(
                """
                import { describe, it } from "vitest";
                describe("sums", () => { it.only("adds alone", () => {}); it("divides", () => { throw new Error("no"); }); });
                describe("more", () => { it("x", () => { throw new Error("no"); }); });
                """, to: "b.test.js")
            let run = try await Command.run("test", ".", "--grep", "sums adds", in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "2 passed, 0 failed", "\(run.output)")
        }

        @Test(arguments: [nil, "iPhone 17"])
        func `vitest/browser acts with the mouse, and with a finger on a phone`(device: String?) async throws {
            try folder.write(
                """
                import { expect, test } from "vitest";
                import { cdp, page, userEvent } from "vitest/browser";
                import { sendKeys } from "@web/test-runner-commands";
                test("a person's way", async () => {
                    document.body.innerHTML = '<iframe srcdoc="<button>in</button>"></iframe><label>Name <input></label>';
                    await new Promise((resolve) => { document.querySelector("iframe").onload = resolve; });
                    const inner = page.frameLocator(page.locator("iframe")).getByRole("button");
                    for (let count = 0; count < 3; count++) {
                        const seen = [];
                        const controller = new AbortController();
                        for (const type of ["touchstart", "mousedown", "click"])
                            inner.element().addEventListener(type, (event) => seen.push(`${type} ${event.isTrusted}`), { signal: controller.signal });
                        await userEvent.click(inner);
                        controller.abort();
                        const mouse = ["mousedown true", "click true"];
                        expect(seen).toEqual(navigator.maxTouchPoints ? ["touchstart true", ...mouse] : mouse);
                    }
                    await page.getByLabelText("Name").fill("Ada");
                    await sendKeys({ type: "!" });
                    await expect.element(page.getByRole("textbox")).toHaveValue("Ada!");
                    expect(() => cdp()).toThrow("Chromium");
                    expect(await page.screenshot({ path: "shown.png" })).toContain("shown.png");
                });
                """, to: "a.test.js")
            let run =
                if let device {
                    try await Command.run("test", "a.test.js", "--device", device, in: folder)
                } else {
                    try await Command.run("test", "a.test.js", in: folder)
                }
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)")
            let picture = try Data(contentsOf: folder.url.appendingPathComponent("shown.png"))
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }
}
