import Foundation

/// Imports that ask for the text or the address of a file, whatever the file is. Source: https://vite.dev/guide/assets
///
/// esbuild would take the file for a script with exports of its own.
struct FileImports {
    private static let queries = ["?raw", "?url"]
    private static let extensions = [".tsx", ".ts", ".jsx", ".js", ".css", ".json"]

    /// The files by specifiers that only esbuild resolves, such as those of `paths` in `tsconfig.json`.
    private var files: [String: String] = [:]

    init() {}

    /// Finds the imports that made a build fail; nil for none.
    init?(in failure: BuildFailure) {
        for problem in failure.problems {
            guard let file = problem.file,
                let match = problem.message.prefixMatch(of: /No matching export in "([^"]*)"/),
                let text = FileManager.default.contents(atPath: file)
            else { continue }
            let target = FilePath.joined(ESBuild.workingFolder, String(match.1))
            for specifier in ModuleSyntax(String(decoding: text, as: UTF8.self)).imports
            where Self.isFileImport(specifier) && Self.name(of: specifier) == Self.name(of: target) {
                files[specifier] = target
            }
        }
        if files.isEmpty { return nil }
    }

    /// Returns whether an import asks for the text or the address.
    static func isFileImport(_ target: String) -> Bool { queries.contains { target.hasSuffix($0) } }

    /// Returns the last part of a path, without the extension.
    private static func name(of target: String) -> Substring {
        target[(target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex)...].prefix {
            $0 != "." && $0 != "?"
        }
    }

    /// The options of esbuild that leave these imports.
    var options: [String] {
        let patterns = ["./*", "../*", "/*"].flatMap { place in Self.queries.map { place + $0 } }
        return (patterns + files.keys.sorted()).map { "--external:\($0)" }
    }

    /// Adds the files of these imports to a description, which has their specifiers.
    func resolve(in metafile: inout Metafile) {
        for (path, input) in metafile.inputs {
            for item in input.external where Self.isFileImport(item.specifier) {
                guard let target = files[item.specifier] ?? Self.target(of: item.specifier, in: path) else { continue }
                var item = item
                item.target = target
                metafile.inputs[path]?.imports.append(item)
            }
        }
    }

    private static func target(of specifier: String, in importer: String) -> String? {
        guard specifier.hasPrefix(".") || specifier.hasPrefix("/"), let mark = specifier.lastIndex(of: "?") else {
            return nil
        }
        let file = FilePath.joined(FilePath.folder(of: importer), String(specifier[..<mark]))
        let stem = file.replacing(/\.(js|jsx|mjs|cjs)$/, with: "")
        let found =
            ([file] + extensions.map { file + $0 } + [stem + ".ts", stem + ".tsx", stem + ".mts", stem + ".cts"])
            .first { FileState(of: $0) != nil }
        let place = URL(filePath: found ?? file).resolvingSymlinksInPath().path(percentEncoded: false)
        return place + specifier[mark...]
    }
}
