import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Tests of scripts whose pages the command creates.
    @Suite("Scripts") struct ScriptTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `scripts of each library run beside their sources without a page and without --root`() async throws {
            try folder.write("{\"name\": \"app\", \"devDependencies\": {\"mocha\": \"*\"}}", to: "package.json")
            try folder.write("export const add = (a, b) => a + b;", to: "src/add.js")
            try folder.write(
                """
                import { expect } from "chai";
                import { add } from "../src/add.js";
                describe("add", () => {
                    it("adds", () => expect(add(1, 2)).to.equal(3));
                    it("fetches beside itself", async () => expect(await (await fetch("data.txt")).text()).to.equal("here"));
                    it("fails", () => { expect(add(1, 1)).to.equal(3); });
                });
                """, to: "tests/mocha.test.js")
            try folder.write("here", to: "tests/data.txt")
            try folder.write(
                """
                import QUnit from "qunit";
                import { add } from "/src/add.js";
                QUnit.module("sums");
                QUnit.test("adds", (assert) => assert.equal(add(1, 2), 3));
                """, to: "tests/qunit.spec.js")
            try folder.write(
                """
                import { add } from "../src/add.js";
                describe("sums", () => {
                    it("adds", () => { jasmine.getEnv(); expect(add(1, 2)).toBe(3); });
                });
                """, to: "tests/jasmine-test.mjs")
            try folder.write(
                "import { add } from '../src/add.js';\nconsole.log('1..1');\nconsole.log(add(1, 1) === 2 ? 'ok 1 - adds' : 'not ok 1');",
                to: "tests/tap.test.js")
            try folder.write("throw new Error('no test');", to: "tests/helper.js")
            let mocha = try #require(TestLibraries.maps.last?.split(separator: "=").last)
            try FileManager.default.createDirectory(
                atPath: folder.path("node_modules"), withIntermediateDirectories: true)
            try folder.write(Data(contentsOf: URL(filePath: mocha + "/mocha.js")), to: "node_modules/mocha/mocha.js")
            let run = try await Command.run("test", "tests", in: folder)
            #expect(run.lastLine == "5 passed, 1 failed", "\(run.output)\(run.errors)")
            #expect(run.status == 1)
            #expect(run.output.contains("✗ add › fails"))
            #expect(run.output.contains("tests/mocha.test.js:6:"))
            #expect(run.output.contains("✓ add › fetches beside itself"))
        }

        @Test func `TypeScript is compiled, and positions are those of its files`() async throws {
            try folder.write("{\"type\": \"module\"}", to: "package.json")
            try folder.write(
                """
                export interface Shape { name: string }
                export type Names = readonly string[]
                export function first<T>(list: readonly T[]): T | undefined { return list[0] as T }
                """, to: "src/list.ts")
            try folder.write(
                """
                import { describe, expect, it } from "vitest";
                import { first, Shape, type Names } from "../src/list";

                const names: Names = ["a", "b"];
                describe("first", () => {
                    it("finds", (): void => { expect(first<string>(names)!).toBe("a"); });
                    it("differs", () => {
                        const shape: Shape = { name: "x" };
                        expect(shape as Shape).toEqual({ name: "y" });
                    });
                });
                """, to: "tests/list.test.ts")
            let run = try await Command.run("test", "tests/list.test.ts", in: folder)
            #expect(run.lastLine == "1 passed, 1 failed", "\(run.output)\(run.errors)")
            #expect(run.output.contains("tests/list.test.ts:9:"), "\(run.output)")
            #expect(
                run.output.contains(">  9 |         expect(shape as Shape).toEqual({ name: \"y\" });"), "\(run.output)")
            #expect(run.output.contains("expected: {name: \"y\"}"))
            try folder.write("const colour: = 1;", to: "tests/broken.test.ts")
            let refused = try await Command.run("test", "tests/broken.test.ts", "--framework", "tap", in: folder)
            #expect(refused.lastLine == "0 passed, 1 failed")
            #expect(refused.output.contains("Unexpected \"=\""), "\(refused.output)")
            #expect(refused.output.contains("tests/broken.test.ts:1:15"), "\(refused.output)")
        }

        @Test func `packages are found in node_modules by exports, conditions, subpaths, scopes and imports`()
            async throws
        {
            try folder.write(
                "{\"name\": \"app\", \"exports\": {\".\": \"./src/main.js\"}, \"imports\": {\"#parts/*\": \"./src/parts/*.js\"}}",
                to: "package.json")
            try folder.write("export default 'self';", to: "src/main.js")
            try folder.write("export default 'part';", to: "src/parts/one.js")
            let modules = "node_modules"
            try folder.write(
                """
                {"name": "both", "exports": {".": {"node": "./node.js", "browser": {"import": "./browser.js"}, "default": "./other.js"},
                 "./deep/*": "./lib/*.js"}}
                """, to: "\(modules)/both/package.json")
            try folder.write(
                "import inner from 'inner'; export default 'browser ' + inner;", to: "\(modules)/both/browser.js")
            try folder.write("export default 'deep';", to: "\(modules)/both/lib/a.js")
            try folder.write("{\"main\": \"./x\"}", to: "\(modules)/both/node_modules/inner/package.json")
            try folder.write("export default 'nested';", to: "\(modules)/both/node_modules/inner/x.js")
            try folder.write("{\"module\": \"m.js\", \"main\": \"c.js\"}", to: "\(modules)/@scope/thing/package.json")
            try folder.write("export default 'scoped';", to: "\(modules)/@scope/thing/m.js")
            try folder.write("{\"main\": \"c.js\"}", to: "\(modules)/old/package.json")
            try folder.write(
                "exports.name = 'commonjs'; exports.inner = require('@scope/thing');", to: "\(modules)/old/c.js")
            try folder.write(
                "{\"main\": \"i.js\", \"browser\": {\"./i.js\": \"./b.js\", \"./node.js\": false, \"fs\": \"./fs.js\"}}",
                to: "\(modules)/web/package.json")
            try folder.write("export default 'node';", to: "\(modules)/web/i.js")
            try folder.write("export default 'files';", to: "\(modules)/web/fs.js")
            try folder.write(
                "import files from 'fs'; import none from './node.js'; export default 'web ' + files + Object.keys(none).length;",
                to: "\(modules)/web/b.js")
            try folder.write(
                """
                import both from "both";
                import deep from "both/deep/a";
                import scoped from "@scope/thing";
                import self from "app";
                import part from "#parts/one";
                import old, { name } from "old";
                import web from "web";
                import { test } from "uvu";
                const later = await import("@scope/thing");
                test("all are there", () => {
                    const found = [both, deep, scoped, self, part, old.name, name, old.inner.default, later.default, web].join();
                    if (found !== "browser nested,deep,scoped,self,part,commonjs,commonjs,scoped,scoped,web files0") throw new Error(found);
                });
                test.run();
                """, to: "test/packages.test.js")
            let run = try await Command.run("test", "test/*.js", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test func `an import of a missing module names the importer, its place and the module`() async throws {
            try folder.write("{}", to: "package.json")
            try folder.write("export * from './gone.js';", to: "src/a.js")
            try folder.write(
                "import { test } from 'vitest';\nimport './src/a.js';\nimport x from 'nowhere';\ntest('never', () => {});",
                to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.status == 1)
            #expect(
                run.output.contains("src/a.js imports “./gone.js”: there is no file /src/gone.js."), "\(run.output)")
            #expect(
                run.output.contains("a.test.js imports “nowhere”: no node_modules in the folder has “nowhere”"))
            #expect(run.output.contains("at src/a.js:1:15"))
            #expect(run.output.contains("at a.test.js:3:15"))
        }

        @Test func `an import of a name that its module does not export names the importer and its place`() async throws
        {
            try folder.write("{}", to: "package.json")
            try folder.write("export const add = 1;", to: "src/sums.js")
            try folder.write(
                "import { test } from 'vitest';\nimport { add, take } from './src/sums.js';\ntest('never', () => {});",
                to: "a.test.js")
            let run = try await Command.run("test", "a.test.js", in: folder)
            #expect(run.status == 1)
            #expect(
                run.output.contains("a.test.js imports “take” of sums.js, which has no such export."),
                "\(run.output)")
            #expect(run.output.contains("at a.test.js:2:15"), "\(run.output)")
        }

        @Test(arguments: ["a.test.js", "b.test.ts"])
        func `the address of a script fails at once, and the failure tells what to name`(name: String) async throws {
            try folder.write("test('a', () => {});", to: name)
            let run = try await Command.run("test", "sw://app.localhost/\(name)", "--root", ".", in: folder)
            #expect(run.status == 1)
            #expect(
                run.output.contains("\(name) is a script, not a page. Name the script's file in place of its address"),
                "\(run.output)\(run.errors)")
        }

        @Test func `a script that throws while it loads fails with its error and place`() async throws {
            try folder.write(
                "import { test } from 'vitest';\ntest('a', () => {});\n  throw new TypeError('early');", to: "a.test.js"
            )
            try folder.write("describe('x', () => { it('y', () => {}) });\nconst = 5;", to: "b.test.js")
            let run = try await Command.run("test", "a.test.js", "b.test.js", "--framework", "vitest", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("TypeError: early") && run.output.contains("at a.test.js:3:"), "\(run.output)")
            #expect(run.output.contains("SyntaxError") && run.output.contains("at b.test.js:2"))
        }
    }
}
