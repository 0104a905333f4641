import Foundation

/// The names that importers get through `export *` from CommonJS scripts, whose names esbuild does not know.
///
/// The names are those in the script's text, and those that other modules import through the `export *`.
struct StarExports {
    private struct Module {
        var exports: Set<String>
        /// The files of `export *`, in their order.
        var stars: [String] = []
        var names: [(file: String, names: Set<String>)] = []
    }

    /// The names of the CommonJS scripts that `export *` names, by their files.
    private(set) var names: [String: Set<String>] = [:]
    private var modules: [String: Module] = [:]

    /// - Parameters:
    ///   - scripts: the compiled texts and the exports of modules, by their files.
    ///   - bundle: the bundle with the CommonJS scripts.
    init(
        _ scripts: [String: (text: String, exports: Set<String>)], _ analysis: ModuleAnalysis, _ bundle: PackageBundle
    ) {
        guard scripts.values.contains(where: { $0.text.contains("export * from ") }) else { return }
        for (path, script) in scripts { add(path, script, analysis) }
        let stars = Set(modules.values.flatMap(\.stars))
        for file in stars {
            guard let entry = bundle.entries[file], entry.isCommonJS else { continue }
            names[file] = analysis.commonJSNames(of: file).union(entry.exports).subtracting(["default"])
        }
        guard !names.isEmpty else { return }
        for module in modules.values {
            for (file, names) in module.names {
                if self.names[file] != nil {
                    self.names[file]?.formUnion(names)
                } else {
                    let missing = names.filter { $0 != CommonJSExports.all && !provides(file, $0, bundle) }
                    for name in missing { assign(name, importedFrom: file) }
                }
            }
        }
    }

    private mutating func add(
        _ path: String, _ script: (text: String, exports: Set<String>), _ analysis: ModuleAnalysis
    ) {
        let file = { (specifier: String) in
            analysis.scripts[path]?.target(of: specifier).map { ScriptProject.script(of: $0) ?? $0 }
        }
        let syntax = ModuleSyntax(script.text)
        var module = Module(exports: script.exports)
        module.stars = ImportRewriter.specifiers(in: syntax).filter(\.isStar).compactMap { file($0.text) }
        module.names = ImportRewriter.names(in: syntax).compactMap { specifier, names in
            file(specifier).map { ($0, names) }
        }
        modules[path] = module
    }

    /// Returns the files that a module names by `export *`, directly or indirectly, with the module.
    private func chain(from file: String) -> [String] {
        var chain = [file]
        var index = 0
        while index < chain.count {
            chain += (modules[chain[index]]?.stars ?? []).filter { !chain.contains($0) }
            index += 1
        }
        return chain
    }

    private func provides(_ file: String, _ name: String, _ bundle: PackageBundle) -> Bool {
        chain(from: file).contains {
            modules[$0]?.exports.contains(name) == true || names[$0]?.contains(name) == true
                || bundle.entries[$0]?.exports.contains(name) == true
        }
    }

    private mutating func assign(_ name: String, importedFrom file: String) {
        if let source = chain(from: file).first(where: { names[$0] != nil }) { names[source]?.insert(name) }
    }
}
