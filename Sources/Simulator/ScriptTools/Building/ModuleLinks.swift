/// The addresses of the modules that scripts import.
struct ModuleLinks {
    let project: ScriptProject
    let bundle: PackageBundle?
    let nodeModules: NodeModules
    let stars: StarExports?

    /// Returns the module that a specifier of a script names; nil for a specifier that stays.
    func target(of specifier: String, in input: Metafile.Input) -> ImportRewriter.Target? {
        guard let target = input.target(of: specifier) else { return project.standIns[specifier].map { .address($0) } }
        let script = ScriptProject.script(of: target)
        let file = script ?? String(target.prefix { $0 != "?" })
        if let bundle, let entry = bundle.entries[file] {
            let address = bundle.address(of: entry)
            return entry.isCommonJS ? .commonJS(address, shared: stars?.names[file]) : .address(address)
        }
        // A package can replace a module by nothing.
        if target.hasPrefix("(") || nodeModules.isStandIn(target) { return .commonJS(ScriptBuilder.emptyModule) }
        guard target.hasPrefix("/") else { return nil }
        let address = project.address(of: file)
        // Browsers evaluate a module once for each query.
        if script != nil { return .address(address + target.dropFirst(file.count)) }
        return .address("\(address)?\(GeneratedModule.query(of: target))")
    }
}
