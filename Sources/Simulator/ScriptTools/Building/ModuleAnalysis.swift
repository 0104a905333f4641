import Foundation
import ProcessFiles

/// The imports of scripts, resolved by esbuild.
struct ModuleAnalysis {
    /// The modules of the project that the scripts import, directly or indirectly, with the scripts.
    private(set) var scripts: [String: Metafile.Input] = [:]
    /// The imported files of packages, and the CommonJS scripts of the project.
    private(set) var packages: Set<String> = []

    /// Resolves the imports of scripts.
    ///
    /// - Throws: ``BuildFailure``.
    init(of entries: [String], in project: ScriptProject, by builder: ESBuild, _ nodeModules: NodeModules) async throws
    {
        let folder = try TemporaryFolder(prefix: "swwebview-modules-")
        let metafile = try await Self.metafile(of: entries, in: project, by: builder, nodeModules, into: folder.url)
        var problems: [BuildProblem] = []
        var waiting = entries
        while let target = waiting.popLast() {
            let path = ScriptProject.script(of: target) ?? target
            guard scripts[path] == nil, let input = metafile.inputs[target] else { continue }
            guard project.contains(path) else {
                problems.append(BuildProblem("\(path) is outside of the folder \(project.root).", file: path))
                continue
            }
            if input.isCommonJS {
                packages.insert(path)
                if entries.contains(path) { scripts[path] = input }
                continue
            }
            scripts[path] = input
            for (specifier, target) in input.imports {
                if let reason = reason(against: target, specifier, project, nodeModules) {
                    problems.append(Self.problem(specifier, in: path, project, reason))
                } else if let file = ScriptProject.script(of: target), project.contains(file) {
                    if ScriptProject.isPackaged(file),
                        metafile.inputs[target]?.isCommonJS == true || !Self.usesURL(file)
                    {
                        packages.insert(file)
                    } else {
                        waiting.append(target)
                    }
                }
            }
        }
        guard problems.isEmpty else { throw BuildFailure(problems) }
        try Self.confine(metafile, to: project, nodeModules)
    }

    /// Returns whether a module of a package finds the files beside it by its own address, which a bundle does not have.
    private static func usesURL(_ path: String) -> Bool {
        FileManager.default.contents(atPath: path)?.range(of: Data("import.meta.url".utf8)) != nil
    }

    /// Refuses modules of files outside of the project. esbuild has resolved all links.
    ///
    /// - Throws: ``BuildFailure`` with the import.
    static func confine(_ metafile: Metafile, to project: ScriptProject, _ nodeModules: NodeModules)
        throws(BuildFailure)
    {
        for (path, input) in metafile.inputs.sorted(by: { $0.key < $1.key }) {
            for (specifier, target) in input.imports.sorted(by: { $0.key < $1.key })
            where target.hasPrefix("/") && !project.contains(target) && !nodeModules.isStandIn(target) {
                let reason = "\(target) is outside of the folder \(project.root); name one that has both with --root"
                throw BuildFailure([problem(specifier, in: path, project, reason)])
            }
        }
    }

    /// Returns why a module cannot be imported, as a part of a sentence; nil where it can.
    private func reason(
        against target: String, _ specifier: String, _ project: ScriptProject, _ nodeModules: NodeModules
    ) -> String? {
        if nodeModules.isStandIn(target) {
            return "“\(specifier)” is a module of Node.js, which is not available in pages"
        }
        let file = String(target.prefix { $0 != "?" })
        guard file.hasPrefix("/") else { return nil }
        if file.hasSuffix(".module.css") {
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
            return try await builder.build(options, into: folder, nodeModules)
        } catch let failure as BuildFailure {
            // The script may handle the failure of `import()`.
            let missing = failure.problems.filter { $0.isOfDynamicImport }
            guard !missing.isEmpty, missing.count == failure.problems.count else {
                throw failure.explained(in: project)
            }
            do {
                return try await builder.build(
                    options + missing.compactMap(\.unresolved).map { "--external:\($0)" }, into: folder, nodeModules)
            } catch let failure as BuildFailure {
                throw failure.explained(in: project)
            }
        }
    }
}
