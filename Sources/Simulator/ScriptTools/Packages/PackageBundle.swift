import Foundation
import HTTPMessages
import ProcessFiles

/// Packages of `node_modules` as modules for browsers: one module for each imported file, and the parts that they share.
struct PackageBundle: Sendable, Codable {
    /// The module of an imported file.
    struct Entry: Sendable, Codable {
        var name: String
        /// Whether the only export is `module.exports`, or the namespace of a module whose names esbuild does not know.
        var isCommonJS: Bool
        /// The names of the exports.
        var exports: [String]
        /// The paths of the style sheets that the file imports, directly or indirectly, in their order.
        var styleSheets: [String]
    }

    /// The description of all that the modules depend on. It names esbuild, the files and the state of the lock file.
    var description: String
    /// The modules by the paths of the imported files.
    var entries: [String: Entry]
    /// The paths that esbuild was told to leave, for the modules that have an address of their own.
    var external: [String: String]
    /// The files that the modules were made from.
    var states: FileStates
    /// The texts by their names, without those that a cache has in files.
    var texts: [String: String] = [:]

    private enum CodingKeys: CodingKey {
        case description, entries, external, states
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
    ///
    /// - Parameter external: the modules that the files import and that have an address of their own.
    static func description(
        of files: some Sequence<String>, _ external: [String: String] = [:], in project: ScriptProject,
        by builder: ESBuild
    ) -> String {
        let locks = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"].map {
            project.root + "/" + $0
        }
        let states = ([URL(filePath: builder.path).resolvingSymlinksInPath().path] + locks).map { path in
            "\(path) \(FileState(of: path).map { "\($0.size) \($0.seconds).\($0.nanoseconds)" } ?? "-")"
        }
        let standIns = project.standIns.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let left = external.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }
        return (["4", project.root] + states + standIns + left + files.sorted()).joined(separator: "\n")
    }

    /// Returns the address of an entry's module.
    func address(of entry: Entry) -> String { "\(ScriptBuilder.packageFolder)\(key)/\(entry.name)" }

    /// Returns a module with the exports of a file; nil for a file that is no entry.
    func reexport(of file: String) -> String? {
        guard let entry = entries[file] else { return nil }
        let address = JSONText.string(address(of: entry))
        let text = entry.isCommonJS || entry.exports.contains("default") ? "export { default } from \(address); " : ""
        return entry.isCommonJS ? text + "\n" : text + "export * from \(address);\n"
    }

    // MARK: Building

    /// Bundles files.
    ///
    /// - Throws: ``BuildFailure``.
    static func make(
        of analysis: ModuleAnalysis, in project: ScriptProject, by builder: ESBuild, _ nodeModules: NodeModules
    ) async throws -> PackageBundle {
        let (files, external, open) = (analysis.bundled.sorted(), analysis.external, analysis.openModules)
        let folder = try TemporaryFolder(prefix: "swwebview-packages-")
        let sources = try TemporaryFolder(prefix: "swwebview-packages-")
        var entries = files.enumerated().map { "\($0.offset)=\($0.element)" }
        for (index, file) in files.enumerated() where open.contains(file) {
            let source = sources.url.appending(path: "\(index).js")
            try Data(namespaceModule(of: file).utf8).write(to: source)
            entries.append("\(index)-all=\(source.path)")
        }
        let assets = GeneratedModule.assetExtensions.map { "--loader:.\($0)=dataurl" }
        let metafile = try await builder.buildLeavingMissing(
            entries + ["--bundle", "--splitting", "--format=esm", "--platform=browser", "--loader:.css=empty"] + assets
                + BuildSettings.node + standIns(of: project) + external.keys.sorted().map { "--external:\($0)" },
            into: folder.url, nodeModules)
        try ModuleAnalysis.confine(metafile, to: project, nodeModules)
        let inputs = metafile.inputs.keys.filter { project.contains($0) && !nodeModules.isStandIn($0) }
        var bundle = PackageBundle(
            description: description(of: files, external, in: project, by: builder), entries: [:], external: external,
            states: FileStates(of: inputs + manifests(of: inputs) + external.values))
        for (index, file) in files.enumerated() {
            let isOpen = open.contains(file)
            bundle.entries[file] = Entry(
                name: isOpen ? "\(index)-all.js" : "\(index).js",
                isCommonJS: isOpen || metafile.inputs[file]?.isCommonJS == true, exports: metafile.exports[file] ?? [],
                styleSheets: metafile.styleSheets(importedBy: file))
        }
        let addresses = addresses(of: metafile.externalTexts, external, in: project, folder.url)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.hasSuffix(".js") {
            let data = try Data(contentsOf: folder.url.appending(path: name))
            bundle.texts[name] = addressed(String(decoding: data, as: UTF8.self), addresses)
        }
        for entry in bundle.entries.values {
            let imports = entry.styleSheets.map { "import \(JSONText.string(project.address(of: $0) + "?import")); " }
            bundle.texts[entry.name] = imports.joined() + (bundle.texts[entry.name] ?? "")
        }
        return bundle
    }

    /// Returns a module whose default export is the namespace of another one, with the mark of converted modules.
    private static func namespaceModule(of file: String) -> String {
        """
        import * as names from \(JSONText.string(file));
        const value = names;
        export default Object.defineProperty(value, "__esModule", { value: true });

        """
    }

    /// Returns the options of esbuild that put addresses in the place of modules which this program supplies.
    private static func standIns(of project: ScriptProject) -> [String] {
        project.standIns.sorted { $0.key < $1.key }.flatMap { name, address in
            ["--alias:\(name)=\(address)", "--external:\(address)", "--external:\(address)/*"]
        }
    }

    /// Returns the addresses of modules outside of the bundle, by the specifiers that esbuild has written.
    private static func addresses(
        of specifiers: Set<String>, _ external: [String: String], in project: ScriptProject, _ folder: URL
    ) -> [String: String] {
        let place = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        var addresses: [String: String] = [:]
        for specifier in specifiers {
            guard let file = external[FilePath.joined(place, specifier)] else { continue }
            addresses[specifier] = project.address(of: file)
        }
        return addresses
    }

    /// Returns a text with addresses in the place of specifiers. They have the project's path, which no other text of a package has.
    private static func addressed(_ text: String, _ addresses: [String: String]) -> String {
        var text = text
        for (specifier, address) in addresses {
            for quoted in [JSONText.string(specifier), "'\(specifier)'"] {
                text = text.replacingOccurrences(of: quoted, with: JSONText.string(address))
            }
        }
        return text
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

    private init(
        description: String, entries: [String: Entry], external: [String: String], states: FileStates
    ) {
        self.description = description
        self.entries = entries
        self.external = external
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
