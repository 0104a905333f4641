import Foundation
import TestSupport
import Testing

@testable import ScriptTools

@Suite("Packages as modules") struct PackageBundleTests {
    private static let files = [
        "a.ts":
            "import React, { useState } from 'react';\nimport { Button } from 'kit';\nconsole.log(React, useState, Button);",
        "node_modules/react/package.json": #"{"main": "index.js"}"#,
        "node_modules/react/index.js": "module.exports = require('./inner.js');",
        "node_modules/react/inner.js": "require('fs'); exports.useState = () => process.env.NODE_ENV;",
        "node_modules/kit/package.json": #"{"exports": {"node": "./node.js", "browser": "./browser.mjs"}}"#,
        "node_modules/kit/browser.mjs": "import { useState } from 'react'; export const Button = useState;",
    ]

    /// Returns the text of the module of packages that a text imports, by a part of its name.
    private func package(_ part: String, in text: String, _ builder: ScriptBuilder) async throws -> String? {
        let address = text.split(separator: "\"").first {
            $0.hasPrefix(ScriptBuilder.packageFolder) && $0.contains(part)
        }
        return await builder.packageText(at: String(try #require(address).prefix { $0 != "?" }))
    }

    @Test func `packages are bundled once and share their parts`() async throws {
        let project = try TestProject(Self.files)
        let text = try await project.text(of: "a.ts")
        #expect(text.contains("/1.js?names=useState\";"), "\(text)")
        #expect(text.contains("import { Button } from \"\(ScriptBuilder.packageFolder)"))
        let kit = try await package("/0.js", in: text, project.builder)
        let react = try await package("/1.js", in: text, project.builder)
        #expect(kit?.contains("chunk") == true && react?.contains("export default") == true, "\(kit ?? "")")
        #expect(await project.builder.starts == 3)
    }

    @Test func `a bundle is kept in the cache for this user alone, until a file of it changes`() async throws {
        let project = try TestProject(Self.files)
        _ = try await project.modules(of: "a.ts")
        let folders = try FileManager.default.contentsOfDirectory(
            at: project.cache.url, includingPropertiesForKeys: nil)
        let bundle = try #require(folders.first { !$0.lastPathComponent.hasPrefix(".") })
        for file in try FileManager.default.contentsOfDirectory(atPath: bundle.path) {
            let mode = try FileManager.default.attributesOfItem(atPath: bundle.path + "/" + file)[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(file)")
        }
        #expect(try FileManager.default.attributesOfItem(atPath: bundle.path)[.posixPermissions] as? Int == 0o700)
        let second = ScriptBuilder(cache: project.cache.url)
        let found = try await project.modules(of: "a.ts", by: second).text(of: project.path("a.ts")) ?? ""
        #expect(await second.starts == 2)
        #expect(try await package("/1.js", in: found, second)?.contains("export default") == true)
        try project.folder.write("exports.useState = () => 'changed';", to: "node_modules/react/inner.js")
        let third = ScriptBuilder(cache: project.cache.url)
        _ = try await project.modules(of: "a.ts", by: third)
        #expect(await third.starts == 3)
    }

    @Test func `a bundle is made again after a change of the package.json that led to a file`() async throws {
        let project = try TestProject(
            Self.files.merging([
                "node_modules/react/index.js": "module.exports = require('part');",
                "node_modules/part/package.json": #"{"main": "lib/one.js"}"#,
                "node_modules/part/lib/one.js": "exports.useState = 'one';",
                "node_modules/part/two.js": "exports.useState = 'two';",
            ]) { $1 })
        _ = try await project.modules(of: "a.ts")
        let second = ScriptBuilder(cache: project.cache.url)
        _ = try await project.modules(of: "a.ts", by: second)
        #expect(await second.starts == 2)
        try project.folder.write(#"{"main": "two.js"}"#, to: "node_modules/part/package.json")
        let third = ScriptBuilder(cache: project.cache.url)
        _ = try await project.modules(of: "a.ts", by: third)
        #expect(await third.starts == 3)
    }

    @Test func `a package may import a module that this program supplies`() async throws {
        let project = try TestProject([
            "a.ts": "import 'matchers'; export {};",
            "node_modules/matchers/index.mjs":
                "import { expect } from 'vitest'; expect.extend({}); if (expect) /import('vitest')/.test('');",
            "node_modules/matchers/package.json": #"{"exports": "./index.mjs"}"#,
        ])
        let text = try await project.text(of: "a.ts")
        let found = try await package("/0.js", in: text, project.builder)
        #expect(found?.contains("from \"/vitest.js\"") == true, "\(found ?? "")")
        #expect(found?.contains("/import('vitest')/.test") == true, "\(found ?? "")")
        let others = PackageBundle.description(
            of: [String](), in: ScriptProject(root: project.root), by: ESBuild(path: "/bin/true"))
        #expect(
            others != PackageBundle.description(of: [String](), in: project.project, by: ESBuild(path: "/bin/true")))
    }

    @Test func `a broken cache is no obstacle`() async throws {
        let project = try TestProject(Self.files)
        _ = try await project.modules(of: "a.ts")
        for folder in try FileManager.default.contentsOfDirectory(
            at: project.cache.url, includingPropertiesForKeys: nil)
        {
            try? Data("{".utf8).write(to: folder.appending(path: "bundle.json"))
        }
        let second = ScriptBuilder(cache: project.cache.url)
        _ = try await project.modules(of: "a.ts", by: second)
        #expect(await second.starts == 3)
        let third = ScriptBuilder(cache: URL(filePath: "/proc/none"))
        #expect(try await project.modules(of: "a.ts", by: third).text(of: project.path("a.ts")) != nil)
    }

    @Test func `the user's folder for caches is an absolute one`() {
        #expect(UserCaches.folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"])?.path == "/c")
        #expect(UserCaches.folder(["XDG_CACHE_HOME": "relative", "HOME": "/h"])?.path == "/h/.cache")
        #expect(UserCaches.folder([:]) == nil)
    }
}
