import Foundation
import HTTPMessages
import ScriptTools
import Synchronization
import URLInterception
import WebKit

/// The generated files of a folder of tests: the page of a script, compiled scripts, packages as modules, and test libraries.
struct ScriptSite: FileMaker {
    /// The modules that were compiled for the page.
    private final class Compiled: Sendable {
        private struct State {
            var modules: [BuiltModules] = []
            var project: ScriptProject?
        }

        private let state = Mutex(State())

        /// The modules, the latest first.
        var modules: [BuiltModules] { state.withLock { $0.modules } }
        /// The project with the modules that replace others in the page; nil before the page was made.
        var project: ScriptProject? { state.withLock { $0.project } }

        func begin(_ project: ScriptProject) { state.withLock { $0 = State(project: project) } }
        func add(_ modules: BuiltModules) { state.withLock { $0.modules.insert(modules, at: 0) } }
    }

    let folder: DirectoryLoader
    let choice: FrameworkChoice
    /// The test script of the page; nil for an HTML page.
    let script: URL?
    private let compiled = Compiled()

    private static let longest: Int64 = 16 << 20

    init(folder: DirectoryLoader, script: URL?, choice: FrameworkChoice) {
        self.folder = folder
        self.script = script
        self.choice = choice
    }

    var files: FrameworkFiles { FrameworkFiles(root: folder.folder, choice: choice) }

    /// The builder of this process.
    var builder: ScriptBuilder { .shared }

    func answer(_ request: URLRequest, at url: URL) async throws -> LoadedResource? {
        let path = url.path(percentEncoded: false)
        if path.hasPrefix(ScriptPage.folder) {
            if let text = await builder.packageText(at: path, query: url.query) { return try Self.answer(url, text) }
            if let script, path == ScriptPage.problems {
                let text = await ScriptPage(site: self, script: script).problemModule()
                return try Self.answer(url, text)
            }
            return try library(String(path.dropFirst(ScriptPage.folder.count)), url)
        }
        if let script, url.query == ScriptPage.query,
            folder.folder.appending(path: path.drop { $0 == "/" }).path == script.path
        {
            let page = await ScriptPage(site: self, script: script).make()
            return try Self.answer(url, page.html, type: "text/html; charset=utf-8", files: page.files)
        }
        return try await module(at: url).map { try Self.answer(url, $0) }
    }

    // MARK: Compiled scripts

    /// Returns the modules of a script, for the page that it is a part of.
    ///
    /// - Throws: ``BuildFailure``.
    func modules(of file: URL, in project: ScriptProject) async throws -> BuiltModules {
        let modules = try await builder.modules(of: file.path(percentEncoded: false), in: project)
        compiled.add(modules)
        return modules
    }

    /// Begins a page with the modules that replace others in it.
    func begin(_ project: ScriptProject) { compiled.begin(project) }

    func text(at url: URL) -> String? {
        let path = file(at: url).path(percentEncoded: false)
        return compiled.modules.lazy.compactMap { $0.text(of: path) }.first
    }

    /// Returns the file at an address, without symbolic links.
    private func file(at url: URL) -> URL {
        folder.folder.appending(path: url.path(percentEncoded: false).drop { $0 == "/" }).resolvingSymlinksInPath()
    }

    /// Returns the text of a module that is compiled or generated; nil for other addresses.
    private func module(at url: URL) async throws -> String? {
        let file = file(at: url)
        let path = file.path(percentEncoded: false)
        let project = compiled.project ?? ScriptProject(root: folder.folder)
        guard project.contains(path) else { return nil }
        if let query = url.query, compiled.modules.contains(where: { $0.imports(path, query: query) }) {
            return builder.generatedModule(of: path, query: query, in: project)
        }
        let known = compiled.modules.first { $0.text(of: path) != nil }
        guard known != nil || ScriptProject.needsCompiler(path) else { return nil }
        if let known, known.isCurrent(path) { return known.text(of: path) }
        // Files of other kinds have such names, too.
        guard folder.text(at: url, upTo: Self.longest) != nil else { return nil }
        do {
            return try await modules(of: file, in: project).text(of: path)
        } catch let failure as BuildFailure {
            let lines = failure.problems.map { problem in
                let place = problem.file.map { "\(project.shown($0)):\(problem.line):\(problem.column): " } ?? ""
                return place + problem.message
            }
            return "throw new SyntaxError(\(ScriptText.quoted(lines.joined(separator: "\n"))));"
        }
    }

    // MARK: Libraries

    /// Returns the paths of the modules that replace others in tests of a library, by specifier.
    func standIns(for framework: TestFramework) -> [String: String] {
        var modules: [String: String] = [:]
        switch framework {
        case .mocha: modules = ["mocha": "mocha.mjs"]
        case .qunit: modules = ["qunit": "qunit.mjs"]
        case .vitest: modules = ["vitest": "vitest.js", "@jest/globals": "vitest.js"]
        case .uvu: modules = ["uvu": "uvu.js"]
        case .jasmine, .testharness, .tap: break
        }
        if !hasPackage("chai"), files.chai != nil { modules["chai"] = "chai.mjs" }
        // Of any library: they need the host.
        modules["vitest/browser"] = "vitest_browser.js"
        modules["@vitest/browser/context"] = "vitest_browser.js"
        modules["@web/test-runner-commands"] = "test_runner_commands.js"
        return modules.mapValues { ScriptPage.folder + $0 }
    }

    /// Returns whether the test script finds a package in a folder `node_modules`.
    private func hasPackage(_ name: String) -> Bool {
        folders.contains { FileKind($0.appending(path: "node_modules/\(name)/package.json")) == .file }
    }

    /// The folders from the test script's up to the served one.
    private var folders: [URL] {
        guard var place = script?.deletingLastPathComponent() else { return [] }
        var folders: [URL] = []
        let root = folder.folder.path
        while place.path == root || place.path.hasPrefix(root + "/"), place.pathComponents.count > 1 {
            folders.append(place)
            place.deleteLastPathComponent()
        }
        return folders
    }

    /// The names of the dependencies in the nearest `package.json`, of any kind.
    var dependencies: Set<String> {
        let manifest = folders.lazy.compactMap { folder in
            ScriptFile.text(of: folder.appending(path: "package.json"), upTo: 4 << 20)
        }.first
        let members = manifest.flatMap { try? JSONValue(json: Data($0.utf8)) }
        return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].reduce(into: []) {
            names, key in
            names.formUnion(members?[key]?.members?.keys.map { $0 } ?? [])
        }
    }

    private func library(_ name: String, _ url: URL) throws -> LoadedResource? {
        if let text = Self.module(named: name) { return try Self.answer(url, text) }
        if name == "chai.mjs", let file = files.chai, let text = ScriptFile.text(of: file, upTo: Int(Self.longest)) {
            return try Self.answer(url, Self.chai(text))
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

    /// Returns the build of chai for other module systems as a module.
    private static func chai(_ text: String) -> String {
        let names = ["expect", "assert", "should", "use", "util", "config", "version", "Assertion", "AssertionError"]
        return "const module = { exports: {} };\n(function (exports) {" + text
            + "\n}).call(globalThis, module.exports);\n"
            + "const chai = module.exports;\nexport default chai;\nexport const { \(names.joined(separator: ", ")) } = chai;\n"
    }

    /// Returns the text of a module of the libraries that this package has; nil for none of that name.
    static func module(named name: String) -> String? { modules[name] }

    /// The names of these modules, for the list of endpoints.
    static var moduleIndex: JSONValue { .array(modules.keys.sorted().map { .string($0) }) }

    private static let modules: [String: String] = {
        var modules = [
            "runner.js": EmbeddedFiles.runner_js, "expect.js": EmbeddedFiles.expect_js,
            "equality.js": EmbeddedFiles.equality_js, "mocks.js": EmbeddedFiles.mocks_js,
            "vitest.js": EmbeddedFiles.vitest_js, "uvu.js": EmbeddedFiles.uvu_js, "hand.js": EmbeddedFiles.hand_js,
            "screenshots.js": EmbeddedFiles.screenshots_js,
            "host.js": EmbeddedFiles.host_js, "snapshots.js": EmbeddedFiles.snapshots_js,
            "fake_timers.js": EmbeddedFiles.fake_timers_js, "fixtures.js": EmbeddedFiles.fixtures_js,
            "waiting.js": EmbeddedFiles.waiting_js,
            "computed_style.js": EmbeddedFiles.computed_style_js, "pretty_format.js": EmbeddedFiles.pretty_format_js,
            "fields.js": EmbeddedFiles.fields_js, "places.js": EmbeddedFiles.places_js,
            "commands.js": EmbeddedFiles.commands_js, "routes.js": EmbeddedFiles.routes_js,
            "vitest_browser.js": EmbeddedFiles.vitest_browser_js, "locators.js": EmbeddedFiles.locators_js,
            "accessibility.js": EmbeddedFiles.accessibility_js,
            "accessibility_tree.js": EmbeddedFiles.accessibility_tree_js,
            "element_matchers.js": EmbeddedFiles.element_matchers_js,
            "test_runner_commands.js": EmbeddedFiles.test_runner_commands_js,
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
