import Foundation
import ProcessFiles
import Yams

/// Options from a YAML file, put in front of those of the command line, which therefore win.
///
/// ```yaml
/// map: ["sw://app.example=./dist"]
/// permit: app.example
/// timeout: 10
/// ```
struct ConfigurationFile {
    /// The variable that names the file where `--config` does not: a WebDriver starts the command without the caller's arguments.
    static let variable = "SWWEBVIEW_CONFIG"

    let path: String
    let values: [String: [String]]
    private let flags: Set<String>

    /// Reads the file that the command line or the environment names; nil when neither does.
    static func named(by arguments: [String]) throws -> ConfigurationFile? {
        if let path = path(in: arguments) { return try ConfigurationFile(path: path) }
        guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return nil }
        return try ConfigurationFile(path: path)
    }

    private static func path(in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return nil }
            if argument.hasPrefix("--config=") { return String(argument.dropFirst("--config=".count)) }
            if argument == "--config", index + 1 < arguments.count { return arguments[index + 1] }
        }
        return nil
    }

    /// Returns the command line with the file's options in front. Options of other commands are left out.
    static func expand(_ arguments: [String]) throws -> [String] {
        guard let command = arguments.first, let known = OptionNames.byCommand[command],
            let file = try named(by: arguments)
        else { return arguments }
        // An option that may be repeated adds to the file's, but for those of which the command line means to have the whole.
        let replaced = OptionNames.replacing.filter { name in
            arguments.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
        }
        return [command] + file.arguments(known: known.subtracting(replaced)) + arguments.dropFirst()
    }

    /// Reads a file.
    ///
    /// - Throws: ``UsageError`` that names the file and what is wrong in it.
    init(path: String) throws {
        self.path = path
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw UsageError(
                "the configuration \(path) cannot be read: \(error.fileReason). Correct --config or \(Self.variable).")
        }
        let loaded: Any?
        do {
            // Counted before it is made: aliases of aliases stand for more values than any memory holds.
            guard try Self.count(Yams.compose(yaml: text), upTo: Self.mostValues) <= Self.mostValues else {
                throw UsageError("the configuration \(path) has over \(Self.mostValues) values. Give fewer.")
            }
            loaded = try Yams.load(yaml: text)
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("the configuration \(path) is not YAML: \(error)")
        }
        guard let members = (loaded ?? [String: Any]()) as? [String: Any] else {
            throw UsageError("the configuration \(path) must hold “option: value” lines.")
        }
        var values: [String: [String]] = [:]
        var flags: Set<String> = []
        for (name, value) in members {
            guard OptionNames.all.contains(name) else {
                let names = OptionNames.all.sorted().joined(separator: ", ")
                throw UsageError("the configuration \(path) has an unknown option “\(name)”. There are: \(names).")
            }
            if let flag = value as? Bool {
                if flag { flags.insert(name) }
            } else {
                values[name] = try Self.texts(value, name, path)
            }
        }
        self.values = values
        self.flags = flags
    }

    /// More values than all options together may have.
    private static let mostValues = 10_000

    /// Returns how many values a node has, aliases in full; some number above the limit where there are more.
    private static func count(_ node: Node?, upTo limit: Int) -> Int {
        var children: [Node] = []
        switch node {
        case .sequence(let sequence)?: children = Array(sequence)
        case .mapping(let mapping)?: children = mapping.flatMap { [$0.key, $0.value] }
        default: return 1
        }
        var count = 1
        for child in children where count <= limit { count += Self.count(child, upTo: limit - count) }
        return count
    }

    private static func texts(_ value: Any, _ name: String, _ path: String) throws -> [String] {
        switch value {
        case let text as String: return [text]
        case let number as Int: return [String(number)]
        case let number as Double: return [String(number)]
        case let list as [Any]: return try list.flatMap { try texts($0, name, path) }
        default: throw UsageError("the configuration \(path): “\(name)” must be text, a number or a list of them.")
        }
    }

    func isSet(_ flag: String) -> Bool { flags.contains(flag) }

    /// Returns the options that are known, as a command line has them.
    func arguments(known: Set<String>) -> [String] {
        let valued = values.keys.sorted().filter(known.contains).flatMap { name in
            (values[name] ?? []).map { "--\(name)=\($0)" }
        }
        return valued + flags.sorted().filter(known.contains).map { "--\($0)" }
    }
}
