import Foundation
import ProcessFiles

/// The imports of scripts, resolved by esbuild.
struct ModuleAnalysis {
    /// The modules with an address of their own, by their paths, and the bundled entries.
    private(set) var scripts: [String: Metafile.Input] = [:]
    /// The entries and the imported files that must be bundled: those of packages, and the CommonJS scripts of the project.
    private(set) var bundled: Set<String> = []
    /// The modules with an address of their own that bundled files import, by the paths that esbuild knows them by.
    private(set) var external: [String: String] = [:]
    private let metafile: Metafile

    /// Resolves the imports of scripts.
    ///
    /// - Throws: ``BuildFailure``.
    init(of entries: [String], in project: ScriptProject, by builder: ESBuild, _ nodeModules: NodeModules) async throws
    {
        let folder = try TemporaryFolder(prefix: "swwebview-modules-")
        metafile = try await Self.metafile(of: entries, in: project, by: builder, nodeModules, into: folder.url)
        // `require` needs the module in its own bundle. Importers then get the bundle's, so that the module has one state.
        let required = Set(
            metafile.inputs.values.flatMap { $0.imports.filter { $0.kind == .require }.map(\.target) })
        var isBundled: [String: Bool] = [:]
        for (target, input) in metafile.inputs {
            guard let path = ScriptProject.script(of: target) ?? entries.first(where: { $0 == target }) else {
                continue
            }
            isBundled[target] =
                input.isCommonJS || required.contains(target)
                || ScriptProject.isPackaged(path) && !Self.usesMeta(path)
        }
        var problems: [BuildProblem] = []
        var seen = Set(entries)
        var waiting = entries
        while let target = waiting.popLast() {
            let path = ScriptProject.script(of: target) ?? target
            guard let input = metafile.inputs[target], let importerIsBundled = isBundled[target] else { continue }
            guard project.contains(path) else {
                problems.append(BuildProblem("\(path) is outside of the folder \(project.root).", file: path))
                continue
            }
            if importerIsBundled, entries.contains(path) { bundled.insert(path) }
            if !importerIsBundled || entries.contains(path) { scripts[path] = input }
            for item in input.imports {
                if !importerIsBundled, let reason = reason(against: item, path, project, nodeModules) {
                    problems.append(Self.problem(item.specifier, in: path, project, reason))
                } else if let file = ScriptProject.script(of: item.target), project.contains(file),
                    let isBundled = isBundled[item.target]
                {
                    if isBundled, !importerIsBundled { bundled.insert(file) }
                    if !isBundled, importerIsBundled { addExternal(file, item, importer: path) }
                    if seen.insert(item.target).inserted { waiting.append(item.target) }
                }
            }
        }
        guard problems.isEmpty else { throw BuildFailure(problems) }
        try Self.confine(metafile, to: project, nodeModules)
    }

    private mutating func addExternal(_ file: String, _ item: Metafile.Import, importer: String) {
        for path in [file, item.target] { external[path] = file }
        // esbuild looks at the path before it follows symbolic links, such as those of workspaces.
        let name = item.specifier.split(separator: "/").prefix(item.specifier.hasPrefix("@") ? 2 : 1)
        var folders = [FilePath.joined(FilePath.folder(of: importer), item.specifier)].map(FilePath.folder)
        var folder = importer
        while !item.specifier.hasPrefix("."), folder != "/" {
            folder = FilePath.folder(of: folder)
            folders.append(FilePath.joined(folder, "node_modules/" + name.joined(separator: "/")))
        }
        for folder in folders {
            let place = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
            guard place != folder, file.hasPrefix(place + "/") else { continue }
            external[folder + file.dropFirst(place.count)] = file
        }
    }

    /// Returns whether a module of a package uses its own address, which a bundle does not have.
    private static func usesMeta(_ path: String) -> Bool {
        FileManager.default.contents(atPath: path)?.range(of: Data("import.meta".utf8)) != nil
    }

    // MARK: `export *`

    /// The bundled ES modules that have names of CommonJS scripts by `export *`. esbuild does not know their names.
    var openModules: Set<String> {
        bundled.filter { metafile.inputs[$0]?.isCommonJS == false && !commonJSScripts(of: $0).isEmpty }
    }

    /// Returns the names of the CommonJS scripts that a bundled file is, or that it names by `export *`.
    func commonJSNames(of file: String) -> Set<String> {
        var names: Set<String> = []
        var seen: Set<String> = []
        var waiting = commonJSScripts(of: file)
        while let path = waiting.popLast() {
            guard seen.insert(path).inserted, let text = Self.text(of: path) else { continue }
            let found = CommonJSNames(text)
            names.formUnion(found.names)
            waiting += found.sources.compactMap { metafile.inputs[path]?.target(of: $0) }
        }
        return names
    }

    private func commonJSScripts(of file: String) -> [String] {
        var scripts: [String] = []
        var seen: Set<String> = []
        var waiting = [file]
        while let path = waiting.popLast() {
            guard let input = metafile.inputs[path], seen.insert(path).inserted else { continue }
            if input.isCommonJS {
                scripts.append(path)
            } else if let text = Self.text(of: path), text.contains("export *") || text.contains("export*") {
                waiting += ModuleSyntax(text).specifiers.filter(\.isStar).compactMap { input.target(of: $0.text) }
            }
        }
        return scripts
    }

    private static func text(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Refuses modules of files outside of the project. esbuild has resolved all links.
    ///
    /// - Throws: ``BuildFailure`` with the import.
    static func confine(_ metafile: Metafile, to project: ScriptProject, _ nodeModules: NodeModules)
        throws(BuildFailure)
    {
        for (path, input) in metafile.inputs.sorted(by: { $0.key < $1.key }) {
            for item in input.imports
            where item.target.hasPrefix("/") && !project.contains(item.target) && !nodeModules.isStandIn(item.target) {
                let reason =
                    "\(item.target) is outside of the folder \(project.root); name one that has both with --root"
                throw BuildFailure([problem(item.specifier, in: path, project, reason)])
            }
        }
    }

    /// Returns why a module cannot be imported, as a part of a sentence; nil where it can.
    private func reason(
        against item: Metafile.Import, _ importer: String, _ project: ScriptProject, _ nodeModules: NodeModules
    ) -> String? {
        let (specifier, target) = (item.specifier, item.target)
        if nodeModules.isStandIn(target), !ScriptProject.isPackaged(importer) {
            return "“\(specifier)” is a module of Node.js, which is not available in pages"
        }
        let file = String(target.prefix { $0 != "?" })
        guard file.hasPrefix("/") else { return nil }
        if FileImports.isFileImport(target), item.kind != .dynamic, FileState(of: file) == nil {
            return "there is no file /\(project.shown(file))"
        }
        if file.hasSuffix(".module.css"), GeneratedModule.query(of: target) == "import" {
            return "modules of CSS are not supported; import a style sheet of another name"
        }
        return nil
    }

    static func problem(
        _ specifier: String, in path: String, _ project: ScriptProject, _ reason: String
    ) -> BuildProblem {
        let source = SourceText(of: path)
        let place = source?.place(of: "\"\(specifier)\"") ?? source?.place(of: "'\(specifier)'")
        return BuildProblem(
            "\(project.shown(path)) imports “\(specifier)”: \(reason).", file: path, line: place?.line ?? 1,
            column: place?.column ?? 1)
    }

    // MARK: esbuild

    static func metafile(
        of entries: [String], in project: ScriptProject, by builder: ESBuild, _ nodeModules: NodeModules,
        into folder: URL
    ) async throws -> Metafile {
        let options =
            entries.enumerated().map { "\($0.offset)=\($0.element)" } + ["--bundle", "--splitting", "--format=esm"]
            + project.externals + BuildSettings.node
            + (GeneratedModule.assetExtensions + ["css"]).map { "--loader:.\($0)=empty" }
        do {
            return try await build(options, by: builder, nodeModules, into: folder)
        } catch let failure as BuildFailure {
            throw failure.explained(in: project)
        }
    }

    private static func build(
        _ options: [String], by builder: ESBuild, _ nodeModules: NodeModules, into folder: URL
    ) async throws -> Metafile {
        var files = FileImports()
        var metafile: Metafile
        do {
            metafile = try await builder.buildLeavingMissing(options + files.options, into: folder, nodeModules)
        } catch let failure as BuildFailure {
            guard let found = FileImports(in: failure) else { throw failure }
            files = found
            metafile = try await builder.buildLeavingMissing(options + files.options, into: folder, nodeModules)
        }
        files.resolve(in: &metafile)
        return metafile
    }
}
