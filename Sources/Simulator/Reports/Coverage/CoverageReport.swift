import Foundation
import ScriptTools

/// The coverage of the files of a run.
package struct CoverageReport: Sendable {
    /// The files, by path.
    package private(set) var files: [FileCoverage] = []
    private let missingPages: Int

    /// Makes the report.
    ///
    /// - Parameters:
    ///   - left: the paths of files that the report leaves out: the tests themselves.
    ///   - patterns: the patterns of further paths that the report leaves out. They are relative to the working directory.
    package init(_ totals: CoverageTotals, leavingOut left: Set<String> = [], patterns: [String] = []) {
        missingPages = totals.missingPages
        let globs = patterns.flatMap { GlobPattern.patterns($0) }
        let current = FileManager.default.currentDirectoryPath + "/"
        var found: [String: FileCoverage] = [:]
        for (key, script) in totals.scripts {
            guard let text = totals.texts[key.digest] else { continue }
            Self.add(key, script, text, to: &found)
        }
        for (path, var file) in found where !left.contains(path) && !path.contains("/node_modules/") {
            if path.hasPrefix(current) { file.path = String(path.dropFirst(current.count)) }
            guard !globs.contains(where: { $0.matches(path: file.path) }), !file.lines.isEmpty else { continue }
            files.append(file)
        }
        files.sort { $0.path < $1.path }
    }

    private static func add(
        _ key: CoverageTotals.Key, _ script: CoverageTotals.Script, _ text: String,
        to found: inout [String: FileCoverage]
    ) {
        var sources = CoverageSources(of: key, root: script.root, text: text)
        var lines: [String: [Int: Int]] = [:]
        // Each branch begins at its first word.
        var branches: [Int: (path: String, branch: FileCoverage.Branch, count: Int)] = [:]
        for place in BlockCounts(text: text, blocks: script.blocks).places {
            guard let original = sources.original(line: place.line, column: place.column) else { continue }
            lines[original.path, default: [:]][original.line] = max(
                lines[original.path]?[original.line] ?? 0, place.count)
            if let number = place.branch, branches[number] == nil {
                let branch = FileCoverage.Branch(line: original.line, column: original.column)
                branches[number] = (original.path, branch, place.count)
            }
        }
        for (path, counts) in lines {
            if found[path] == nil {
                guard let whole = sources.texts[path] ?? CoverageSources.read(path) else { continue }
                found[path] = FileCoverage(path: path, text: whole)
            }
            for (line, count) in counts { found[path]?.lines[line, default: 0] += count }
        }
        for (path, branch, count) in branches.values { found[path]?.branches[branch, default: 0] += count }
    }

    /// The lines of all files.
    package var lines: CoverageRatio {
        CoverageRatio(
            covered: files.reduce(0) { $0 + $1.coveredLines }, all: files.reduce(0) { $0 + $1.lines.count })
    }

    /// The branches of all files.
    package var branches: CoverageRatio {
        CoverageRatio(
            covered: files.reduce(0) { $0 + $1.coveredBranches }, all: files.reduce(0) { $0 + $1.branches.count })
    }

    /// A sentence with the figures.
    package var summary: String {
        let missing =
            switch missingPages {
            case 0: ""
            case 1: " 1 page, which ended with its process or hung, is not counted."
            default: " \(missingPages) pages, which ended with their processes or hung, are not counted."
            }
        guard !files.isEmpty else { return "Coverage: the pages ran no script of the project." + missing }
        let (lines, branches) = (lines, branches)
        return "Coverage: \(lines.text) of lines (\(lines.covered) of \(lines.all)), \(branches.text) of branches "
            + "(\(branches.covered) of \(branches.all)), in \(files.count) \(files.count == 1 ? "file" : "files")."
            + missing
    }
}
