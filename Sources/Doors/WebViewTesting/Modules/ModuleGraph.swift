import Foundation

/// The modules that a script imports, directly or indirectly, for the import map of its page.
struct ModuleGraph {
    /// An error of a script in the graph.
    struct Problem: Equatable {
        var message: String
        /// The script's path below the root.
        var address: String
        var line: Int
        var column: Int
    }

    /// The entries of the import map for all scripts: specifiers that a browser cannot resolve, with the paths of their files.
    /// ``scopes`` has the entries for the scripts below a path.
    private(set) var imports: [String: String] = [:]
    private(set) var scopes: [String: [String: String]] = [:]
    /// The errors that prevent loading.
    private(set) var problems: [Problem] = []

    /// The paths of the files that the scripts need, present or not.
    var files: [String] { seen.map { $0.path(percentEncoded: false) } + missing }

    let resolver: ModuleResolver
    private(set) var modules: [URL: Module] = [:]
    private let standIns: [String: String]
    private var seen: Set<URL> = []
    private var missing: [String] = []

    private static let longest = 16 << 20

    /// Reads a script and its direct and indirect imports, on the calling thread.
    ///
    /// - Parameter standIns: the paths of the modules that this program supplies, by specifier.
    init(of script: URL, resolver: ModuleResolver, standIns: [String: String]) {
        self.resolver = resolver
        self.standIns = standIns
        imports = standIns
        var waiting = [script.standardizedFileURL]
        while let file = waiting.popLast() {
            guard seen.insert(file).inserted, seen.count <= 20_000 else { continue }
            waiting += read(file).reversed()
        }
    }

    /// The import map, as JSON. Source: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps
    var json: String {
        let map: [String: Any] = ["imports": imports, "scopes": scopes]
        let data = try? JSONSerialization.data(withJSONObject: map, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { ScriptText.embedded(String(decoding: $0, as: UTF8.self)) } ?? "{}"
    }

    private mutating func read(_ file: URL) -> [URL] {
        let address = resolver.address(of: file)
        guard ScriptFile.isScript(file.lastPathComponent), let text = ScriptFile.text(of: file, upTo: Self.longest)
        else { return [] }
        let scan: ModuleScanner
        do {
            scan = ModuleScanner(ScriptFile.isTypeScript(file.lastPathComponent) ? try TypeStripper.strip(text) : text)
        } catch {
            problems.append(Problem(message: error.message, address: address, line: error.line, column: error.column))
            return []
        }
        var found: [URL] = []
        var module = Module(bindings: ModuleBindings(scan.tokens))
        if ScriptSite.isPackaged(file.path(percentEncoded: false)), scan.isCommonJS { module.converted = scan.exported }
        for item in scan.imports {
            if item.specifier.contains(/^[a-zA-Z][a-zA-Z0-9+.\-]*:/), !item.specifier.hasPrefix("node:") { continue }
            if standIns[item.specifier] != nil { continue }
            do {
                let target = try resolver.file(for: item.specifier, in: file)
                if target.isFileURL { found.append(target) }
                module.targets[item.specifier] = target
                map(item.specifier, in: file, at: address, to: target)
            } catch  where !item.isDynamic {
                let message = "\(shown(address)) imports “\(item.specifier)”: \(error.reason)."
                problems.append(Problem(message: message, address: address, line: item.line, column: item.column))
                missing += resolver.candidates(for: item.specifier, in: file)
            } catch {
                // The script may handle the failure of `import()`.
            }
        }
        if scan.isCommonJS {
            for specifier in scan.required {
                guard let target = try? resolver.file(for: specifier, in: file) else { continue }
                if target.isFileURL { found.append(target) }
                map(specifier, in: file, at: address, to: target)
            }
        }
        modules[file] = module
        return found
    }

    func shown(_ address: String) -> String {
        String((address.removingPercentEncoding ?? address).dropFirst())
    }

    private mutating func map(_ specifier: String, in file: URL, at address: String, to target: URL) {
        let target = resolver.address(of: target)
        if specifier.hasPrefix(".") || specifier.hasPrefix("/") {
            guard let base = URL(string: "sw://host" + address),
                let own = URL(string: specifier, relativeTo: base)?.absoluteURL.path(percentEncoded: true),
                own != target
            else { return }
            imports[own] = target
        } else if let package = resolver.packageFolder(of: file) {
            let scope = resolver.address(of: package)
            scopes[scope.hasSuffix("/") ? scope : scope + "/", default: [:]][specifier] = target
        } else if let known = imports[specifier], known != target {
            // A second package.json in the project: limit this entry to the scripts of the folder.
            let folder = address.lastIndex(of: "/").map { String(address[...$0]) } ?? "/"
            scopes[folder, default: [:]][specifier] = target
        } else {
            imports[specifier] = target
        }
    }
}
