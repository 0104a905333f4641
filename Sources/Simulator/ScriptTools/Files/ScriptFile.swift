package import Foundation

/// Names of scripts and of tests.
package enum ScriptFile {
    private static let extensions = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"]

    /// Returns whether a file is a script, which the command accepts as a test.
    package static func isScript(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix($0) }
            && ![".d.ts", ".d.mts", ".d.cts"].contains { name.hasSuffix($0) }
    }

    /// Returns whether a script in a folder is a test: `a.test.js`, `a-test.ts`, `a_spec.mjs`, `a.spec.mts`, `test-a.js`.
    package static func isTest(_ name: String) -> Bool {
        guard isScript(name), let dot = name.lastIndex(of: ".") else { return false }
        let stem = name[..<dot].lowercased()
        for word in ["test", "tests", "spec"] {
            for mark in [".", "-", "_"] where stem.hasSuffix(mark + word) { return true }
        }
        return stem.hasPrefix("test-") || stem.hasPrefix("test_") || stem == "test"
    }

    /// Returns the text of a file; nil for one that is longer, or is no text.
    package static func text(of file: URL, upTo limit: Int) -> String? {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= limit,
            let data = try? Data(contentsOf: file)
        else { return nil }
        return String(data: data, encoding: .utf8)
    }
}
