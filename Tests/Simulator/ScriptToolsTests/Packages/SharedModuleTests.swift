import Foundation
import TestSupport
import Testing

@testable import ScriptTools

/// Tests of modules that both a project and its packages import. Each must have one address, and so one state.
@Suite("Modules that packages share with the project") struct SharedModuleTests {
    @Test func `a module of the project that packages import is not in their bundle`() async throws {
        let project = try TestProject([
            "a.ts": "import { state } from 'work'; import { kit } from 'kit'; console.log(state, kit);",
            "packages/work/package.json": #"{"name": "work", "exports": {".": "./lib/état.ts"}}"#,
            "packages/work/lib/état.ts": "import { inner } from './inner'; export const state: object = { inner };",
            "packages/work/lib/inner.ts": "export const inner = 1;",
            "node_modules/kit/package.json": #"{"exports": "./kit.mjs"}"#,
            "node_modules/kit/kit.mjs":
                "import './old.cjs'; import { state } from 'work'; import { own } from '../../own'; export const kit = [state, own, () => import('work')];",
            "node_modules/kit/old.cjs": "exports.old = 1;", "own.js": "export const own = 'own';",
        ])
        try project.link("node_modules/work", to: "../packages/work")
        let modules = try await project.modules(of: "a.ts")
        let text = try #require(modules.text(of: project.path("a.ts")))
        let address = "\"/packages/work/lib/%C3%A9tat.ts\""
        #expect(text.contains("import { state } from \(address)"), "\(text)")
        let kit = try await project.package("/0.js", in: text)
        for part in ["import { state } from \(address)", "import(\(address))", "import { own } from \"/own.js\""] {
            #expect(kit.contains(part), "\(part): \(kit)")
        }
        #expect(!kit.contains("inner"), "\(kit)")
        #expect(modules.text(of: project.path("own.js"))?.contains("\"own\"") == true)
    }

    @Test func `a module that only a package imports is compiled, too`() async throws {
        let project = try TestProject([
            "a.ts": "import 'kit'; export {};", "node_modules/kit/package.json": #"{"type": "module"}"#,
            "node_modules/kit/index.js": "import '../../src/plugin'; import 'old';",
            "node_modules/old/index.js": "exports.a = 1;",
            "src/plugin.ts": "import { a } from 'old'; export const plugin: number = a;",
        ])
        let modules = try await project.modules(of: "a.ts")
        let plugin = try #require(modules.text(of: project.path("src/plugin.ts")))
        #expect(plugin.contains("const plugin = a;"), "\(plugin)")
        #expect(try await project.package("/1.js", in: plugin).contains("const member0 = value?.[\"a\"]"))
    }

    @Test func `an ES module that CommonJS requires is in the bundle for all importers`() async throws {
        let project = try TestProject([
            "a.ts":
                "import { state } from './state.mjs'; import old from './old.cjs'; console.log(state, old);",
            "old.cjs": "module.exports = require('./state.mjs').state;",
            "state.mjs": "export const state = {}; export default 1;",
        ])
        let text = try await project.text(of: "a.ts")
        #expect(!text.contains("\"/state.mjs\""), "\(text)")
        let state = try await project.package("/1.js", in: text)
        #expect(state.contains("chunk") && state.contains("state"), "\(state)")
        let own = try await project.text(of: "state.mjs")
        #expect(own.contains("export const state"), "\(own)")
    }

    @Test func `modules of packages keep their address where they use it, whoever imports them`() async throws {
        let project = try TestProject([
            "a.ts": "import { place } from 'outer'; place();",
            "node_modules/outer/package.json": #"{"type": "module"}"#,
            "node_modules/outer/index.js": "export { place } from 'inner'; export { meta } from './meta.js';",
            "node_modules/outer/meta.js": "const { url } = import.meta; export const meta = url;",
            "node_modules/inner/package.json": #"{"type": "module"}"#,
            "node_modules/inner/index.js":
                "import { readFileSync } from 'node:fs'; import * as fs from 'fs'; export const place = () => new URL('x', import.meta.url) && [readFileSync, fs];",
        ])
        let modules = try await project.modules(of: "a.ts")
        let text = try #require(modules.text(of: project.path("a.ts")))
        let outer = try await project.package("/0.js", in: text)
        for name in ["inner/index.js", "outer/meta.js"] {
            #expect(outer.contains("from \"/node_modules/\(name)\""), "\(outer)")
        }
        let inner = try #require(modules.text(of: project.path("node_modules/inner/index.js")))
        #expect(
            try await project.package("names=readFileSync", in: inner).contains("export { member0 as readFileSync }"))
        #expect(inner.contains("import.meta.url"))
    }

    @Test func `a bundle is made again where a module that it imports becomes CommonJS`() async throws {
        let project = try TestProject([
            "a.ts": "import 'kit'; export {};", "node_modules/kit/package.json": #"{"type": "module"}"#,
            "node_modules/kit/index.js": "import * as own from '../../own'; console.log(own);",
            "own.js": "export const own = 1;",
        ])
        _ = try await project.modules(of: "a.ts")
        try project.folder.write("module.exports = 'common';", to: "own.js")
        let text = try await project.text(of: "a.ts")
        #expect(try await project.package("/0.js", in: text).contains("\"common\""))
    }

    @Test func `style sheets of packages keep the order of their imports`() async throws {
        let project = try TestProject([
            "a.ts": "import 'kit'; export {};", "node_modules/kit/package.json": #"{"type": "module"}"#,
            "node_modules/kit/index.js":
                "const later = () => import('./later.js'); import './z.js'; import './b.css'; import './a.css'; import './y.css';",
            "node_modules/kit/z.js": "import './y.css'; import './index.js';",
            "node_modules/kit/later.js": "import './0.css'; import './a.css';",
            "node_modules/kit/a.css": "", "node_modules/kit/b.css": "", "node_modules/kit/y.css": "",
            "node_modules/kit/0.css": "",
        ])
        let kit = try await project.package("/0.js", in: try await project.text(of: "a.ts"))
        let sheets = kit.matches(of: /import "\/node_modules\/kit\/(\w+).css\?import"/).map { String($0.1) }
        #expect(sheets == ["y", "b", "a", "0"], "\(kit)")
    }
}
