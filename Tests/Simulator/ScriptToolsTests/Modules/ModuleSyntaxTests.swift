import Testing

@testable import ScriptTools

@Suite("Specifiers of modules") struct ModuleSyntaxTests {
    @Test func `specifiers are found, and not in comments, strings, templates and regular expressions`() {
        let syntax = ModuleSyntax(
            """
            import a, { b as c } from "one"; import * as d from 'two'
            import "three"; export * from "four"; export { e } from "five";
            const later = () => import("six"), not = import(name), meta = import.meta.url;
            // import "no1"
            /* import "no2" */ const s = "import 'no3'", t = `import "no4" ${await import("seven")} import "no5"`;
            const r = /import "no6"/, q = a / b / import("eight"); object.import("no7");
            import type { T } from "nine"; export type { U } from "ten"; import from from "eleven" with { type: "json" };
            """)
        #expect(
            syntax.specifiers.map(\.text) == [
                "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            ])
        #expect(syntax.specifiers.filter(\.isDynamic).map(\.text) == ["six", "seven", "eight"])
        #expect(syntax.specifiers.filter(\.hasAttributes).map(\.text) == ["eleven"])
        #expect(!syntax.usesEnvironment && ModuleSyntax("const a = import.meta.env.MODE").usesEnvironment)
    }

    @Test func `a quotation mark without another on its line does not hide the lines below`() {
        let syntax = ModuleSyntax("if (a) /'/.test(b);\nimport 'one'; `${ {} }`, import('two')")
        #expect(syntax.specifiers.map(\.text) == ["one", "two"])
    }

    @Test(arguments: [
        "if (a) /import('x')/.test(b)", "while (f(a)) /import('x')/.exec(b)", "for await (const a of b) /import('x')/",
        "if (a) /`/.test(b); else /import('x')/",
    ])
    func `a regular expression after the head of a statement has no imports`(_ text: String) {
        #expect(ModuleSyntax(text + ";\nimport('one');").specifiers.map(\.text) == ["one"])
    }

    @Test(arguments: [
        "f(a) / import('one') / 2", "a.if(b) / import('one') / 2", "a++ / import('one') / 2",
        "a.of / import('one') / 2",
        "(a)-- / import('one') / 2", "do { } while (a)\n(b) / import('one') / 2",
    ])
    func `a slash after an operand divides`(_ text: String) {
        #expect(ModuleSyntax(text).specifiers.map(\.text) == ["one"])
    }
}
