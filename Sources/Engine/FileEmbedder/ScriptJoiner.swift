/// Finds the files of a realm's script by their imports, each after the files that it imports.
struct ScriptJoiner {
    private let manifest: Manifest
    /// The files that were found, in the order in which they run.
    private var modules: [ScriptModule] = []
    private var exports: [String: Set<String>] = [:]
    /// The files whose imports are being followed, the first root first.
    private var open: [String] = []
    private var usedRoles: Set<String> = []

    /// Returns the files of a manifest in the order in which they run.
    ///
    /// - Parameter read: returns the text of a file.
    static func modules(of manifest: Manifest, read: (String) throws -> String) throws -> [ScriptModule] {
        var joiner = ScriptJoiner(manifest: manifest)
        for root in manifest.roots { try joiner.add(root, read: read) }
        if let role = manifest.roles.keys.sorted().first(where: { !joiner.usedRoles.contains($0) }) {
            throw EmbeddingError("The manifest of \(manifest.name) has \(role), which no file imports")
        }
        return joiner.modules
    }

    private init(manifest: Manifest) { self.manifest = manifest }

    private mutating func add(_ path: String, read: (String) throws -> String) throws {
        guard exports[path] == nil else { return }
        if let start = open.firstIndex(of: path) {
            let circle = (open[start...] + [path]).joined(separator: " imports ")
            throw EmbeddingError("\(circle). Move what they share into a file that imports neither.")
        }
        open.append(path)
        let module = try ScriptModule(path: path, source: try read(path))
        for statement in module.imports {
            let file = try resolved(statement.specifier, from: path)
            try add(file, read: read)
            for name in statement.names where exports[file]?.contains(name) != true {
                throw EmbeddingError("\(path) imports \(name) from \(file), which does not export it")
            }
        }
        open.removeLast()
        exports[path] = module.exports
        modules.append(module)
    }

    /// Returns the path of the file that an import names.
    private mutating func resolved(_ specifier: String, from path: String) throws -> String {
        if specifier.hasPrefix("realm/") {
            guard let file = manifest.roles[specifier] else {
                throw EmbeddingError(
                    "\(path) imports \(specifier), for which the manifest of \(manifest.name) has no file")
            }
            usedRoles.insert(specifier)
            return file
        }
        guard specifier.hasPrefix("./") || specifier.hasPrefix("../") else {
            throw EmbeddingError("\(path) imports \(specifier), which is neither a relative path nor realm/NAME")
        }
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in specifier.split(separator: "/") where part != "." {
            if part == "..", let last = folders.last, last != ".." {
                folders.removeLast()
            } else {
                folders.append(String(part))
            }
        }
        return folders.joined(separator: "/")
    }
}
