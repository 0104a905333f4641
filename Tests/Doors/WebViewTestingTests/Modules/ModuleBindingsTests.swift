import Foundation
import JavaScriptTokens
import TestSupport
import Testing

@testable import WebViewTesting

@Suite("Names that modules import and export") struct ModuleBindingsTests {
    @Test func `every form of import names what it takes, with its place`() {
        let bindings = ModuleBindings(
            ScriptTokens(
                """
                import one, { two as second, "a b" as third, default as own, } from "./a.js";
                import * as all from "./b.js"; import four, * as rest from "./c.js"; import "./d.js"; import from from "./e.js";
                export { five, six as other } from "./f.js";
                const later = () => { import("./g.js"); }, url = import.meta.url;
                """))
        #expect(
            bindings.imported.map(\.name) == ["default", "two", "a b", "default", "default", "default", "five", "six"])
        #expect(
            bindings.imported.map(\.specifier)
                == ["./a.js", "./a.js", "./a.js", "./a.js", "./c.js", "./e.js", "./f.js", "./f.js"])
        #expect(bindings.imported[1].line == 1 && bindings.imported[1].column == 15)
        #expect(bindings.imported.map(\.reportedName).suffix(2) == ["five", "other"])
        #expect(bindings.exported == ["five", "other"])
    }

    @Test func `every form of export names what it gives`() {
        let bindings = ModuleBindings(
            ScriptTokens(
                """
                export const a = f(1, 2), b = [3, c];
                export let d
                export function e() { return { no: 1 }; }
                export async function* g() {}
                export class H {}
                export default class {}
                const i = 1; export { i, i as "j k" };
                export * as all from "./l.js"; export * from "./m.js";
                """))
        #expect(bindings.exported == ["a", "b", "d", "e", "g", "H", "default", "i", "j k", "all"])
        #expect(bindings.starSources == ["./m.js"] && !bindings.lacksExports)
        #expect(ModuleBindings(ScriptTokens("export const { a, ...b } = c;")).lacksExports)
    }

    @Test func `names that no module exports are found, and names that one may export are not`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            import { here, gone, deep, ours, unsure } from "./a.js";
            import none, { kept } from "./b.js";
            import { a, b, c } from "pack";
            import { x } from "https://elsewhere.example/x.js";
            """, to: "main.js")
        try folder.write(
            "export const here = 1; export * from './stars.js'; export { ours } from './b.js';", to: "a.js")
        try folder.write("export const deep = 1; export * from './a.js';", to: "stars.js")
        try folder.write("export const { kept } = {};\nexport * from './stars.js';", to: "b.js")
        try folder.write("exports.a = 1; module.exports.b = 2;", to: "node_modules/pack/index.js")
        let graph = ModuleGraph(
            of: folder.url.appending(path: "main.js"), resolver: ModuleResolver(root: folder.url), standIns: [:])
        #expect(graph.problems.isEmpty)
        let missing = graph.missingBindings()
        #expect(missing.keys.sorted() == ["c", "gone", "unsure"])
        #expect(missing["gone"]?.message == "main.js imports “gone” of “./a.js”, which has no such export.")
        #expect(missing["gone"]?.line == 1 && missing["gone"]?.column == 16)
    }
}
