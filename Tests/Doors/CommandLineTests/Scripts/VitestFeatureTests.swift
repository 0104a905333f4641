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

        @Test func `fake timers replace timers, frames and dates until the test restores them`() async throws {
            try folder.write(
                """
                import { afterEach, expect, test, vi } from "vitest";
                import { page } from "vitest/browser";
                const native = { setTimeout, Date, now: performance.now };
                afterEach(() => { vi.useRealTimers(); });
                test("order", () => {
                    vi.useFakeTimers({ now: 5000 });
                    const log = [];
                    const note = (name) => () => log.push(`${name} ${Date.now()} ${performance.now()}`);
                    setTimeout(note("late"), 30);
                    setTimeout((a) => log.push(a), 10, "value");
                    const interval = setInterval(note("interval"), 20);
                    clearTimeout(setTimeout(note("never"), 5));
                    requestAnimationFrame((at) => log.push(`frame ${at}`));
                    setTimeout(() => setTimeout(note("inner"), 0), 10);
                    expect(vi.getTimerCount()).toBe(5);
                    expect(vi.advanceTimersByTime(45)).toBe(vi);
                    expect(log).toEqual(["value", "inner 5011 11", "frame 16", "interval 5020 20", "late 5030 30", "interval 5040 40"]);
                    expect([Date.now(), +new Date(), new Date() instanceof Date, new Date(7).getTime(), typeof Date()]).toEqual([5045, 5045, true, 7, "string"]);
                    clearInterval(interval);
                    expect(vi.getTimerCount()).toBe(0);
                });
                test("promises", async () => {
                    vi.useFakeTimers();
                    const sleep = (duration) => new Promise((resolve) => setTimeout(resolve, duration));
                    let steps = 0;
                    (async () => { for (; steps < 3; steps += 1) await sleep(100); })();
                    await vi.advanceTimersByTimeAsync(250);
                    expect(steps).toBe(2);
                    await vi.runAllTimersAsync();
                    expect(steps).toBe(3);
                });
                test("steps and loops", () => {
                    vi.useFakeTimers({ loopLimit: 50, toFake: ["setTimeout", "setInterval", "Date"] });
                    expect(performance.now).toBe(native.now);
                    let count = 0;
                    setInterval(() => { count += 1; }, 10);
                    vi.advanceTimersToNextTimer(2);
                    expect(count).toBe(2);
                    vi.runOnlyPendingTimers();
                    expect(count).toBe(3);
                    expect(() => vi.runAllTimers()).toThrow("infinite loop");
                    vi.clearAllTimers();
                    setTimeout(() => vi.useRealTimers(), 5);
                    vi.advanceTimersByTime(100);
                    expect(vi.isFakeTimers()).toBe(false);
                    expect(() => vi.advanceTimersByTime(1)).toThrow("vi.useFakeTimers()");
                });
                test("dates", () => {
                    vi.setSystemTime(new Date("2001-02-03T04:05:06Z"));
                    expect(new Date().toISOString()).toBe("2001-02-03T04:05:06.000Z");
                    expect(vi.getMockedSystemTime().getUTCFullYear()).toBe(2001);
                    expect(setTimeout).toBe(native.setTimeout);
                    vi.useFakeTimers({ now: 0 });
                    let ran = 0;
                    setTimeout(() => { ran = Date.now(); }, 10);
                    vi.setSystemTime(1000);
                    vi.advanceTimersByTime(10);
                    expect(ran).toBe(1010);
                    expect(Math.abs(vi.getRealSystemTime() - native.Date.now()) < 1000).toBe(true);
                });
                test("real again", async () => {
                    expect([setTimeout, Date, performance.now, vi.getMockedSystemTime()]).toEqual([native.setTimeout, native.Date, native.now, null]);
                    expect(Object.hasOwn(performance, "now")).toBe(false);
                    vi.useFakeTimers();
                    document.body.innerHTML = "<button>Go</button>";
                    let clicks = 0;
                    document.querySelector("button").onclick = () => setTimeout(() => { clicks += 1; }, 20);
                    await page.getByRole("button").click();
                    await vi.waitFor(() => expect(clicks).toBe(1), { interval: 10 });
                    await expect.element(page.getByRole("button")).toBeVisible();
                });
                test("is late all the same", { timeout: 100 }, async () => { vi.useFakeTimers(); await new Promise(() => {}); });
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.lastLine == "5 passed, 1 failed", "\(run.output)")
            #expect(run.output.contains("The test took longer than 100 ms."))
        }

        @Test func `a late test that goes on leaves the next one its limit`() async throws {
            try folder.write(
                """
                import { test } from "vitest";
                let end;
                test("late", { timeout: 20 }, () => new Promise((resolve) => { end = resolve; }));
                test("next", { timeout: 100 }, async () => { end(); await new Promise(() => {}); });
                test("last", () => {});
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.lastLine == "1 passed, 2 failed", "\(run.output)")
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
