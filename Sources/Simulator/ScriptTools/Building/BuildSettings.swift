import Foundation
import HTTPMessages
import JavaScriptTokens

/// The settings of a project that compiled scripts depend on: `import.meta.env`, and the files of configuration.
struct BuildSettings {
    /// The mode of tests, see https://vite.dev/guide/env-and-mode.
    static let mode = "test"
    private static let environmentFiles = [".env", ".env.local", ".env.\(mode)", ".env.\(mode).local"]
    private static let largest = 1 << 20

    /// The options of esbuild.
    let options: [String]
    /// The files whose change concerns all scripts.
    let files: [String]

    /// Reads the files of a project.
    init(of project: ScriptProject) {
        var values: [String: String] = [:]
        let paths = Self.environmentFiles.map { project.root + "/" + $0 }
        for path in paths where project.isInside(path) {
            for (name, value) in Self.variables(in: path) where name.hasPrefix("VITE_") { values[name] = value }
        }
        var members = values.mapValues { JSONText.string($0) }
        members.merge([
            "MODE": "\"\(Self.mode)\"", "DEV": "true", "PROD": "false", "SSR": "false", "BASE_URL": "\"/\"",
        ]) { $1 }
        let object = members.sorted { $0.key < $1.key }.map { "\(JSONText.string($0.key)): \($0.value)" }
        options =
            Self.node + ["--define:import.meta.env={\(object.joined(separator: ", "))}"]
            + members.sorted { $0.key < $1.key }.map { "--define:import.meta.env.\($0.key)=\($0.value)" }
        files = paths
    }

    /// The options that give scripts for Node.js the globals they expect.
    static let node = [
        "--define:process.env.NODE_ENV=\"\(mode)\"", "--define:process.env={\"NODE_ENV\": \"\(mode)\"}",
        "--define:process.browser=true", "--define:global=globalThis",
    ]

    /// Returns the variables in a file of lines such as `NAME="value"`.
    private static func variables(in path: String) -> [(name: String, value: String)] {
        guard let state = FileState(of: path), state.size <= largest,
            let data = FileManager.default.contents(atPath: path)
        else { return [] }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            guard let match = line.wholeMatch(of: /\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*/) else { return nil }
            var value = match.2
            if let quote = value.first, ["\"", "'", "`"].contains(quote),
                let end = value.dropFirst().firstIndex(of: quote)
            {
                value = value[..<end].dropFirst()
            } else if let comment = value.range(of: " #") {
                value = value[..<comment.lowerBound]
            }
            return (String(match.1), value.trimmingCharacters(in: .whitespaces))
        }
    }

    /// Returns the configuration files for scripts in folders of a project, present or not: those of TypeScript and of packages.
    static func configurations(for folders: some Sequence<String>, in project: ScriptProject) -> [String] {
        var files: Set<String> = []
        var seen: Set<String> = []
        for folder in folders {
            var folder = folder
            while seen.insert(folder).inserted, folder == project.root || project.contains(folder) {
                for name in ["tsconfig.json", "package.json"] { add(folder + "/" + name, to: &files) }
                folder = FilePath.folder(of: folder)
            }
        }
        return files.sorted()
    }

    /// Adds a file, and the files that it extends.
    private static func add(_ path: String, to files: inout Set<String>) {
        guard files.insert(path).inserted, path.hasSuffix(".json"), !path.hasSuffix("package.json"),
            let state = FileState(of: path), state.size <= largest,
            let data = FileManager.default.contents(atPath: path)
        else { return }
        // The file may have comments and commas at the end of lists, which JSON does not have.
        let tokens = ScriptTokens(String(decoding: data, as: UTF8.self))
        for index in tokens.all.indices where tokens.text(at: index) == "\"extends\"" && tokens.isAt(index + 1, ":") {
            guard let other = tokens.string(at: index + 2), other.hasPrefix(".") else { continue }
            let place = FilePath.joined(FilePath.folder(of: path), other)
            add(place.hasSuffix(".json") ? place : place + ".json", to: &files)
        }
    }
}
