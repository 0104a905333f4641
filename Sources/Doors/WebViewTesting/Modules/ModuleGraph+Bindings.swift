import Foundation

extension ModuleGraph {
    /// The module's part in the search for names that no module exports.
    struct Module {
        var bindings: ModuleBindings
        /// The files of its specifiers.
        var targets: [String: URL] = [:]
        /// The names of a CommonJS script that is converted to a module; nil for other scripts.
        var converted: [String]?
    }

    /// Returns the imports of names that their modules do not export, by the name in WebKit's error.
    ///
    /// WebKit reports the first of them without its place. Names that a module may have all the same are left out.
    func missingBindings() -> [String: Problem] {
        var found: [String: Problem] = [:]
        for file in modules.keys.sorted(by: { $0.path < $1.path }) {
            guard let module = modules[file] else { continue }
            for binding in module.bindings.imported where found[binding.reportedName] == nil {
                guard let target = module.targets[binding.specifier], !exports(binding.name, target) else { continue }
                let address = resolver.address(of: file)
                let what = binding.name == "default" ? "the default export" : "“\(binding.name)”"
                let message = "\(shown(address)) imports \(what) of “\(binding.specifier)”, which has no such export."
                found[binding.reportedName] = Problem(
                    message: message, address: address, line: binding.line, column: binding.column)
            }
        }
        return found
    }

    /// Returns whether a module exports a name, or may export it.
    private func exports(_ name: String, _ file: URL) -> Bool {
        var seen: Set<URL> = []
        var waiting = [file]
        while let file = waiting.popLast() {
            guard seen.insert(file).inserted else { continue }
            guard let module = modules[file], !module.bindings.lacksExports else { return true }
            if module.bindings.exported.contains(name) { return true }
            if let converted = module.converted, name == "default" || converted.contains(name) { return true }
            if name == "default" { continue }
            for specifier in module.bindings.starSources {
                guard let target = module.targets[specifier] else { return true }
                waiting.append(target)
            }
        }
        return false
    }
}
