import Testing

@testable import ScriptTools

@Suite("Specifiers become addresses") struct ImportRewriterTests {
    private let rewriter = ImportRewriter { specifier in
        switch specifier {
        case "./list": .address("/src/list.ts")
        case "old": .commonJS("/old.js")
        default: nil
        }
    }

    @Test func `addresses replace specifiers, and equal texts in strings and templates stay`() {
        #expect(
            rewriter.rewritten(
                "import { a } from \"./list\";\nconst t = `\nimport \"./list\";`, s = \"./list\";\nimport(\"./list\");")
                == "import { a } from \"/src/list.ts\";\nconst t = `\nimport \"./list\";`, s = \"./list\";\nimport(\"/src/list.ts\");"
        )
        #expect(
            rewriter.rewritten("import a from \"./list\" with { type: \"json\" };") == "import a from \"/src/list.ts\";"
        )
        for text in [
            "import \"other\";", "if (n)\n  /import \"old\"/.test(x);", "if (n) /export * from \"old\"/.test(x);",
            "if (n)\n  /import(\"old\")/.test(x);", "for (const n of list)\n  /`import(\"./list\")/.test(n);",
        ] {
            #expect(rewriter.rewritten(text) == text)
        }
    }

    @Test(arguments: [
        ("import D from \"old\";", "import D from \"/old.js?names=\";"),
        ("import { a, b as c } from \"old\";", "import { a, b as c } from \"/old.js?names=a,b\";"),
        ("import { default as d } from \"old\";", "import { default as d } from \"/old.js?names=\";"),
        ("import D, * as N from \"old\";", "import D, { ___all as N } from \"/old.js?names=___all\";"),
        ("export { a as b } from \"old\";", "export { a as b } from \"/old.js?names=a\";"),
        ("export * as n from \"old\";", "export { ___all as n } from \"/old.js?names=___all\";"),
        ("import { \"a b\" as c } from \"old\";", "import { \"a b\" as c } from \"/old.js?names=a%20b\";"),
    ])
    func `names of a CommonJS script are in the query of its address`(_ text: String, _ expected: String) {
        #expect(rewriter.rewritten(text) == expected)
    }

    @Test func `all statements of a module share one address of a CommonJS script`() {
        #expect(
            rewriter.rewritten("import { b } from \"old\";\nexport { a, b } from \"old\";")
                == "import { b } from \"/old.js?names=a,b\";\nexport { a, b } from \"/old.js?names=a,b\";")
    }

    @Test func `a module gives the names of its query`() throws {
        let text = try #require(CommonJSExports.text(of: "0.js", query: "names=a,a,b%22%20,default,___all"))
        #expect(
            text
                == """
                import value from "./0.js";
                const member0 = value?.["a"];
                export { member0 as a };
                const member1 = value?.["b\" "];
                export { member1 as "b\" " };
                export const ___all = (value?.__esModule ? value : { ...value, default: value });
                export default value?.__esModule ? value.default : value;

                """.replacing("b\" ", with: "b\\\" "))
        #expect(CommonJSExports.text(of: "0.js", query: "other") == nil)
    }

    @Test func `lines keep their numbers, and a dynamic import gives a namespace`() {
        #expect(
            rewriter.rewritten("import {\n  a,\n  b\n} from \"old\";\nlast").split(
                separator: "\n", omittingEmptySubsequences: false)[4] == "last")
        #expect(
            rewriter.rewritten("const a = (await import(\"old\")).b;")
                == "const a = (await import(\"/old.js\").then(({ default: value }) => (value?.__esModule ? value : { ...value, default: value }))).b;"
        )
    }
}
