import Foundation

/// A `package.json`, which maps specifiers to files. Source: https://nodejs.org/api/packages.html
struct PackageManifest {
    /// The conditions of `exports` and `imports` that are true in a page.
    static let conditions: Set<String> = ["browser", "import", "module", "development", "default"]

    /// The folder of the package.
    let folder: URL
    private let members: [String: Any]

    /// Reads the manifest of a folder; nil for a missing or invalid file.
    init?(in folder: URL) {
        let file = folder.appending(path: "package.json")
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size < 4 << 20,
            let data = try? Data(contentsOf: file),
            let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        self.folder = folder
        self.members = members
    }

    /// The package's name.
    var name: String? { members["name"] as? String }

    /// Whether the manifest limits the subpaths that can be imported.
    var hasExports: Bool { members["exports"] != nil }

    /// The names of all dependencies, of any kind.
    var dependencies: Set<String> {
        ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].reduce(into: []) { names, key in
            names.formUnion((members[key] as? [String: Any])?.keys.map { $0 } ?? [])
        }
    }

    /// Returns the path in the package for a subpath such as `.` or `./button.js`. The path begins with `./`. Returns nil for a
    /// subpath that the package does not export.
    func target(ofSubpath subpath: String) -> String? {
        if let exports = members["exports"] {
            let table = exports as? [String: Any]
            let hasSubpaths = table?.keys.contains { $0.hasPrefix(".") } ?? false
            if hasSubpaths, let table { return Self.target(of: subpath, in: table) }
            return subpath == "." ? Self.target(of: exports, replacing: "") : nil
        }
        guard subpath == "." else { return subpath }
        for key in ["module", "browser", "main"] {
            if let path = members[key] as? String, !path.isEmpty { return path.hasPrefix("./") ? path : "./" + path }
        }
        return "./index.js"
    }

    /// The object form of `browser`: what replaces files and modules in pages, by the file's path or the module's name. The value is
    /// empty for a module that pages do without. A package with `exports` has none.
    ///
    /// Source: https://github.com/defunctzombie/package-browser-field-spec
    var browserReplacements: [String: String] {
        guard !hasExports, let table = members["browser"] as? [String: Any] else { return [:] }
        return table.compactMapValues { value in
            if let text = value as? String { return text }
            return value as? Bool == false ? "" : nil
        }
    }

    /// Returns the target of a specifier such as `#parts/button`: a path beginning with `./`, or the specifier of another
    /// package.
    func target(ofImport specifier: String) -> String? {
        (members["imports"] as? [String: Any]).flatMap { Self.target(of: specifier, in: $0) }
    }

    private static func target(of key: String, in table: [String: Any]) -> String? {
        if !key.contains("*"), let found = table[key] { return target(of: found, replacing: "") }
        // Use the longest matching pattern.
        let patterns = table.keys.filter { $0.contains("*") || $0.hasSuffix("/") }.sorted { $0.count > $1.count }
        for pattern in patterns {
            let star = pattern.firstIndex(of: "*") ?? pattern.endIndex
            let head = String(pattern[..<star])
            let tail = star == pattern.endIndex ? "" : String(pattern[pattern.index(after: star)...])
            guard key.hasPrefix(head), key.hasSuffix(tail), key.count >= head.count + tail.count, key != head
            else { continue }
            let middle = String(key.dropFirst(head.count).dropLast(tail.count))
            guard let value = table[pattern] else { continue }
            if pattern.hasSuffix("/") { return target(of: value, replacing: "").map { $0 + middle } }
            return target(of: value, replacing: middle)
        }
        return nil
    }

    /// Returns the first target whose conditions are true.
    private static func target(of value: Any, replacing star: String) -> String? {
        switch value {
        case let text as String: return text.replacing("*", with: star)
        case let list as [Any]: return list.lazy.compactMap { target(of: $0, replacing: star) }.first
        case let table as [String: Any]:
            // Foundation loses the order of members, so that more specific conditions come first here.
            for condition in ["browser", "module", "import", "development", "default"] {
                if let found = table[condition].flatMap({ target(of: $0, replacing: star) }) { return found }
            }
            return nil
        default: return nil
        }
    }
}
