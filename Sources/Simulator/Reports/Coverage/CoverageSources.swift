import Foundation
import HTTPMessages
import ScriptTools

/// The original files of a served script: the script itself, or the sources that its source map names.
struct CoverageSources {
    private static let longest = 16 << 20

    /// A position in an original file.
    struct Position {
        var path: String
        /// The line and the column, from 0.
        var line: Int
        var column: Int
    }

    private let script: CoverageTotals.Key
    private let root: String
    private var map: SourceMap?
    private var folder: URL
    /// The texts of original files, by path.
    private(set) var texts: [String: String] = [:]
    private var paths: [String: String?] = [:]

    /// - Parameter text: the text of the script.
    init(of script: CoverageTotals.Key, root: String, text: String) {
        (self.script, self.root) = (script, root)
        let file = URL(filePath: script.file)
        folder = file.deletingLastPathComponent()
        guard script.line == 0, script.column == 0, let reference = SourceMap.address(in: text) else { return }
        if reference.hasPrefix("data:") {
            map = DataURL.content(of: reference).flatMap { SourceMap(json: $0.bytes) }
        } else if let found = path(of: reference), let json = Self.read(found) {
            map = SourceMap(json: Data(json.utf8))
            folder = URL(filePath: found).deletingLastPathComponent()
        }
    }

    /// Returns the original position of a position in the script; nil for code without one.
    mutating func original(line: Int, column: Int) -> Position? {
        guard let map else {
            let start = line == 0 ? script.column : 0
            return Position(path: script.file, line: script.line + line, column: start + column)
        }
        guard let found = map.original(line: line + 1, column: column + 1) else { return nil }
        if paths[found.source] == nil {
            let path = path(of: found.source)
            paths[found.source] = .some(path)
            if let path { texts[path] = Self.read(path) ?? found.content }
        }
        guard case .some(.some(let path)) = paths[found.source], texts[path] != nil else { return nil }
        return Position(path: path, line: found.line - 1, column: found.column - 1)
    }

    /// Returns the path of an address in a script or a map; nil for one outside of the served folder and the working directory.
    private func path(of reference: String) -> String? {
        var path: String
        if let url = URL(string: reference), let scheme = url.scheme, scheme != "file" {
            // Bundlers name sources by a scheme of their own: webpack:///src/cart.ts.
            path = root + "/" + url.path(percentEncoded: false).drop { $0 == "/" }
        } else {
            let name = reference.removingPercentEncoding ?? reference
            path = name.hasPrefix("/") ? root + name : folder.path(percentEncoded: false) + "/" + name
        }
        path = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
        let allowed = [root, FileManager.default.currentDirectoryPath]
        return allowed.contains { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") } ? path : nil
    }

    static func read(_ path: String) -> String? { ScriptFile.text(of: URL(filePath: path), upTo: longest) }
}
