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
        ] {
            #expect(rewriter.rewritten(text) == text)
        }
    }

    @Test(arguments: [
        ("import D from \"old\";", "const D = __package0?.__esModule ? __package0.default : __package0;"),
        ("import { a, b as c } from \"old\";", "const a = __package0.a; const c = __package0.b;"),
        (
            "import { default as d } from \"old\";",
            "const d = __package0?.__esModule ? __package0.default : __package0;"
        ),
        (
            "import D, * as N from \"old\";",
            "const N = (__package0?.__esModule ? __package0 : { ...__package0, default: __package0 });"
        ),
        ("export { a as b } from \"old\";", "const __package0_0 = __package0.a; export { __package0_0 as b };"),
        ("export * as n from \"old\";", "export { __package0_all as n }"),
    ])
    func `names of a CommonJS script are taken from its one export`(_ text: String, _ expected: String) {
        let found = rewriter.rewritten(text)
        #expect(found.hasPrefix("import __package0 from \"/old.js\";"), "\(found)")
        #expect(found.contains(expected), "\(found)")
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
