import Foundation

/// One file of a realm's script: the names that it imports and exports, and its text without those statements.
///
/// Statements begin at the start of a line, and an import ends with its line. These are the forms:
///
///     import { a, b } from "./file.js";       also over several lines
///     import "./file.js";
///     export const a = …                      also let, function, async function and class
///     export const { a, b: c } = …            also over several lines
struct ScriptModule {
    struct Import: Equatable {
        /// The file: a path from the importing file, or `realm/NAME`.
        let specifier: String
        let names: [String]
    }

    let path: String
    /// The text of the file.
    let source: String
    private(set) var imports: [Import] = []
    private(set) var exports: Set<String> = []
    /// The text without comments, and without the statements. Each line has the number that it has in the file.
    private(set) var text = ""

    init(path: String, source: String) throws {
        self.path = path
        self.source = source
        var lines = SwiftSource.withoutComments(source).components(separatedBy: "\n")
        var index = 0
        while index < lines.count {
            if lines[index].starts(with: /import\b/) {
                let end = lines[index...].firstIndex { $0.hasSuffix(";") } ?? index
                try add(importOf: lines[index...end].joined(separator: " "), line: index)
                for line in index...end { lines[line] = "" }
                index = end
            } else if lines[index].starts(with: /export\b/) {
                let end = lines[index...].firstIndex { $0.contains(" = ") || $0.contains("(") } ?? index
                try add(exportOf: lines[index...end].joined(separator: " "), line: index)
                lines[index].removeFirst("export ".count)
            }
            index += 1
        }
        text = lines.joined(separator: "\n")
    }

    private mutating func add(importOf statement: String, line: Int) throws {
        if let match = try /import "([^"]+)";/.wholeMatch(in: statement) {
            imports.append(Import(specifier: String(match.1), names: []))
        } else if let match = try /import \{([\w\s,$]+)\} from "([^"]+)";/.wholeMatch(in: statement) {
            let names = match.1.split { $0 == "," || $0 == " " }.map(String.init)
            guard !names.contains("as") else { throw error("an import cannot rename", line) }
            imports.append(Import(specifier: String(match.2), names: names))
        } else {
            throw error("an import has the form import { a, b } from \"./file.js\";", line)
        }
    }

    private mutating func add(exportOf statement: String, line: Int) throws {
        if let match = try /export (?:const|let|class|function|async function) ([\w$]+)\b.*/.wholeMatch(in: statement) {
            exports.insert(String(match.1))
        } else if let match = try /export (?:const|let) \{([\w\s,:$]+)\} = .*/.wholeMatch(in: statement) {
            let members = match.1.split(separator: ",").compactMap { $0.split { $0 == ":" || $0 == " " }.last }
            exports.formUnion(members.map(String.init))
        } else {
            throw error("an export has the form export const a = …, or let, function, async function or class", line)
        }
    }

    private func error(_ sentence: String, _ line: Int) -> EmbeddingError {
        EmbeddingError("\(path):\(line + 1): \(sentence)")
    }
}
