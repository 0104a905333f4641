import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Tests of scripts that the command compiles.
    @Suite("Compiled scripts") struct CompiledScriptTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("{}", to: "package.json")
        }

        private func write(_ files: [String: String]) throws {
            for (name, text) in files { try folder.write(text, to: name) }
        }

        @Test func `enumerations, decorators, parameter properties, JSX, paths and the environment work in a page`()
            async throws
        {
            try write([
                "tsconfig.json": """
                { "compilerOptions": { "experimentalDecorators": true, "jsx": "react", "jsxFactory": "h",
                  "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }
                """, ".env": "VITE_NAME=from the file",
                "src/parts.tsx": """
                export enum Colour { red = 1, green }
                const log: string[] = [];
                const logged = (target: object, name: string, it: PropertyDescriptor) => {
                    const { value } = it;
                    it.value = function (...list: unknown[]) { log.push(name); return value.apply(this, list); };
                };
                export class Shape {
                    constructor(readonly size: number) {}
                    @logged area() { return this.size ** 2; }
                }
                const h = (name: string, members: object | null, ...children: unknown[]) =>
                    Object.assign(document.createElement(name), members, { textContent: children.join() });
                export const view = (shape: Shape) => <p title="area">{shape.area()}{log}</p>;
                """,
                "a.test.tsx": """
                import { expect, test } from "vitest";
                import { Colour, Shape, view } from "@/parts";
                test("all", () => {
                    expect([Colour.green, Colour[1]]).toEqual([2, "red"]);
                    expect(view(new Shape(3)).outerHTML).toBe('<p title="area">9,area</p>');
                    expect([import.meta.env.VITE_NAME, import.meta.env.MODE]).toEqual(["from the file", "test"]);
                    expect(import.meta.url.endsWith("/a.test.tsx")).toBe(true);
                });
                """,
            ])
            let run = try await Command.run("test", "a.test.tsx", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test func `data, style sheets, pictures and texts can be imported, also by a module worker`() async throws {
            try write([
                "data.json": #"{"name": "data"}"#, "style.css": "@import 'more.css'; p { color: rgb(1, 2, 3) }",
                "more.css": "p { font-size: 7px }", "logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
                "text.txt": "text",
                "worker.ts":
                    "import { name } from './data.json';\nimport { twice } from './twice';\npostMessage(twice(name) as string);",
                "twice.ts": "export const twice = (text: string): string => text + text;",
                "a.test.ts": """
                import { expect, test } from "vitest";
                import data, { name } from "./data.json";
                import "./style.css";
                import logo from "./logo.svg";
                import text from "./text.txt?raw";
                test("all", async () => {
                    expect([data.name, name, text]).toEqual(["data", "data", "text"]);
                    const { color, fontSize } = getComputedStyle(document.body.appendChild(document.createElement("p")));
                    expect([color, fontSize]).toEqual(["rgb(1, 2, 3)", "7px"]);
                    expect((await fetch(logo)).headers.get("Content-Type")).toBe("image/svg+xml");
                    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
                    const heard = await new Promise((done, fail) => {
                        worker.onmessage = (event) => done(event.data);
                        worker.onerror = (event) => fail(new Error(event.message));
                    });
                    expect(heard).toBe("datadata");
                });
                """,
            ])
            let run = try await Command.run("test", "a.test.ts", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test func `CommonJS packages give default, named and all exports, and are kept in the cache`() async throws {
            try write([
                "node_modules/react/package.json": #"{"main": "index.js"}"#,
                "node_modules/react/index.js": "module.exports = require('./cjs/react.js');",
                "node_modules/react/cjs/react.js":
                    "const fs = require('fs'); exports.useState = (a) => [a, Object.keys(fs).length];",
                "node_modules/react/jsx-runtime.js": "exports.jsx = (name, { children }) => `${name}:${children}`;",
                "node_modules/kit/package.json": #"{"exports": "./kit.mjs"}"#,
                "node_modules/kit/kit.mjs":
                    "import React from 'react'; export const same = (other) => other === React.useState;",
                "node_modules/compiled/package.json": "{}",
                "node_modules/compiled/index.js":
                    "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'default'; exports.named = 'named';",
                "tsconfig.json": #"{ "compilerOptions": { "jsx": "react-jsx" } }"#,
                "a.test.tsx": """
                import { expect, test } from "vitest";
                import React, { useState } from "react";
                import * as All from "react";
                import { same } from "kit";
                import compiled, { named } from "compiled";
                test("all", async () => {
                    expect([useState(1), React.useState(2), All.useState(3)]).toEqual([[1, 0], [2, 0], [3, 0]]);
                    expect(same(useState)).toBe(true);
                    expect([compiled, named, (await import("compiled")).named]).toEqual(["default", "named", "named"]);
                    expect(<b>c</b>).toBe("b:c");
                });
                """,
            ])
            for _ in 1...2 {
                let run = try await Command.run(
                    "test", "a.test.tsx", in: folder, environment: ["XDG_CACHE_HOME": folder.path("cache")])
                #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
            }
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/swwebview/packages"))
            #expect(kept.count == 1)
        }

        @Test func `a module that packages and the project import has one state, and export * has names`() async throws
        {
            try write([
                "packages/work/package.json": #"{"name": "work", "exports": "./index.ts"}"#,
                "packages/work/index.ts": "export const state: unknown[] = [];",
                "node_modules/kit/package.json": #"{"type": "module"}"#,
                "node_modules/kit/index.js": """
                import "./z.css";
                import "./a.css";
                import { state } from "work";
                export { place } from "inner";
                export * from "./old.cjs";
                state.push("kit");
                """, "node_modules/kit/old.cjs": "exports.old = 1; const more = exports; more.hidden = 2;",
                "node_modules/kit/z.css": "p { color: rgb(9, 9, 9) }",
                "node_modules/kit/a.css": "p { color: rgb(1, 1, 1) }",
                "node_modules/inner/package.json": #"{"type": "module"}"#,
                "node_modules/inner/index.js":
                    "import { join } from 'node:path'; export const place = new URL('data.txt', import.meta.url); join;",
                "node_modules/inner/data.txt": "data", "all.ts": "export * from 'kit'; export * from 'work';",
                "a.test.ts": """
                import { expect, test } from "vitest";
                import { hidden, old, place, state } from "./all";
                import * as all from "./all";
                import text from "./packages/work/index.ts?raw";
                test("all", async () => {
                    expect([hidden, old, state, all.old]).toEqual([2, 1, ["kit"], 1]);
                    expect(await (await fetch(place)).text()).toBe("data");
                    expect(text).toBe("export const state: unknown[] = [];");
                    if (text) /import("vitest")/.test(text);
                    expect(String(/import("vitest")/)).toBe(["/import(", "vitest", ")/"].join('"'));
                    const element = document.body.appendChild(document.createElement("p"));
                    expect(getComputedStyle(element).color).toBe("rgb(1, 1, 1)");
                });
                """,
            ])
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("node_modules/work"), withDestinationPath: "../packages/work")
            let run = try await Command.run("test", "a.test.ts", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test func `imports of CommonJS are bound before the module runs, also in a cycle`() async throws {
            try write([
                "node_modules/old/index.js": "exports.one = 1; exports.twice = (n) => 2 * n;",
                "cycle.ts": """
                import * as All from "old";
                import { early } from "./early";
                export function four() { return twice(All.one) * 2; }
                export const seen = early;
                import { twice } from "old";
                export { one as again } from "old";
                """, "early.ts": "import { four } from \"./cycle\"; export const early = four();",
                "a.test.ts": """
                import { expect, test } from "vitest";
                import { again, seen } from "./cycle";
                const first = twice(4);
                import { twice } from "old";
                test("all", () => { expect([first, again, seen]).toEqual([8, 1, 4]); });
                """,
            ])
            let run = try await Command.run("test", "a.test.ts", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test func `packages have their style sheets, files beside them, and the test library`() async throws {
            try write([
                "node_modules/kit/package.json": #"{"exports": "./index.mjs"}"#,
                "node_modules/kit/index.mjs": "import './style.css'; export const kit = 1;",
                "node_modules/kit/style.css": "p { color: rgb(1, 2, 3) }",
                "node_modules/beside/package.json": #"{"exports": "./lib/index.mjs"}"#,
                "node_modules/beside/lib/index.mjs":
                    "export const read = async () => (await fetch(new URL('./text.txt', import.meta.url))).text();",
                "node_modules/beside/lib/text.txt": "beside",
                "node_modules/matchers/package.json": #"{"exports": "./index.mjs"}"#,
                "node_modules/matchers/index.mjs":
                    "import { expect } from 'vitest'; export const same = (other) => other === expect;",
                "a.test.ts": """
                import { expect, test } from "vitest";
                import { kit } from "kit";
                import { read } from "beside";
                import { same } from "matchers";
                test("all", async () => {
                    const { color } = getComputedStyle(document.body.appendChild(document.createElement("p")));
                    expect([kit, color, await read(), same(expect)]).toEqual([1, "rgb(1, 2, 3)", "beside", true]);
                });
                """,
            ])
            let run = try await Command.run("test", "a.test.ts", in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test(arguments: [[], ["--workers", "2"]])
        func `many scripts share their modules, and one that cannot be compiled fails alone`(options: [String])
            async throws
        {
            try folder.write("export const add = (a: number, b: number): number => a + b;", to: "src/add.ts")
            for name in ["a", "b", "c"] {
                try folder.write(
                    """
                    import { expect, test } from "vitest";
                    import { add } from "./src/add";
                    test("\(name)", () => { expect(add(1, 2)).toBe(3); });
                    """, to: "\(name).test.ts")
            }
            try folder.write("import { test } from 'vitest'; import 'nowhere'; test('d', () => {});", to: "d.test.ts")
            let run = try await Command.start(["test", "."] + options, in: folder).result()
            #expect(run.lastLine == "3 passed, 1 failed", "\(run.output)\(run.errors)")
            #expect(run.output.contains("npm install nowhere puts it there"), "\(run.output)")
        }

        @Test func `without esbuild, plain scripts run, and others say what to install`() async throws {
            try folder.write("export const one = 1;", to: "one.js")
            try folder.write("import { test } from 'vitest'; import './one.js'; test('a', () => {});", to: "a.test.js")
            try folder.write("import { test } from 'vitest'; import './one.js'; test('b', () => {});", to: "b.test.ts")
            let run = try await Command.run(
                "test", ".", in: folder, environment: ["SWWEBVIEW_ESBUILD": "/nowhere"])
            #expect(run.lastLine == "1 passed, 1 failed", "\(run.output)\(run.errors)")
            #expect(run.output.contains("npm install --save-dev esbuild, or apt-get install esbuild"), "\(run.output)")
        }

        @Test func `a stack leads to the lines of all compiled files`() async throws {
            try write([
                "src/fail.ts":
                    "interface A { b: string }\n\nenum C { d }\n\nexport function fail(a: A): never {\n    throw new TypeError(a.b + C.d);\n}\n",
                "a.test.ts":
                    "import { test } from 'vitest';\nimport { fail } from './src/fail';\n\ntype T = string;\ntest('a', () => {\n    fail({ b: 'no' } as { b: T });\n    return;\n});\n",
            ])
            let run = try await Command.run("test", "a.test.ts", "--reporter", "json", in: folder)
            #expect(run.output.contains("src/fail.ts:6:"), "\(run.output)")
            #expect(run.output.contains("a.test.ts:6:"), "\(run.output)")
        }
    }
}
