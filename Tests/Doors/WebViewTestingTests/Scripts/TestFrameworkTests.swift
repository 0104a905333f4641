import ScriptTools
import Testing

@testable import WebViewTesting

@Suite("Test libraries of scripts") struct TestFrameworkTests {
    @Test(arguments: [
        ("import { it } from 'vitest'", TestFramework.vitest), ("QUnit.test('a', () => {})", .qunit),
        ("import { expect } from 'chai'; describe('a', () => { it('b', () => expect(1)) })", .mocha),
        ("describe('a', () => { it('b', () => expect(1).toBe(1)) })", .jasmine),
        ("promise_test(async () => {})", .testharness), ("import { test } from 'uvu'; test.run()", .uvu),
        ("console.log('1..1')", .tap),
    ])
    func `the library of a script is found by its imports and names`(_ text: String, _ framework: TestFramework) {
        #expect(TestFramework.find(in: ModuleSyntax(text), dependencies: []) == framework)
    }

    @Test func `the project's dependencies decide for global names`() {
        let syntax = ModuleSyntax("describe('a', () => { it('b', () => { expect(1) }) })")
        #expect(TestFramework.find(in: syntax, dependencies: ["vitest"]) == .vitest)
        #expect(TestFramework.find(in: syntax, dependencies: ["mocha"]) == .mocha)
        #expect(TestFramework.find(in: ModuleSyntax("const a = 1"), dependencies: []) == nil)
    }
}
