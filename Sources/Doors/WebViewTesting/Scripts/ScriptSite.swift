import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// The generated files of a folder of tests: the page of a script, TypeScript without types, CommonJS packages as modules, and
/// test libraries.
struct ScriptSite: FileMaker {
    let folder: DirectoryLoader
    let resolver: ModuleResolver
    let choice: FrameworkChoice
    /// The test script of the page; nil for an HTML page.
    let script: URL?

    private static let longest: Int64 = 16 << 20

    init(folder: DirectoryLoader, script: URL?, choice: FrameworkChoice) {
        self.folder = folder
        self.script = script
        self.choice = choice
        resolver = ModuleResolver(root: folder.folder)
    }

    var files: FrameworkFiles { FrameworkFiles(root: folder.folder, choice: choice) }

    func answer(_ request: URLRequest, at url: URL) async throws -> LoadedResource? {
        let path = url.path(percentEncoded: false)
        if let script {
            if path.hasPrefix(ScriptPage.folder) {
                return try library(String(path.dropFirst(ScriptPage.folder.count)), url)
            }
            let address = resolver.address(of: script)
            if url.query == ScriptPage.query, path == address.removingPercentEncoding {
                let page = ScriptPage(site: self, script: script, address: address).make()
                return try Self.answer(url, page.html, type: "text/html; charset=utf-8", files: page.files)
            }
        }
        if ScriptFile.isTypeScript(path) {
            return try folder.text(at: url, upTo: Self.longest).map { try Self.answer(url, Self.stripped($0, path)) }
        }
        guard script != nil, Self.isPackaged(path), let text = folder.text(at: url, upTo: Self.longest) else {
            return nil
        }
        let scan = ModuleScanner(text)
        return scan.isCommonJS ? try Self.answer(url, CommonJSModule.module(of: text, scan)) : nil
    }

    /// Returns whether a script at a path is converted to a module where it is a CommonJS script.
    static func isPackaged(_ path: String) -> Bool {
        path.hasSuffix(".cjs") || (path.hasSuffix(".js") && path.contains("/node_modules/"))
    }

    /// Returns the paths of the modules that replace others in tests of a library, by specifier.
    func standIns(for framework: TestFramework, of script: URL) -> [String: String] {
        var modules: [String: String] = [:]
        switch framework {
        case .mocha: modules = ["mocha": "mocha.mjs"]
        case .qunit: modules = ["qunit": "qunit.mjs"]
        case .vitest: modules = ["vitest": "vitest.js", "@jest/globals": "vitest.js"]
        case .uvu: modules = ["uvu": "uvu.js"]
        case .jasmine, .testharness, .tap: break
        }
        if (try? resolver.file(for: "chai", in: script)) == nil, files.chai != nil { modules["chai"] = "chai.mjs" }
        return modules.mapValues { ScriptPage.folder + $0 }
    }

    private func library(_ name: String, _ url: URL) throws -> LoadedResource? {
        if let text = Self.modules[name] { return try Self.answer(url, text) }
        if name == "chai.mjs", let file = files.chai, let text = ScriptFile.text(of: file, upTo: Int(Self.longest)) {
            var scan = ModuleScanner(text)
            scan.exported = [
                "expect", "assert", "should", "use", "util", "config", "version", "Assertion", "AssertionError",
            ]
            return try Self.answer(url, CommonJSModule.module(of: text, scan, requires: []))
        }
        for framework in TestFramework.allCases {
            let found = try? files.files(of: framework).first { $0.name == name }
            guard let file = found?.file, let text = ScriptFile.text(of: file, upTo: Int(Self.longest)) else {
                continue
            }
            return try Self.answer(url, text)
        }
        return nil
    }

    private static let modules: [String: String] = {
        var modules = [
            "runner.js": EmbeddedFiles.runner_js, "expect.js": EmbeddedFiles.expect_js,
            "equality.js": EmbeddedFiles.equality_js, "mocks.js": EmbeddedFiles.mocks_js,
            "vitest.js": EmbeddedFiles.vitest_js, "uvu.js": EmbeddedFiles.uvu_js,
        ]
        modules["mocha.mjs"] = """
            export default globalThis.mocha;
            export const { describe, context, it, specify, before, after, beforeEach, afterEach, suite, test, suiteSetup,
                suiteTeardown, setup, teardown, xdescribe, xit } = globalThis;
            """
        modules["qunit.mjs"] = """
            const QUnit = globalThis.QUnit;
            export default QUnit;
            export { QUnit };
            export const { module, test, skip, only, todo, start, config, hooks, assert, on } = QUnit;
            """
        return modules
    }()

    private static func stripped(_ text: String, _ path: String) -> String {
        do {
            return try TypeStripper.strip(text)
        } catch {
            let message = "\(path.dropFirst()):\(error.line):\(error.column): \(error.message)"
            return "throw new SyntaxError(\(ScriptText.quoted(message)));"
        }
    }

    private static func answer(
        _ url: URL, _ text: String, type: String = "text/javascript; charset=utf-8", files: [String] = []
    ) throws -> LoadedResource {
        let body = Data(text.utf8)
        var headers = ["Content-Type": type, "Content-Length": String(body.count), "Cache-Control": "no-cache"]
        if !files.isEmpty {
            headers[ScriptPage.filesHeader] = LoadedFiles.headerText(of: files)
        }
        return try LoadedResource(url: url, status: 200, headers: headers, body: BodyStream(body))
    }
}
