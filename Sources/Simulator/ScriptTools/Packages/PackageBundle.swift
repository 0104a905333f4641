import Foundation
import HTTPMessages
import ProcessFiles

/// Packages of `node_modules` as modules for browsers: one module for each imported file, and the parts that they share.
struct PackageBundle: Sendable, Codable {
    /// The module of an imported file.
    struct Entry: Sendable, Codable {
        var name: String
        /// Whether the only export is `module.exports`.
        var isCommonJS: Bool
        /// The paths of the style sheets that the file imports, directly or indirectly.
        var styleSheets: [String]
    }

    /// The description of all that the modules depend on. It names esbuild, the files and the state of the lock file.
    var description: String
    /// The modules by the paths of the imported files.
    var entries: [String: Entry]
    /// The files that the modules were made from.
    var states: FileStates
    /// The texts by their names, without those that a cache has in files.
    var texts: [String: String] = [:]

    private enum CodingKeys: CodingKey {
        case description, entries, states
    }

    /// The name of the bundle in addresses and in the cache.
    var key: String { Self.key(of: description) }

    static func key(of description: String) -> String {
        // FNV-1a of 64 bits. The cache compares the whole description.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }

    /// Returns the description of a bundle of files.
    static func description(of files: [String], in project: ScriptProject, by builder: ESBuild) -> String {
        let locks = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"].map {
            project.root + "/" + $0
        }
        let states = ([URL(filePath: builder.path).resolvingSymlinksInPath().path] + locks).map { path in
            "\(path) \(FileState(of: path).map { "\($0.size) \($0.seconds).\($0.nanoseconds)" } ?? "-")"
        }
        let standIns = project.standIns.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return (["3", project.root] + states + standIns + files).joined(separator: "\n")
    }

    // MARK: Building

    /// Bundles files.
    ///
    /// - Throws: ``BuildFailure``.
    static func make(
        of files: [String], in project: ScriptProject, by builder: ESBuild, _ nodeModules: NodeModules
    ) async throws -> PackageBundle {
        let folder = try TemporaryFolder(prefix: "swwebview-packages-")
        let entries = files.enumerated().map { "\($0.offset)=\($0.element)" }
        let metafile = try await builder.build(
            entries + ["--bundle", "--splitting", "--format=esm", "--platform=browser"] + project.externals
                + BuildSettings.node
                + GeneratedModule.assetExtensions.map { "--loader:.\($0)=dataurl" }
                + ["--loader:.css=empty"], into: folder.url, nodeModules)
        try ModuleAnalysis.confine(metafile, to: project, nodeModules)
        let inputs = metafile.inputs.keys.filter { $0.hasPrefix("/") && !nodeModules.isStandIn($0) }
        var bundle = PackageBundle(
            description: description(of: files, in: project, by: builder), entries: [:],
            states: FileStates(of: inputs + manifests(of: inputs)))
        for (index, file) in files.enumerated() {
            bundle.entries[file] = Entry(
                name: "\(index).js", isCommonJS: metafile.inputs[file]?.isCommonJS ?? false,
                styleSheets: metafile.files(importedBy: file).filter { $0.hasSuffix(".css") }.sorted())
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.hasSuffix(".js") {
            let data = try Data(contentsOf: folder.url.appending(path: name))
            bundle.texts[name] = addressed(String(decoding: data, as: UTF8.self), in: project)
        }
        for entry in bundle.entries.values {
            let imports = entry.styleSheets.map { "import \(JSONText.string(project.address(of: $0) + "?import")); " }
            bundle.texts[entry.name] = imports.joined() + (bundle.texts[entry.name] ?? "")
        }
        return bundle
    }

    /// Returns a text with the addresses of the modules that this program supplies.
    private static func addressed(_ text: String, in project: ScriptProject) -> String {
        guard project.standIns.keys.contains(where: { text.contains("\"\($0)\"") }) else { return text }
        return ImportRewriter { project.standIns[$0].map { .address($0) } }.rewritten(text)
    }

    /// Returns the paths of `package.json`, present or not, that may have led esbuild to files of packages.
    private static func manifests(of paths: [String]) -> Set<String> {
        var files: Set<String> = []
        for path in paths where ScriptProject.isPackaged(path) {
            var folder = FilePath.folder(of: path)
            while !folder.hasSuffix("/node_modules"), files.insert(folder + "/package.json").inserted {
                folder = FilePath.folder(of: folder)
            }
        }
        return files
    }

    // MARK: The cache

    private static let manifest = "bundle.json"
    /// The most bundles of a cache. The oldest ones are removed.
    private static let most = 64

    /// Reads a bundle from a cache; nil for a missing one, and for one whose files have changed.
    init?(_ description: String, in cache: URL) {
        let folder = cache.appending(path: Self.key(of: description), directoryHint: .isDirectory)
        guard let data = try? Data(contentsOf: folder.appending(path: Self.manifest)),
            let found = try? JSONText.decode(Self.self, from: data), found.description == description,
            found.states.areCurrent
        else { return nil }
        self = found
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasSuffix(".js") {
            guard let text = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
            texts[name] = String(decoding: text, as: UTF8.self)
        }
        guard entries.values.allSatisfy({ texts[$0.name] != nil }) else { return nil }
    }

    private init(description: String, entries: [String: Entry], states: FileStates) {
        self.description = description
        self.entries = entries
        self.states = states
    }

    /// Writes the bundle into a cache. A cache that cannot be written costs the time of another build.
    func save(in cache: URL) {
        do {
            try PrivateFiles.makeFolder(cache)
            let folder = PrivateFiles.unfinishedPlace(in: cache)
            try PrivateFiles.makeNewFolder(folder)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in texts { try PrivateFiles.write(Data(text.utf8), to: folder.appending(path: name)) }
            try PrivateFiles.write(JSONText.encode(self), to: folder.appending(path: Self.manifest))
            let place = cache.appending(path: key)
            try? FileManager.default.removeItem(at: place)
            try FileManager.default.moveItem(at: folder, to: place)
            try Self.removeOldest(in: cache)
        } catch {
            // Another process may have saved the same bundle.
        }
    }

    private static func removeOldest(in cache: URL) throws {
        let folders = try FileManager.default.contentsOfDirectory(
            at: cache, includingPropertiesForKeys: [.contentModificationDateKey])
        let dated = folders.map {
            (
                (try? $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
                    ?? .distantPast, $0
            )
        }
        for (_, folder) in dated.sorted(by: { $0.0 < $1.0 }).dropLast(most) {
            try FileManager.default.removeItem(at: folder)
        }
    }
}
