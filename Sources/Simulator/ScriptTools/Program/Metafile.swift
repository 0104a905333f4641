import Foundation
import HTTPMessages

/// The description that esbuild gives of its inputs and outputs. Source: https://esbuild.github.io/api/#metafile
struct Metafile {
    struct Input {
        /// The paths of the imported files, by specifier. A path may end in a query.
        var imports: [String: String] = [:]
        /// The specifiers that esbuild was told to leave.
        var external: Set<String> = []
        var isCommonJS = false
    }

    private struct Form: Decodable {
        struct Import: Decodable {
            var path: String
            var original: String?
            var external: Bool?
        }
        struct Input: Decodable {
            var imports: [Import]
            var format: String?
        }
        struct Output: Decodable { var entryPoint: String? }
        var inputs: [String: Input]
        var outputs: [String: Output]
    }

    /// The inputs by their paths.
    private(set) var inputs: [String: Input] = [:]
    /// The paths of the outputs of entry points, by the entries' paths.
    private(set) var outputs: [String: String] = [:]

    /// Returns the files that an input imports, directly or indirectly.
    func files(importedBy path: String) -> Set<String> {
        var files: Set<String> = []
        var waiting = [path]
        while let path = waiting.popLast() {
            for target in inputs[path]?.imports.values.map({ $0 }) ?? [] where files.insert(target).inserted {
                waiting.append(target)
            }
        }
        return files
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
                if let original = item.original, item.external != true {
                    found.imports[original] = path(item.path)
                } else {
                    found.external.insert(item.path)
                }
            }
            inputs[path(name)] = found
        }
        for (name, output) in form.outputs {
            if let entry = output.entryPoint { outputs[path(entry)] = path(name) }
        }
    }
}
