import Foundation

/// The files that are scripts, and those that are tests, by their names.
enum ScriptFile {
    private static let extensions = [".js", ".mjs", ".ts", ".mts"]

    /// Whether a file can be given as a test.
    static func isScript(_ name: String) -> Bool {
        let name = name.lowercased()
        return (extensions + [".cjs"]).contains { name.hasSuffix($0) } && !name.hasSuffix(".d.ts")
            && !name.hasSuffix(".d.mts")
    }

    static func isTypeScript(_ name: String) -> Bool {
        let name = name.lowercased()
        return (name.hasSuffix(".ts") || name.hasSuffix(".mts")) && isScript(name)
    }

    /// Whether a script found in a folder is a test: `a.test.js`, `a-test.ts`, `a_spec.mjs`, `a.spec.mts`, `test-a.js`.
    static func isTest(_ name: String) -> Bool {
        guard isScript(name), let dot = name.lastIndex(of: ".") else { return false }
        let stem = name[..<dot].lowercased()
        for word in ["test", "tests", "spec"] {
            for mark in [".", "-", "_"] where stem.hasSuffix(mark + word) { return true }
        }
        return stem.hasPrefix("test-") || stem.hasPrefix("test_") || stem == "test"
    }

    static func text(of file: URL, upTo limit: Int) -> String? {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= limit,
            let data = try? Data(contentsOf: file)
        else { return nil }
        return String(data: data, encoding: .utf8)
    }
}

/// JSON's strings, which are JavaScript's as well.
enum ScriptText {
    static func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return data.map {
            String(decoding: $0, as: UTF8.self).replacing("</", with: "<\\/").replacing("<!--", with: "<\\!--")
        }
            ?? "\"\""
    }
}
