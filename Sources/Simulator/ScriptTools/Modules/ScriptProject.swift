package import Foundation

/// The folder that a page's scripts are served from, and the modules that replace others.
package struct ScriptProject: Hashable, Sendable {
    /// The path of the folder, without symbolic links and without a slash at its end.
    package let root: String
    /// The addresses of modules that this program supplies, by specifier.
    package var standIns: [String: String]

    /// - Parameter root: the folder, without symbolic links.
    package init(root: URL, standIns: [String: String] = [:]) {
        let path = root.path(percentEncoded: false)
        self.root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.standIns = standIns
    }

    /// The options of esbuild that leave the modules which this program supplies.
    var externals: [String] { standIns.keys.sorted().map { "--external:\($0)" } }

    /// Returns whether a path is below the folder. Symbolic links count as they are.
    package func contains(_ path: String) -> Bool { path.hasPrefix(root == "/" ? root : root + "/") }

    /// Returns the address path of a file below the root, such as `/src/a.js`.
    package func address(of path: String) -> String {
        let below = contains(path) ? path.dropFirst(root.count).drop { $0 == "/" } : path.drop { $0 == "/" }
        return "/" + (below.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? String(below))
    }

    /// Returns a path as errors show it: relative to the root.
    package func shown(_ path: String) -> String {
        contains(path) ? String(path.dropFirst(root.count).drop { $0 == "/" }) : path
    }

    /// Returns the file of an address path, which is decoded.
    package func file(at path: String) -> String { FilePath.joined(root, String(path.drop { $0 == "/" })) }

    /// Returns whether a file belongs to a package.
    static func isPackaged(_ path: String) -> Bool { path.contains("/node_modules/") }

    /// Returns the script that an import leads to; nil for a file of another kind, and for a query that asks for the text or the
    /// address of a script.
    ///
    /// - Parameter target: a path, which may end in a query.
    static func script(of target: String) -> String? {
        var file = target
        if let mark = target.firstIndex(of: "?"), FileState(of: target) == nil {
            if ["?raw", "?url"].contains(target[mark...]) { return nil }
            file = String(target[..<mark])
        }
        return scriptExtensions.contains(fileExtension(file)) ? file : nil
    }

    /// Returns whether a path names a script that no browser runs as it is.
    package static func needsCompiler(_ path: String) -> Bool {
        compiledExtensions.contains(fileExtension(path))
            && ![".d.ts", ".d.mts", ".d.cts"].contains(where: path.hasSuffix)
    }

    private static let compiledExtensions: Set<String> = ["ts", "mts", "cts", "tsx", "jsx"]
    private static let scriptExtensions = compiledExtensions.union(["js", "mjs", "cjs"])

    static func fileExtension(_ path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    // MARK: Scripts that browsers run as they are

    /// Returns whether a browser runs a script and its direct and indirect imports as they are. No program is needed then.
    package func runsUnchanged(_ entry: String) -> Bool {
        var seen: Set<String> = []
        var waiting = [entry]
        while let path = waiting.popLast() {
            guard seen.insert(path).inserted else { continue }
            guard ["js", "mjs"].contains(Self.fileExtension(path)), !Self.isPackaged(path), isInside(path),
                let data = FileManager.default.contents(atPath: path)
            else { return false }
            let syntax = ModuleSyntax(String(decoding: data, as: UTF8.self))
            if syntax.usesEnvironment { return false }
            for specifier in syntax.specifiers where !isForBrowsers(specifier) {
                guard let target = target(of: specifier.text, in: path), FileState(of: target) != nil else {
                    // The script may handle the failure of `import()`.
                    if specifier.isDynamic, specifier.text.hasPrefix(".") { continue }
                    return false
                }
                waiting.append(target)
            }
        }
        return true
    }

    /// Returns whether a path without links is below the folder.
    func isInside(_ path: String) -> Bool {
        contains(URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false))
    }

    private func isForBrowsers(_ specifier: ModuleSyntax.Specifier) -> Bool {
        standIns[specifier.text] != nil || specifier.hasAttributes || specifier.text.hasPrefix("/___")
            || specifier.text.contains(/^[a-zA-Z][a-zA-Z0-9+.\-]*:/) && !specifier.text.hasPrefix("node:")
    }

    /// Returns the path that a relative specifier, or one from the root, names as it is; nil for others.
    private func target(of specifier: String, in importer: String) -> String? {
        let bare = specifier.prefix { $0 != "?" && $0 != "#" }
        let text = bare.removingPercentEncoding ?? String(bare)
        if text.hasPrefix("/") { return file(at: text) }
        guard text.hasPrefix("./") || text.hasPrefix("../") else { return nil }
        let path = FilePath.joined(FilePath.folder(of: importer), text)
        return contains(path) ? path : nil
    }
}
