import Foundation
import WebKit

/// The browser builds of test libraries.
struct FrameworkFiles {
    let root: URL
    let choice: FrameworkChoice

    /// The error for a missing build.
    struct Missing: Error {
        let message: String
    }

    /// Returns the files of a library in the order in which a page loads them, with the names that the page uses.
    func files(of framework: TestFramework) throws(Missing) -> [(name: String, file: URL)] {
        if let file = choice.file {
            if let problem = choice.problem { throw Missing(message: problem) }
            if framework == .jasmine {
                return try beside(file, ["jasmine.js", "jasmine-html.js", "boot0.js"])
            }
            return [("\(framework.rawValue).js", file)]
        }
        switch framework {
        case .mocha:
            return [
                try first(
                    "mocha.js",
                    [
                        installed("mocha/mocha.js"), "/usr/share/nodejs/mocha/mocha.js",
                        "/usr/share/javascript/mocha/mocha.js",
                    ], framework)
            ]
        case .qunit:
            let packaged = ["/usr/share/javascript/qunit/qunit.js"]
            return [
                try first(
                    "qunit.js", [installed("qunit/qunit/qunit.js"), installed("qunitjs/qunit/qunit.js")] + packaged,
                    framework)
            ]
        case .jasmine:
            let packaged = "/usr/share/nodejs/jasmine-core/lib/jasmine-core/jasmine.js"
            let core = try first(
                "jasmine.js", [installed("jasmine-core/lib/jasmine-core/jasmine.js"), packaged], framework)
            return try beside(core.file, ["jasmine.js", "jasmine-html.js", "boot0.js"])
        case .testharness:
            let places = ["resources", "harness", "tests/resources", "test/resources", "tests/harness"].map {
                root.appending(path: $0 + "/testharness.js").path(percentEncoded: false)
            }
            return [try first("testharness.js", places, framework)]
        case .tap, .vitest, .uvu: return []
        }
    }

    /// The build of chai that defines a global, for projects without chai as a module; nil for none.
    var chai: URL? {
        [installed("chai/chai.js"), "/usr/share/javascript/chai/chai.js"].map { URL(filePath: $0) }.first {
            FileKind($0) == .file
        }
    }

    private func installed(_ path: String) -> String {
        root.appending(path: "node_modules/" + path).path(percentEncoded: false)
    }

    private func beside(_ file: URL, _ names: [String]) throws(Missing) -> [(name: String, file: URL)] {
        var files: [(name: String, file: URL)] = []
        for name in names {
            let url = file.deletingLastPathComponent().appending(path: name)
            guard FileKind(url) == .file else { throw Missing(message: "There is no \(name) beside \(file.path).") }
            files.append((name, url))
        }
        return files
    }

    private func first(
        _ name: String, _ paths: [String], _ framework: TestFramework
    ) throws(Missing) -> (name: String, file: URL) {
        for path in paths where FileKind(URL(filePath: path)) == .file { return (name, URL(filePath: path)) }
        let advice =
            switch framework {
            case .mocha: "npm install --save-dev mocha"
            case .qunit: "npm install --save-dev qunit, or apt-get install libjs-qunit"
            case .jasmine: "npm install --save-dev jasmine-core, or apt-get install node-jasmine"
            default: "put testharness.js into the folder resources"
            }
        throw Missing(
            message:
                "There is no \(framework.title) for this test: \(advice), or --framework \(framework.rawValue)=FILE.")
    }
}
