import Foundation

/// A resolver of imports in scripts to files below a folder, like those of bundlers and Node.js.
struct ModuleResolver {
    /// The failure to resolve an import.
    struct Failure: Error {
        /// The reason, as a sentence without a full stop.
        let reason: String
    }

    /// The served folder. The resolver finds no files outside this folder.
    let root: URL
    private let rootPath: String
    private let realRoot: String
    private let browserFields = BrowserFields()

    /// The module without exports that replaces others, see ``PackageManifest/browserReplacements``.
    static let emptyModule = URL(string: "data:text/javascript,export%20default%20%7B%7D") ?? URL(filePath: "/")

    init(root: URL) {
        self.root = root
        let path = root.standardizedFileURL.path(percentEncoded: false)
        rootPath = path.hasSuffix("/") ? path : path + "/"
        let real = root.resolvingSymlinksInPath().path(percentEncoded: false)
        realRoot = real.hasSuffix("/") ? real : real + "/"
    }

    /// Returns the path of a file below the root, such as `/src/a.js`.
    func address(of file: URL) -> String {
        if file == Self.emptyModule { return file.absoluteString }
        let path = file.standardizedFileURL.path(percentEncoded: false)
        let below = path.hasPrefix(rootPath) ? String(path.dropFirst(rootPath.count)) : String(path.drop { $0 == "/" })
        return "/" + (below.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? below)
    }

    /// Returns the file of a specifier in a script, or ``emptyModule``.
    func file(for specifier: String, in importer: URL) throws(Failure) -> URL {
        if let package = packageFolder(of: importer), let name = browserFields.replacements(in: package)[specifier] {
            return try replacement(name, in: package, as: specifier)
        }
        let file = try ownFile(for: specifier, in: importer)
        guard let package = packageFolder(of: file) else { return file }
        let replacements = browserFields.replacements(in: package)
        let path = file.path(percentEncoded: false).dropFirst(package.path(percentEncoded: false).count)
            .drop { $0 == "/" }
        let name = ["./" + path, String(path), "./" + path.replacing(/\.m?js$/, with: "")].lazy.compactMap {
            replacements[$0]
        }
        guard let first = name.first else { return file }
        return try replacement(first, in: package, as: specifier)
    }

    private func replacement(_ name: String, in package: URL, as specifier: String) throws(Failure) -> URL {
        if name.isEmpty { return Self.emptyModule }
        if name.hasPrefix(".") { return try found(package.appending(path: name), as: specifier) }
        return try ownFile(for: name, in: package.appending(path: "package.json"))
    }

    private func ownFile(for specifier: String, in importer: URL) throws(Failure) -> URL {
        if let place = place(of: specifier, in: importer) { return try found(place, as: specifier) }
        let bare = specifier.prefix { $0 != "?" && $0 != "#" || (specifier.first == "#" && $0 == "#") }
        let text = bare.removingPercentEncoding ?? String(bare)
        if text.hasPrefix("#") { return try importedFile(for: text, in: importer) }
        if text.hasPrefix("node:") || Self.nodeModules.contains(text) {
            throw Failure(reason: "“\(text)” is a module of Node.js, which is not available in pages")
        }
        return try packageFile(for: text, in: importer)
    }

    /// Returns the nearest manifest above a file.
    func manifest(of file: URL) -> PackageManifest? {
        folders(above: file).lazy.compactMap { PackageManifest(in: $0) }.first
    }

    /// Returns the folder of the package that a file in `node_modules` belongs to; nil for files of the project itself.
    func packageFolder(of file: URL) -> URL? {
        let path = file.standardizedFileURL.path(percentEncoded: false)
        guard let range = path.range(of: "/node_modules/", options: .backwards) else { return nil }
        let names = path[range.upperBound...].split(separator: "/").prefix(2)
        let count = names.first?.hasPrefix("@") == true ? 2 : 1
        return URL(
            filePath: path[..<range.upperBound] + names.prefix(count).joined(separator: "/"),
            directoryHint: .isDirectory)
    }

    private func importedFile(for specifier: String, in importer: URL) throws(Failure) -> URL {
        guard let manifest = manifest(of: importer), let target = manifest.target(ofImport: specifier) else {
            throw Failure(reason: "no “imports” of a package.json has “\(specifier)”")
        }
        if target.hasPrefix("./") { return try found(manifest.folder.appending(path: target), as: specifier) }
        return try packageFile(for: target, in: importer)
    }

    private func packageFile(for specifier: String, in importer: URL) throws(Failure) -> URL {
        let parts = specifier.split(separator: "/", omittingEmptySubsequences: false)
        let count = specifier.hasPrefix("@") ? 2 : 1
        let name = parts.prefix(count).joined(separator: "/")
        let rest = parts.dropFirst(count).joined(separator: "/")
        guard parts.count >= count, !parts.contains(".."), !parts.contains("") || specifier.hasSuffix("/") else {
            throw Failure(reason: "“\(specifier)” is not a valid name of a module")
        }
        let subpath = rest.isEmpty ? "." : "./" + rest
        // A package may import itself by its name.
        if let own = manifest(of: importer), own.name == name, own.hasExports {
            return try file(at: subpath, of: own, specifier)
        }
        for folder in folders(above: importer) where folder.lastPathComponent != "node_modules" {
            let package = folder.appending(path: "node_modules/" + name, directoryHint: .isDirectory)
            guard FileKind(package) == .folder else { continue }
            if let manifest = PackageManifest(in: package) { return try file(at: subpath, of: manifest, specifier) }
            return try found(package.appending(path: rest.isEmpty ? "index.js" : rest), as: specifier)
        }
        var hint = "npm install \(name) puts it there"
        var above = root.deletingLastPathComponent()
        while above.pathComponents.count > 1 {
            if FileKind(above.appending(path: "node_modules/" + name)) == .folder {
                hint = "one above it has it: name that folder with --root"
                break
            }
            above.deleteLastPathComponent()
        }
        throw Failure(reason: "no node_modules in the served folder has “\(name)” (\(hint))")
    }

    private func file(at subpath: String, of manifest: PackageManifest, _ specifier: String) throws(Failure) -> URL {
        guard let target = manifest.target(ofSubpath: subpath) else {
            throw Failure(reason: "the “exports” of \(manifest.name ?? specifier) have no “\(subpath)” for browsers")
        }
        return try found(manifest.folder.appending(path: target), as: specifier)
    }

    /// Returns the file at a location. Also tries further extensions, TypeScript in place of JavaScript, and the folder's
    /// index.
    private func found(_ place: URL, as specifier: String) throws(Failure) -> URL {
        let place = place.standardizedFileURL
        let path = place.path(percentEncoded: false)
        guard (path + "/").hasPrefix(rootPath) else {
            throw Failure(reason: "“\(specifier)” leads out of the served folder")
        }
        for candidate in Self.candidates(at: path) {
            let url = URL(filePath: candidate)
            guard FileKind(url) == .file else { continue }
            guard url.resolvingSymlinksInPath().path(percentEncoded: false).hasPrefix(realRoot) else {
                throw Failure(reason: "“\(specifier)” is a link that leads out of the served folder")
            }
            return url
        }
        throw Failure(reason: "there is no file \(address(of: place).removingPercentEncoding ?? path)")
    }

    private static func candidates(at path: String) -> [String] {
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        var candidates = [base]
        for (script, types) in [(".js", ".ts"), (".mjs", ".mts")] where base.hasSuffix(script) {
            candidates.append(base.dropLast(script.count) + types)
        }
        return candidates + [".ts", ".mts", ".js", ".mjs", "/index.ts", "/index.js", "/index.mjs"].map { base + $0 }
    }

    /// Returns the paths of which one is the file of a specifier, once there is one. A package has none.
    func candidates(for specifier: String, in importer: URL) -> [String] {
        guard let place = place(of: specifier, in: importer) else { return [] }
        return Self.candidates(at: place.standardizedFileURL.path(percentEncoded: false))
    }

    /// Returns the location that a relative specifier, or one from the root, names; nil for other specifiers.
    private func place(of specifier: String, in importer: URL) -> URL? {
        let bare = specifier.prefix { $0 != "?" && $0 != "#" }
        let text = bare.removingPercentEncoding ?? String(bare)
        if text.hasPrefix("/") { return root.appending(path: String(text.dropFirst())) }
        guard text.hasPrefix("./") || text.hasPrefix("../") || text == "." || text == ".." else { return nil }
        return importer.deletingLastPathComponent().appending(path: text)
    }

    /// Returns the folders from a file's folder up to the root.
    private func folders(above file: URL) -> [URL] {
        var folders: [URL] = []
        var folder = file.standardizedFileURL.deletingLastPathComponent()
        while (folder.path(percentEncoded: false) + "/").hasPrefix(rootPath), folder.pathComponents.count > 1 {
            folders.append(folder)
            folder = folder.deletingLastPathComponent().standardizedFileURL
        }
        return folders
    }

    private static let nodeModules: Set<String> = [
        "assert", "buffer", "child_process", "crypto", "events", "fs", "fs/promises", "http", "https", "module", "net",
        "os",
        "path", "process", "stream", "timers", "tls", "tty", "url", "util", "v8", "vm", "worker_threads", "zlib",
    ]
}
