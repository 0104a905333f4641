public import Foundation
import ScriptTools

/// A test library.
public enum TestFramework: String, Sendable, Codable, CaseIterable {
    case mocha, qunit, jasmine, testharness, tap, vitest, uvu

    /// The library's name in reports and messages.
    var title: String {
        switch self {
        case .mocha, .uvu: rawValue
        case .qunit: "QUnit"
        case .jasmine: "Jasmine"
        case .testharness: "testharness.js"
        case .tap: "TAP"
        case .vitest: "Vitest"
        }
    }

    /// The names of modules that tests of the library import.
    private var modules: Set<String> {
        switch self {
        case .mocha: ["mocha", "@web/test-runner-mocha", "@open-wc/testing", "@web/test-runner"]
        case .qunit: ["qunit"]
        case .jasmine: ["jasmine-core", "jasmine"]
        case .testharness: []
        case .tap: ["tape", "zora", "tap", "brittle", "@substrate-system/tapzero", "tapzero"]
        case .vitest: ["vitest", "@jest/globals"]
        case .uvu: ["uvu"]
        }
    }

    /// Detects the library of a script by its imports, then by its names, then by the project's dependencies.
    static func find(in syntax: ModuleSyntax, dependencies: Set<String>) -> TestFramework? {
        let imported = syntax.imports
        if let found = allCases.first(where: { !$0.modules.isDisjoint(with: imported) }) { return found }
        let names = syntax.names
        if names.contains("QUnit") { return .qunit }
        if names.contains("jasmine") || names.contains("spyOn") { return .jasmine }
        if names.contains("mocha") { return .mocha }
        if !names.isDisjoint(with: ["promise_test", "async_test", "assert_equals", "assert_true"]) {
            return .testharness
        }
        let describes = !names.isDisjoint(with: [
            "describe", "it", "suite", "specify", "beforeEach", "fdescribe", "fit",
        ])
        guard describes || names.contains("test") else { return names.contains("console") ? .tap : nil }
        if names.contains("fdescribe") || names.contains("fit") { return .jasmine }
        for framework in [TestFramework.mocha, .vitest, .jasmine]
        where !framework.modules.isDisjoint(with: dependencies) {
            return framework
        }
        if dependencies.contains("jest") { return .vitest }
        // Without an import, `expect` is a global of Jasmine or Vitest. mocha has no such global.
        let hasOwnExpect =
            names.contains("expect") && !imported.contains { $0.contains("chai") || $0.contains("expect") }
        return hasOwnExpect ? .jasmine : .mocha
    }
}

/// A choice of the test library for all scripts, with the file of its browser build.
public struct FrameworkChoice: Sendable, Equatable {
    /// The library; nil to detect each script's library.
    public var framework: TestFramework?
    /// The file of its build; nil to search `node_modules` and Debian's packages.
    public var file: URL?

    /// Parses `mocha` or `mocha=vendor/mocha.js`; nil for an unknown library.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let framework = TestFramework(rawValue: parts[0].lowercased()), parts.count == 1 || !parts[1].isEmpty
        else { return nil }
        self.framework = framework
        file = parts.count > 1 ? URL(filePath: String(parts[1])) : nil
    }

    /// A message that names the file of the build where it is missing; nil where nothing is.
    public var problem: String? {
        file.flatMap { FileKind($0) == .file ? nil : "--framework: there is no file \($0.relativePath)." }
    }

    /// Makes a choice that detects each script's library.
    public init() {}
}
