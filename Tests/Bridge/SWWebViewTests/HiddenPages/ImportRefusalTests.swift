import Foundation
import Testing

@testable import SWWebView

struct ImportRefusalTests {
    private static let refusing =
        #"new class{constructor(){return(async()=>null["import() is not allowed in service workers"])()}}"#

    private func refused(_ text: String) -> String {
        String(decoding: ImportRefusal.refusing(in: Data(text.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        "¿(\"./a.js\")", "await ¿('x')", "¿(name).then((m) => m)", "a = ¿ /* why */ (x)", "¿ // why\n(x)", "`${¿(x)}`",
        "f(...[¿(x)])", "x\n¿(y)", "¿(\"x\")\n{ let y }", "¿(`x`) \n{ let y }", "({ a: ¿(x) })", "class A { b = ¿(x) }",
        "¿(¿(x))", "if (a) ¿(b); else ¿(c)", "/a/.test(b) && ¿(c)", "/* ¿ */ ¿(x)", "let \u{1F989} = \"🦉\"; ¿(x)",
    ])
    func `a call is replaced, wherever it stands`(_ text: String) {
        let script = text.replacingOccurrences(of: "/* ¿ */", with: "/* import(x) */")
        let expected = script.replacingOccurrences(of: "¿", with: Self.refusing)
        #expect(refused(script.replacingOccurrences(of: "¿", with: "import")) == expected)
    }

    @Test(arguments: [
        "import a from \"./a.js\"; import \"b\"; import * as c from 'c'; import.meta.url",
        "a.import(x)", "a?.import(x)", "this.#import(x)",
        "// import(x)\n/* import(y) */", "\"import(x)\" + 'import(y)' + `import(z)`", "/import(x)/.test(y)",
        "({ import(x) { return x } })",
        "class A { static import(a, b = {}) {} async import() {} get import() {} *import() {} #import(x) {} import({ a }) {} }",
        "reimport(x); importing(x); $import(x)", "import /* from */ \"x\"", "", "import",
    ])
    func `what is no call stays as it is`(_ script: String) { #expect(refused(script) == script) }
}
