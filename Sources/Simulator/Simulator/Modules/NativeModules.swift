import Foundation
import URLInterception

/// A module and the modules that it imports. All are files of one folder.
struct NativeModules {
    struct Module {
        /// The module's path inside the folder.
        let path: String
        let script: String
        /// The indices of the imported modules in ``NativeModules/modules``.
        let imports: [Int]
    }

    /// The maximum number of modules, and the maximum size of a module in bytes.
    private static let most = 1000
    private static let largest = 16 << 20

    /// The modules. Each comes after the modules that it imports.
    private(set) var modules: [Module] = []
    private let folder: ConfinedFolder
    private var places: [String: Int] = [:]
    private var exports: [Set<String>] = []
    /// The chain of modules that are being read. Each imports the next one.
    private var path: [String] = []

    /// Reads a module and its imports.
    ///
    /// - Parameter file: the path of the first module inside the folder.
    init(_ file: String, in folder: ConfinedFolder) throws(NativeCallError) {
        self.folder = folder
        _ = try add(file, from: nil, line: nil)
    }

    private mutating func add(_ file: String, from importer: String?, line: Int?) throws(NativeCallError) -> Int {
        if let place = places[file] { return place }
        if path.contains(file) {
            let circle = (path.drop { $0 != file } + [file]).joined(separator: " → ")
            throw NativeCallError("These modules import each other: \(circle)", file: importer, line: line)
        }
        guard modules.count + path.count < Self.most else {
            throw NativeCallError("There are more than \(Self.most) modules", file: importer, line: line)
        }
        let text: String
        do throws(ConfinedFolder.Failure) {
            text = String(decoding: try folder.read(file, upTo: Self.largest), as: UTF8.self)
        } catch {
            throw NativeCallError("The module cannot be read: \(error)", file: importer ?? file, line: line)
        }
        path.append(file)
        defer { path.removeLast() }
        return file.hasSuffix(".json") ? try addJSON(text, file) : try addScript(text, file)
    }

    private mutating func addJSON(_ text: String, _ file: String) throws(NativeCallError) -> Int {
        // Check the text here, so that the error names the file.
        do { _ = try NativeValue(json: text) } catch { throw NativeCallError(error.message, file: file) }
        let script =
            "(function (___imports, ___exports) { const value = JSON.parse(\(NativeValue.string(text).json)); "
            + "___exports.define({ get default() { return value; } }); })"
        return keep(Module(path: file, script: script, imports: []), exporting: ["default"])
    }

    private mutating func addScript(_ text: String, _ file: String) throws(NativeCallError) -> Int {
        let source = try ModuleSource(text, file: file)
        var imports: [Int] = []
        var exported = source.exports
        for (index, found) in source.imports.enumerated() {
            let place = try add(resolve(found, in: file), from: file, line: found.line)
            imports.append(place)
            if source.starExports.contains(index) { exported.formUnion(exports[place].subtracting(["default"])) }
            for name in found.names where !exports[place].contains(name) {
                throw NativeCallError(
                    "SyntaxError: \(found.specifier) has no export “\(name)”", file: file, line: found.line)
            }
        }
        return keep(Module(path: file, script: source.script, imports: imports), exporting: exported)
    }

    private mutating func keep(_ module: Module, exporting names: Set<String>) -> Int {
        modules.append(module)
        exports.append(names)
        places[module.path] = modules.count - 1
        return modules.count - 1
    }

    private func resolve(_ found: ModuleSource.Import, in file: String) throws(NativeCallError) -> String {
        let specifier = found.specifier
        guard specifier.hasPrefix("./") || specifier.hasPrefix("../") else {
            throw NativeCallError(
                "Modules are imported by relative paths, such as “./helper.js”, not “\(specifier)”", file: file,
                line: found.line)
        }
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in specifier.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(String(part))
                continue
            }
            guard parts.popLast() != nil else {
                throw NativeCallError(
                    "“\(specifier)” leads out of the folder \(folder.root)", file: file, line: found.line)
            }
        }
        return parts.joined(separator: "/")
    }
}
