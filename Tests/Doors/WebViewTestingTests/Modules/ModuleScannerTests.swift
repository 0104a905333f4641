import Testing

@testable import WebViewTesting

@Suite("Scanning modules") struct ModuleScannerTests {
    @Test
    func `imports are found with their positions, and not in comments, strings, templates and regular expressions`() {
        let scan = ModuleScanner(
            """
            import a, { b as c } from "one"; import * as d from 'two'
            import "three"; export * from "four"; export { e } from "five";
            const later = () => import("six"), not = import(name), meta = import.meta.url;
            // import "no1"
            /* import "no2" */ const s = "import 'no3'", t = `import "no4" ${await import("seven")} import "no5"`;
            const r = /import "no6"/, q = a / b / import("eight"); object.import("no7");
            """)
        #expect(scan.imports.map(\.specifier) == ["one", "two", "three", "four", "five", "six", "seven", "eight"])
        #expect(scan.imports.map(\.isDynamic) == [false, false, false, false, false, true, true, true])
        #expect(scan.imports[1].line == 1 && scan.imports[1].column == 53)
        #expect(scan.isModule && !scan.isCommonJS)
    }

    @Test func `a quotation mark without another on its line does not hide the lines below`() {
        let scan = ModuleScanner("if (a) /'/.test(b);\nimport 'one'; `${ {} }`, import('two')")
        #expect(scan.imports.map(\.specifier) == ["one", "two"])
    }

    @Test func `CommonJS scripts are distinguished from modules`() {
        let scan = ModuleScanner("const a = require('b'); exports.c = 1; exports.default = 2; module.exports.d = a;")
        #expect(scan.isCommonJS && scan.required == ["b"] && scan.exported == ["c", "d"])
        #expect(!ModuleScanner("export default 1").isCommonJS)
        #expect(!ModuleScanner("globalThis.x = 1").isCommonJS)
    }

    @Test(arguments: [
        ("import { it } from 'vitest'", TestFramework.vitest), ("QUnit.test('a', () => {})", .qunit),
        ("import { expect } from 'chai'; describe('a', () => { it('b', () => expect(1)) })", .mocha),
        ("describe('a', () => { it('b', () => expect(1).toBe(1)) })", .jasmine),
        ("promise_test(async () => {})", .testharness), ("import { test } from 'uvu'; test.run()", .uvu),
        ("console.log('1..1')", .tap),
    ])
    func `the library of a script is found by its imports and names`(_ text: String, _ framework: TestFramework) {
        #expect(TestFramework.find(in: ModuleScanner(text), dependencies: []) == framework)
    }

    @Test func `the project's dependencies decide for global names`() {
        let scan = ModuleScanner("describe('a', () => { it('b', () => { expect(1) }) })")
        #expect(TestFramework.find(in: scan, dependencies: ["vitest"]) == .vitest)
        #expect(TestFramework.find(in: scan, dependencies: ["mocha"]) == .mocha)
        #expect(TestFramework.find(in: ModuleScanner("const a = 1"), dependencies: []) == nil)
    }
}
