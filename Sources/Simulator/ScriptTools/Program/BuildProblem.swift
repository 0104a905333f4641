import Foundation

/// An error in a script, with its place.
package struct BuildProblem: Error, Equatable, Sendable {
    /// The description, as a sentence.
    package var message: String
    /// The path of the file; nil for an error without a place.
    package var file: String?
    /// The line, from 1.
    package var line: Int
    /// The column in UTF-16 units, from 1.
    package var column: Int

    package init(_ message: String, file: String? = nil, line: Int = 1, column: Int = 1) {
        self.message = message
        self.file = file
        self.line = line
        self.column = column
    }
}

/// The errors that prevent a build.
package struct BuildFailure: Error, Sendable {
    package var problems: [BuildProblem]
    /// The paths of the files whose change may end the failure.
    package var files: [String] = []

    init(_ problems: [BuildProblem]) { self.problems = problems }
}

extension BuildProblem {
    /// Returns the errors in the output of esbuild, with its notes.
    ///
    /// - Parameter folder: the folder that paths are relative to.
    static func all(in output: String, folder: String) -> [BuildProblem] {
        output.split(separator: "✘ [ERROR] ").compactMap { problem($0, folder) }
    }

    private static func problem(_ text: Substring, _ folder: String) -> BuildProblem? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let message = lines.first, lines.count > 1 || text.contains("error") else { return nil }
        let places = lines.indices.compactMap { index in lines[index].wholeMatch(of: /\ {4}(\S.*):(\d+):(\d+):/) }
        // Notes have two spaces at their beginning, quoted lines have more.
        let notes = lines.dropFirst().filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.contains("mark the path") && !$0.contains("--platform=node") }
        var problem = BuildProblem(([Self.sentence(message)] + notes).joined(separator: " "))
        guard let place = places.first, let line = Int(place.2), let bytes = Int(place.3) else { return problem }
        let file = FilePath.joined(folder, String(place.1))
        problem.file = file
        problem.line = line
        problem.column = SourceText(of: file)?.column(line: line, bytes: bytes) ?? bytes + 1
        return problem
    }

    private static func sentence(_ text: Substring) -> String {
        text.hasSuffix(".") || text.hasSuffix("?") ? String(text) : text + "."
    }
}

/// The lines of a file.
struct SourceText {
    private static let longest = 16 << 20
    private let lines: [Data]

    /// Reads a file; nil for a missing or a larger one.
    init?(of path: String) {
        guard let state = FileState(of: path), state.size <= Self.longest,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    /// Returns the column in UTF-16 units from 1, after a number of bytes in a line.
    func column(line: Int, bytes: Int) -> Int? { before(line: line, bytes: bytes).map { $0.utf16.count + 1 } }

    /// Returns the text of a line before an offset in bytes.
    func before(line: Int, bytes: Int) -> String? {
        guard lines.indices.contains(line - 1) else { return nil }
        return String(decoding: lines[line - 1].prefix(bytes), as: UTF8.self)
    }

    /// Returns the text of a line before a column in UTF-16 units.
    func before(line: Int, column: Int) -> String? {
        guard lines.indices.contains(line - 1) else { return nil }
        return String(String(decoding: lines[line - 1], as: UTF8.self).utf16.prefix(column - 1))
    }

    /// Returns the line and the column of the first occurrence of a text, both from 1.
    func place(of text: String) -> (line: Int, column: Int)? {
        for (index, line) in lines.enumerated() {
            let line = String(decoding: line, as: UTF8.self)
            guard let range = line.range(of: text) else { continue }
            return (index + 1, line[..<range.lowerBound].utf16.count + 1)
        }
        return nil
    }
}
