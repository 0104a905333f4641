import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Snapshots of Vitest's interface, which are files beside the tests.
    @Suite("Vitest snapshots") struct VitestSnapshotTests {
        private let folder: TemporaryFolder
        private static let locally = ["CI": ""]

        init() throws { folder = try TemporaryFolder() }

        private func text(_ path: String) throws -> String {
            try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
        }

        @Test func `missing snapshots are written, compared, written anew with --update, and obsolete ones are named`()
            async throws
        {
            let test = """
                import { describe, expect, test } from "vitest";
                expect.addSnapshotSerializer({ test: (value) => value?.secret, print: (value, inner) => `Secret ${inner(value.secret)}` });
                describe("shown", () => {
                    test("a list", () => {
                        document.body.innerHTML = '<ul class="b" id="a"><li>one</li></ul>';
                        expect(document.querySelector("ul")).toMatchSnapshot();
                        expect({ secret: [VALUE], id: Math.random() }).toMatchSnapshot({ id: expect.any(Number) });
                        expect(VALUE).toMatchSnapshot("with a hint");
                    });
                    test("errors", async () => {
                        expect(() => { throw new TypeError("no"); }).toThrowErrorMatchingSnapshot();
                        await expect(Promise.reject(new Error("late"))).rejects.toThrowErrorMatchingSnapshot();
                    });
                    test("a file", async () => { await expect("<p>VALUE</p>\\n").toMatchFileSnapshot("out/page.html"); });
                });
                """
            try folder.write(test.replacing("VALUE", with: "1"), to: "a.test.js")
            let first = try await Command.run("test", "a.test.js", in: folder, environment: Self.locally)
            #expect(first.lastLine == "3 passed, 0 failed", "\(first.output)")
            #expect(first.output.contains("Snapshots: 6 written"))
            let snapshots = try text("__snapshots__/a.test.js.snap")
            #expect(
                snapshots == """
                    // Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

                    exports[`shown > a list > with a hint 1`] = `1`;

                    exports[`shown > a list 1`] = `
                    <ul
                      class="b"
                      id="a"
                    >
                      <li>
                        one
                      </li>
                    </ul>
                    `;

                    exports[`shown > a list 2`] = `
                    Secret [
                      1,
                    ]
                    `;

                    exports[`shown > errors 1`] = `[TypeError: no]`;

                    exports[`shown > errors 2`] = `[Error: late]`;

                    """)
            #expect(try text("out/page.html") == "<p>1</p>\n")

            try folder.write(
                test.replacing("VALUE", with: "2").replacing("test(\"errors\"", with: "test.skip(\"errors\""),
                to: "a.test.js")
            let second = try await Command.run("test", "a.test.js", in: folder, environment: Self.locally)
            #expect(second.lastLine == "0 passed, 2 failed, 1 skipped", "\(second.output)")
            #expect(
                second.output.contains("Snapshot `shown > a list 2` mismatched: the option --update writes it anew."))
            #expect(second.output.contains("-   1,\n      +   2,"), "\(second.output)")
            #expect(try text("__snapshots__/a.test.js.snap") == snapshots)
            let third = try await Command.run("test", "a.test.js", "-u", in: folder, environment: ["CI": "true"])
            #expect(third.lastLine == "2 passed, 0 failed, 1 skipped", "\(third.output)")
            #expect(third.output.contains("Snapshots: 3 updated"))
            #expect(try text("out/page.html") == "<p>2</p>\n")

            try folder.write(
                "import { expect, test } from 'vitest'; test('shown', () => { expect(1).toBe(1); });", to: "a.test.js")
            let fourth = try await Command.run("test", "a.test.js", in: folder, environment: Self.locally)
            #expect(fourth.lastLine == "1 passed, 0 failed")
            #expect(
                fourth.output.contains("Snapshots: 5 obsolete\n  a.test.js › shown > a list > with a hint 1\n"),
                "\(fourth.output)")
            let last = try await Command.run("test", "a.test.js", "--update", in: folder, environment: Self.locally)
            #expect(last.output.contains("Snapshots: 5 removed"))
            #expect(
                !FileManager.default.fileExists(atPath: folder.url.appending(path: "__snapshots__/a.test.js.snap").path)
            )
        }

        @Test(arguments: ["js", "ts"])
        func `inline snapshots are written into the script, also into TypeScript`(type: String) async throws {
            let test = """
                import { expect, test } from "vitest";
                \(type == "ts" ? "interface Row { id: number; when?: number }\nconst row: Row = { id: 1 } satisfies Row;" : "const row = { id: 1 };")
                test("inline", async () => {
                    const é = "😀"; expect(row).toMatchInlineSnapshot();
                    for (const x of [1, 1]) { expect(x).toMatchInlineSnapshot(); }
                    expect({ ...row, when: Date.now() }).toMatchInlineSnapshot({ when: expect.any(Number) });
                    await expect(Promise.resolve("`")).resolves.toMatchInlineSnapshot();
                    expect(() => { throw new Error("no"); }).toThrowErrorMatchingInlineSnapshot();
                    await expect.element(document.createElement("b")).toMatchInlineSnapshot();
                });
                """
            try folder.write(test, to: "a.test.\(type)")
            let first = try await Command.run("test", "a.test.\(type)", in: folder, environment: Self.locally)
            #expect(first.lastLine == "1 passed, 0 failed", "\(first.output)")
            let rows = "`\n      {\n        \"id\": 1,\n      }\n    `"
            let expected = test.replacing(
                "expect(row).toMatchInlineSnapshot()", with: "expect(row).toMatchInlineSnapshot(\(rows))"
            )
            .replacing("expect(x).toMatchInlineSnapshot()", with: "expect(x).toMatchInlineSnapshot(`1`)")
            .replacing(
                "any(Number) })",
                with: "any(Number) }, \(rows.replacing("1,\n", with: "1,\n        \"when\": Any<Number>,\n")))"
            )
            .replacing("resolves.toMatchInlineSnapshot()", with: "resolves.toMatchInlineSnapshot(`\"\\`\"`)")
            .replacing("ErrorMatchingInlineSnapshot()", with: "ErrorMatchingInlineSnapshot(`[Error: no]`)")
            .replacing("\"b\")).toMatchInlineSnapshot()", with: "\"b\")).toMatchInlineSnapshot(`<b />`)")
            #expect(try text("a.test.\(type)") == expected)
            let second = try await Command.run("test", "a.test.\(type)", in: folder, environment: ["CI": "1"])
            #expect(second.lastLine == "1 passed, 0 failed", "\(second.output)")
        }

        @Test func `CI writes nothing, and the failure says what to do`() async throws {
            let test = """
                import { expect, test } from "vitest";
                test("none", () => { expect(1).toMatchSnapshot(); });
                test("inline", () => { expect(1).toMatchInlineSnapshot(); });
                test("file", async () => { await expect("x").toMatchFileSnapshot("x.txt"); });
                test("not", () => { expect(1).not.toMatchSnapshot(); });
                """
            try folder.write(test, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder, environment: ["CI": "true"])
            #expect(run.lastLine == "0 passed, 4 failed", "\(run.output)")
            #expect(
                run.output.contains(
                    "Snapshot `none 1` is missing, and none is written where CI is set. Run the test without CI, or with --update"
                ))
            #expect(run.output.contains("toMatchSnapshot cannot be used with \"not\""))
            #expect(try text("a.test.js") == test)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.test.js"])
        }

        @Test func `a repeated test counts its snapshots anew, and tests of one name count on`() async throws {
            try folder.write(
                """
                import { expect, test } from "vitest";
                let attempts = 0;
                test("again", { retry: 1 }, () => { attempts += 1; expect(attempts).toMatchSnapshot(); if (attempts < 2) throw new Error(); });
                test.each([1, 2])("each", (value) => { expect(value).toMatchSnapshot(); });
                """, to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder, environment: Self.locally)
            #expect(run.lastLine == "3 passed, 0 failed", "\(run.output)")
            let entries = try text("__snapshots__/a.test.js.snap").split(separator: "\n").filter {
                $0.hasPrefix("exports")
            }
            #expect(entries == ["exports[`again 1`] = `2`;", "exports[`each 1`] = `1`;", "exports[`each 2`] = `2`;"])
        }

        @Test func `no file outside of the test's folder is written, also through links`() async throws {
            let outside = try TemporaryFolder()
            try folder.write(
                """
                import { expect, test } from "vitest";
                test.each(["../x.txt", "linked/x.txt", ".hidden", "node_modules/x.js"])("%s", async (path) => { await expect("x").toMatchFileSnapshot(path); });
                """, to: "tests/a.test.js")
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: "tests/linked"), withDestinationURL: outside.url)
            let run = try await Command.run("test", "tests/a.test.js", in: folder, environment: Self.locally)
            #expect(run.lastLine == "0 passed, 4 failed", "\(run.output)")
            #expect(run.output.contains("“linked/x.txt” is not below the folder of the test"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path).isEmpty)
        }

        @Test func `a file of snapshots that cannot be read fails the tests that compare with it`() async throws {
            try folder.write("alert(1)", to: "__snapshots__/a.test.js.snap")
            try folder.write(
                "import { expect, test } from 'vitest'; test('a', () => { expect(1).toMatchSnapshot(); });",
                to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder, environment: Self.locally)
            #expect(
                run.output.contains("is no file of snapshots, see its line 1. Mend it, or remove it."), "\(run.output)")
            #expect(try text("__snapshots__/a.test.js.snap") == "alert(1)")
        }
    }
}
