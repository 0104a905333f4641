import Testing

@testable import ScriptTools

@Suite("Names of CommonJS scripts") struct StarExportsTests {
    @Test(arguments: [
        ("exports.a = exports.b = void 0; module.exports.c = 1; exports['d e'] = 2; other.exports.f = 3;", "a b c d e"),
        ("Object.defineProperty(exports, '__esModule', {}); Object.defineProperty(exports, \"a\", {});", "a"),
        ("module.exports = { a, b: { c: [1, d] }, 'e': 1, get f() {}, g() { h, i }, async j() {} };", "a b e f g j"),
        ("exports = module.exports = { a }; exports.b === 1;", "a"),
        ("__export(main_exports, { a: () => a, b: () => b }); 0 && (module.exports = { a, c });", "a b c"),
        ("(function (g, f) { f(exports) })(this, function (exports) { exports.a = 1; });", "a"),
    ])
    func `names are found in the forms that compilers write`(_ text: String, _ names: String) {
        #expect(CommonJSNames(text).names.sorted().joined(separator: " ") == names)
    }

    @Test(arguments: [
        "module.exports = require('x');", "__exportStar(require('x'), exports);", "__export(require('x'));",
        "__reExport(main_exports, require('x'), module.exports);", "module.exports = { ...require('x'), a };",
        "tslib_1.__exportStar(require('x'), exports);",
        "var _x = _interop(require('x')); Object.keys(_x).forEach(function (key) { exports[key] = _x[key]; });",
    ])
    func `scripts whose names are exported, too, are found`(_ text: String) {
        #expect(CommonJSNames(text).sources == ["x"])
    }

    @Test func `export * from CommonJS has the names in its text, and those that others import`() async throws {
        let project = try TestProject([
            "a.ts": """
            import { two, hidden, own } from "./all";
            import { inner } from "kit";
            console.log(two, hidden, own, inner);
            """,
            "all.ts": "export * from \"./deep\"; export const own = 1;", "deep.ts": "export * from \"old\";",
            "node_modules/old/index.js":
                "module.exports = require('./parts'); Object.assign(exports, { hidden: 1 });",
            "node_modules/old/parts.js": "exports.parts = 1;",
            "node_modules/kit/package.json": #"{"type": "module"}"#,
            "node_modules/kit/index.js": "export * from './inner.cjs'; export const kit = 1;",
            "node_modules/kit/inner.cjs": "exports.inner = 1;",
        ])
        let modules = try await project.modules(of: "a.ts")
        let deep = try #require(modules.text(of: project.path("deep.ts")))
        #expect(deep.contains("js?names=hidden,parts,two\";"), "\(deep)")
        let kit = try await project.package("names=inner", in: try #require(modules.text(of: project.path("a.ts"))))
        #expect(kit.contains("export { member0 as inner }"), "\(kit)")
    }
}
