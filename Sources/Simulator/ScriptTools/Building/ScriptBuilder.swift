package import Foundation
import HTTPMessages
import ProcessFiles
import Synchronization

/// Compiles the scripts of projects to modules for browsers. All pages of a process share one builder.
///
/// Each script of a project stays a module of its own, with its own address. Files of `node_modules` are bundled once, and the bundles
/// are kept in the user's cache. Sources: https://esbuild.github.io, https://vite.dev/guide/dep-pre-bundling
package actor ScriptBuilder {
    /// The builder of this process.
    package static let shared = ScriptBuilder(
        cache: UserCaches.folder()?.appending(path: "swwebview/packages", directoryHint: .isDirectory))

    private struct Key: Hashable {
        var entry: String
        var project: ScriptProject
    }

    /// A compiled script before its specifiers are replaced.
    private struct Output {
        var state: FileState
        var configuration: Int
        var text: String
        var map: String
        /// The names of its exports, without those of `export *`.
        var exports: Set<String>
    }

    private let cache: URL?
    private let find: @Sendable (URL) -> ESBuild?
    private var built: [Key: BuiltModules] = [:]
    private var running: [Key: Task<BuiltModules, any Error>] = [:]
    private let preparation = Mutex<Task<Void, Never>?>(nil)
    private var outputs: [String: Output] = [:]
    private var bundles: [String: PackageBundle] = [:]
    /// The number of times that esbuild was started, for tests.
    package private(set) var starts = 0

    /// - Parameters:
    ///   - cache: the folder with the bundles of packages; nil for none.
    ///   - find: returns the esbuild of a project.
    package init(cache: URL?, find: @escaping @Sendable (URL) -> ESBuild? = { ESBuild(for: $0) }) {
        self.cache = cache
        self.find = find
    }

    // MARK: Modules

    /// Begins to compile scripts together, which starts esbuild less often. Later calls of ``modules(of:in:)`` wait for the end.
    ///
    /// - Parameter find: returns the paths of scripts.
    package nonisolated func prepare(_ find: @escaping @Sendable () -> [ScriptProject: [String]]) {
        preparation.withLock { preparation in
            preparation = Task { [earlier = preparation] in
                await earlier?.value
                for (project, entries) in find() { await compile(entries, in: project) }
            }
        }
    }

    private func compile(_ entries: [String], in project: ScriptProject) async {
        let waiting = entries.filter { !isCurrent(Key(entry: $0, project: project)) }
        guard waiting.count > 1, find(URL(filePath: project.root)) != nil else { return }
        do {
            _ = try await make(waiting, in: project)
        } catch let failure as BuildFailure where failure.problems.allSatisfy({ $0.file != nil }) {
            // The other scripts need not wait for their pages. Errors are reported where a page needs the script.
            let half = waiting.count / 2
            await compile(Array(waiting[..<half]), in: project)
            await compile(Array(waiting[half...]), in: project)
        } catch {
            // The next page that needs a script tries again.
        }
    }

    private func isCurrent(_ key: Key) -> Bool { built[key]?.states.areCurrent ?? false }

    /// Returns the modules of a script and of its direct and indirect imports.
    ///
    /// - Parameter entry: the path of the script, without symbolic links.
    /// - Throws: ``BuildFailure``.
    package func modules(of entry: String, in project: ScriptProject) async throws -> BuiltModules {
        await preparation.withLock { $0 }?.value
        let key = Key(entry: entry, project: project)
        if let task = running[key] { return try await task.value }
        if let known = built[key], known.states.areCurrent { return known }
        let task = Task { try await make([entry], in: project) }
        running[key] = task
        defer { running[key] = nil }
        return try await task.value
    }

    /// Returns the errors that a script's imports have; none where there is no esbuild.
    package func problems(of entry: String, in project: ScriptProject) async -> [BuildProblem] {
        guard let builder = find(URL(filePath: project.root)) else { return [] }
        do {
            starts += 1
            _ = try await ModuleAnalysis(of: [entry], in: project, by: builder, NodeModules())
            return []
        } catch {
            return (error as? BuildFailure)?.problems ?? []
        }
    }

    private func make(_ entries: [String], in project: ScriptProject) async throws -> BuiltModules {
        guard let builder = find(URL(filePath: project.root)) else {
            throw BuildFailure([
                BuildProblem(
                    "The script or one of its imports must be compiled, and there is no esbuild. \(ESBuild.advice)",
                    file: entries.first)
            ])
        }
        let nodeModules: NodeModules
        do { nodeModules = try NodeModules() } catch {
            throw BuildFailure([BuildProblem("The temporary folder cannot be used: \(error.fileReason).")])
        }
        starts += 1
        let analysis = try await ModuleAnalysis(of: entries, in: project, by: builder, nodeModules)
        let settings = BuildSettings(of: project)
        let scripts = analysis.scripts.keys.sorted()
        let configurations = BuildSettings.configurations(
            for: Set(scripts.map { FilePath.folder(of: $0) }), in: project)
        let configurationStates = FileStates(of: configurations + settings.files)
        let states = FileStates(of: scripts + configurations + settings.files + analysis.bundled)
        let bundle = try await bundle(analysis, in: project, by: builder, nodeModules)
        try await compile(scripts.filter { !analysis.bundled.contains($0) }, configurations, settings, builder)
        let compiled = analysis.scripts.keys.reduce(into: [String: Output]()) { compiled, path in
            if !analysis.bundled.contains(path) { compiled[path] = outputs[path] }
        }
        let links = ModuleLinks(
            project: project, bundle: bundle, nodeModules: nodeModules,
            stars: bundle.map { StarExports(compiled.mapValues { ($0.text, $0.exports) }, analysis, $0) })
        var texts: [String: String] = [:]
        var generated = Set(
            (bundle?.entries.values.map { $0 } ?? []).flatMap { $0.styleSheets.map { "\($0)?import" } })
        for (path, input) in analysis.scripts {
            for target in input.imports.map(\.target)
            where target.hasPrefix("/") && ScriptProject.script(of: target) == nil {
                generated.insert("\(target.prefix { $0 != "?" })?\(GeneratedModule.query(of: target))")
            }
            if let output = compiled[path] {
                let rewriter = ImportRewriter { links.target(of: $0, in: input) }
                texts[path] = rewriter.rewritten(output.text) + output.map
            } else {
                texts[path] = bundle?.reexport(of: path)
            }
        }
        let modules = BuiltModules(
            texts: texts, generated: generated, states: states, configurations: configurationStates)
        for entry in entries { built[Key(entry: entry, project: project)] = modules }
        return modules
    }

    /// Returns the module for a file that is no script; nil for a file that cannot be read.
    package nonisolated func generatedModule(of file: String, query: String, in project: ScriptProject) -> String? {
        guard FileState(of: file) != nil, project.isInside(file) else { return nil }
        return GeneratedModule.text(of: file, query: query, address: project.address(of: file))
    }

    // MARK: Packages

    /// The path of bundles of packages.
    package static let packageFolder = "/___framework___/packages/"
    /// The address of a module without members.
    static let emptyModule = packageFolder + "node/empty.js"

    /// Returns the text of a module of packages; nil for an address that names none.
    package func packageText(at path: String, query: String? = nil) -> String? {
        let parts = path.dropFirst(Self.packageFolder.count).split(separator: "/")
        guard path.hasPrefix(Self.packageFolder), parts.count == 2 else { return nil }
        let known =
            path == Self.emptyModule ? "export default {};\n" : bundles[String(parts[0])]?.texts[String(parts[1])]
        guard let text = known else { return nil }
        return query.flatMap { CommonJSExports.text(of: String(parts[1]), query: $0) } ?? text
    }

    /// Returns a bundle with the files that must be bundled; nil for no files.
    private func bundle(
        _ analysis: ModuleAnalysis, in project: ScriptProject, by builder: ESBuild, _ nodeModules: NodeModules
    ) async throws -> PackageBundle? {
        let (files, external) = (analysis.bundled, analysis.external)
        guard !files.isEmpty else { return nil }
        // Modules of one page must share their packages. A bundle with more files has them, too.
        if let known = bundles.values.first(where: {
            files.isSubset(of: $0.entries.keys) && Set(external.keys).isSubset(of: $0.external.keys)
                && $0.states.areCurrent
                && $0.description
                    == PackageBundle.description(of: $0.entries.keys, $0.external, in: project, by: builder)
        }) {
            return known
        }
        let description = PackageBundle.description(of: files, external, in: project, by: builder)
        if let saved = cache.flatMap({ PackageBundle(description, in: $0) }) {
            bundles[saved.key] = saved
            return saved
        }
        starts += 1
        let made = try await PackageBundle.make(of: analysis, in: project, by: builder, nodeModules)
        bundles[made.key] = made
        if let cache { made.save(in: cache) }
        return made
    }

    // MARK: Compiling

    /// The most scripts of one start: the arguments of a program have a limit.
    private static let most = 1000

    /// Compiles the scripts that have changed since they were compiled last.
    private func compile(
        _ scripts: [String], _ configurations: [String], _ settings: BuildSettings, _ builder: ESBuild
    ) async throws {
        var hasher = Hasher()
        hasher.combine(builder.path)
        hasher.combine(settings.options)
        for path in configurations { hasher.combine(FileState(of: path)) }
        let configuration = hasher.finalize()
        var waiting: [(path: String, state: FileState)] = []
        for path in scripts {
            guard let state = FileState(of: path) else { continue }
            if let known = outputs[path], known.state == state, known.configuration == configuration { continue }
            waiting.append((path, state))
        }
        while !waiting.isEmpty {
            let part = waiting.prefix(Self.most)
            waiting.removeFirst(part.count)
            let folder = try TemporaryFolder(prefix: "swwebview-modules-")
            starts += 1
            let metafile = try await builder.build(
                part.enumerated().map { "\($0.offset)=\($0.element.path)" } + settings.options
                    + ["--sourcemap=external", "--sources-content=false"], into: folder.url)
            for (index, (path, state)) in part.enumerated() {
                let text = try Data(contentsOf: folder.url.appending(path: "\(index).js"))
                let map = try Data(contentsOf: folder.url.appending(path: "\(index).js.map"))
                outputs[path] = Output(
                    state: state, configuration: configuration, text: String(decoding: text, as: UTF8.self),
                    map: Self.comment(of: map, for: path), exports: Set(metafile.exports[path] ?? []))
            }
        }
    }

    /// Returns the comment with a map whose source is the file beside the script.
    private static func comment(of map: Data, for path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? String(name)
        let text = String(decoding: map, as: UTF8.self).replacing(/"sources": \[(.*)\]/, maxReplacements: 1) { match in
            let others = match.1.split(separator: ", ").dropLast().map { String($0) }
            return "\"sources\": [\((others + [JSONText.string("./" + encoded)]).joined(separator: ", "))]"
        }
        return "//# sourceMappingURL=data:application/json;base64,\(Data(text.utf8).base64EncodedString())\n"
    }
}
