import Foundation
import HTTPMessages

/// The description that esbuild gives of its inputs and outputs. Source: https://esbuild.github.io/api/#metafile
struct Metafile {
    struct Import {
        enum Kind: Equatable { case statement, dynamic, require }
        var specifier: String
        /// The path of the imported file. It may end in a query.
        var target: String
        var kind: Kind
    }

    struct Input {
        /// The imports in their order, without external ones.
        var imports: [Import] = []
        /// The imports that esbuild was told to leave. Their targets are the specifiers.
        var external: [Import] = []
        var isCommonJS = false

        /// Returns the path of the file that a specifier names; nil for an unknown one.
        func target(of specifier: String) -> String? { imports.first { $0.specifier == specifier }?.target }
    }

    private struct Form: Decodable {
        struct Import: Decodable {
            var path: String
            var kind: String
            var original: String?
            var external: Bool?
        }
        struct Input: Decodable {
            var imports: [Import]
            var format: String?
        }
        struct Output: Decodable {
            var imports: [Import]?
            var exports: [String]?
            var entryPoint: String?
        }
        var inputs: [String: Input]
        var outputs: [String: Output]
    }

    /// The inputs by their paths.
    var inputs: [String: Input] = [:]
    /// The names that outputs of entry points export, without those of `export *`, by the entries' paths.
    private(set) var exports: [String: [String]] = [:]
    /// The texts of external specifiers in the outputs, which esbuild has made relative to the output's folder.
    private(set) var externalTexts: Set<String> = []

    /// Returns the style sheets that a file imports, directly or indirectly, in the order in which modules are evaluated.
    func styleSheets(importedBy path: String) -> [String] {
        var seen: Set<String> = []
        var sheets: [String] = []
        // Modules of `import()` are evaluated later.
        var later = [path]
        while !later.isEmpty {
            var open = [(path: later.removeFirst(), next: 0)]
            while let (path, next) = open.last {
                let imports = inputs[path]?.imports ?? []
                if next == 0, !seen.insert(path).inserted {
                    open.removeLast()
                } else if imports.indices.contains(next) {
                    open[open.count - 1].next += 1
                    let item = imports[next]
                    if item.kind == .dynamic { later.append(item.target) } else { open.append((item.target, 0)) }
                } else {
                    open.removeLast()
                    if path.hasSuffix(".css") { sheets.append(path) }
                }
            }
        }
        return sheets
    }

    /// Reads a description; nil for a file that is none.
    ///
    /// - Parameter folder: the folder that paths are relative to.
    init?(at file: String, folder: String) {
        guard let data = FileManager.default.contents(atPath: file),
            let form = try? JSONText.decode(Form.self, from: data)
        else { return nil }
        // Newer versions name an import's attributes after the path. Inputs without a file have names such as `<define:…>` and `(disabled):…`.
        let path = { (name: String) in
            let name = name.replacing(/\ with \{.*\}$/, with: "")
            return name.hasPrefix("<") || name.hasPrefix("(") ? name : FilePath.joined(folder, name)
        }
        for (name, input) in form.inputs {
            var found = Input(isCommonJS: input.format == "cjs")
            for item in input.imports {
                let kind = Self.kinds[item.kind] ?? .statement
                if let original = item.original, item.external != true {
                    found.imports.append(Import(specifier: original, target: path(item.path), kind: kind))
                } else {
                    found.external.append(Import(specifier: item.path, target: item.path, kind: kind))
                }
            }
            inputs[path(name)] = found
        }
        for output in form.outputs.values {
            if let entry = output.entryPoint { exports[path(entry)] = output.exports ?? [] }
            externalTexts.formUnion((output.imports ?? []).filter { $0.external == true }.map(\.path))
        }
    }

    private static let kinds: [String: Import.Kind] = [
        "dynamic-import": .dynamic, "require-call": .require, "require-resolve": .require,
    ]
}
