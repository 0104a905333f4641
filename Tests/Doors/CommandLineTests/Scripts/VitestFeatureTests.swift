import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Fixtures, waits and locators of one's own, as in Vitest.
    @Suite("Vitest features") struct VitestFeatureTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `fixtures are made for the tests that name them, and clean up after the hooks`() async throws {
            try folder.write(
                """
                import { afterAll, beforeEach, describe, expect, test as base } from "vitest";
                const log = [];
                const test = base.extend({
                    plain: [1, 2],
                    count: async ({ plain }, use) => { log.push("make count"); await use(plain.length); log.push("end count"); },
                    always: [async ({}, use) => { log.push("always"); await use(7); }, { auto: true }],
                    file: [async ({}, use) => { log.push("make file"); await use({}); }, { scope: "file" }],
                });
                const more = test.extend({ count: async ({ count }, use) => { await use(count * 10); } }).extend("named", ({ count }, { onCleanup }) => {
                    onCleanup(() => log.push("end named"));
                    return `n${count}`;
                });
                const broken = base.extend({ never: async () => {} });
                test("names none", () => { expect(log.splice(0)).toEqual(["always"]); });
                test("names one", async ({ count, task }) => { expect([count, task.name]).toEqual([2, "names one"]); expect(log.splice(0)).toEqual(["always", "make count"]); });
                test("after", ({ always: /* {} */ seven, file }) => { expect(seven).toBe(7); expect(log.splice(0)).toEqual(["end count", "always", "make file"]); });
                more("builds on the first", ({ named, file }) => { expect(named).toBe("n20"); expect(log.splice(0)).toEqual(["always", "make count"]); });
                more("ends in order", () => { expect(log.splice(0)).toEqual(["end named", "end count", "always"]); });
                describe("other values", () => {
                    test.override({ plain: [1, 2, 3] });
                    beforeEach(({ count }) => { log.push(`hook ${count}`); });
                    test("of the suite", ({ count }) => { expect(count).toBe(3); expect(log.splice(0)).toEqual(["always", "make count", "hook 3"]); });
                });
                test.for([1, 2])("row %i", (row, { count }) => { expect(count).toBe(2); });
                test("skipped on", ({ skip }) => { skip(false); expect(1).toBe(1); skip(true, "not now"); });
                broken("does not call use", ({ never }) => {});
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.lastLine == "8 passed, 1 failed, 1 skipped", "\(run.output)")
            #expect(run.output.contains("The fixture never did not call use"))
        }

        @Test func `media features and the user agent end with the page that chose them`() async throws {
            let chooses = """
                import { expect, test } from "vitest";
                import { emulateMedia, setUserAgent } from "@web/test-runner-commands";
                test("chooses", async () => {
                    await emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
                    await setUserAgent("Chosen");
                    expect(matchMedia("(prefers-color-scheme: dark) and (prefers-reduced-motion)").matches).toBe(true);
                    expect(navigator.userAgent).toBe("Chosen");
                });
                """
            let finds = """
                import { expect, test } from "vitest";
                test("finds", () => {
                    expect(matchMedia("(prefers-color-scheme: dark)").matches || matchMedia("(prefers-reduced-motion)").matches).toBe(false);
                    expect(navigator.userAgent).not.toBe("Chosen");
                });
                """
            try folder.write(chooses, to: "a.test.js")
            try folder.write(finds, to: "b.test.js")
            let run = try await Command.run("test", ".", in: folder)
            #expect(run.lastLine == "2 passed, 0 failed", "\(run.output)")
        }

        @Test func `expect.poll, waitFor and waitUntil wait, and count as one assertion`() async throws {
            try folder.write(
                """
                import { expect, test, vi } from "vitest";
                import { locators, page } from "vitest/browser";
                test("poll", async () => {
                    expect.assertions(4);
                    let value = 0;
                    await expect.poll(() => (value += 1), { interval: 1 }).toBe(5);
                    await expect.poll(async () => value, { interval: 1 }).not.toBe(4);
                    setTimeout(() => { document.body.innerHTML = "<p>late</p>"; }, 50);
                    await expect.element(page.getByText("late")).toBeVisible();
                    expect(() => expect.poll(() => 1).toMatchSnapshot()).toThrow("not supported");
                });
                test("is late", async () => { await expect.poll(() => 1, { timeout: 20, interval: 1, message: "the count" }).toBe(2); });
                test("waits", async () => {
                    let value = 0;
                    expect(await vi.waitUntil(() => (value += 1) > 3 && value, { interval: 1 })).toBe(4);
                    await expect(vi.waitUntil(() => false, 20)).rejects.toThrow("Timed out in waitUntil!");
                    await expect(vi.waitUntil(() => { throw new Error("at once"); })).rejects.toThrow("at once");
                    expect(await vi.waitFor(() => { if ((value += 1) < 8) throw new Error("soon"); return value; }, { interval: 1 })).toBe(8);
                    await expect(vi.waitFor(() => { throw new Error("never"); }, { timeout: 20 })).rejects.toThrow("never");
                });
                test("own methods", async () => {
                    document.body.innerHTML = '<article data-title="A"><i>x</i></article><article data-title="B"><i>y</i></article>';
                    locators.extend({ getByArticle(title) { return `[data-title="${title}"]`; }, getByItalics() { return this.locator("i"); }, texts() { return this.elements().map((each) => each.textContent); } });
                    page.extend({ articleText(title) { return this.getByArticle(title).element().textContent; } });
                    expect(page.getByArticle("B").getByItalics().texts()).toEqual(["y"]);
                    expect(page.articleText("A")).toBe("x");
                });
                test("an action follows the test's time", { timeout: 600 }, async () => { await page.getByRole("button").click(); });
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.lastLine == "3 passed, 2 failed", "\(run.output)")
            #expect(run.output.contains("the count: expected 1 to be 2"))
            #expect(run.output.contains("a.test.js:12:"), "\(run.output)")
            #expect(run.output.contains("getByRole('button') finds no element."))
        }
    }
}
