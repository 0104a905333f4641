import ArgumentParser

/// The long names of the options that a configuration file may set, read from the commands' own properties.
enum OptionNames {
    /// The options of a command that stand on the command line only.
    static let ofCommandLine: Set<String> = [
        "as-worker", "compare-origins", "config", "grid-config", "last-failed", "list", "list-devices", "watch",
    ]

    /// The keys that `swwebview --automation` reads; it has no command line.
    static let automation = names(of: ViewOptions.self).union(["application-name", "application-version"])

    /// The options of each command with a view.
    static let byCommand: [String: Set<String>] = {
        let commands: [any ParsableCommand.Type] = [
            TestCommand.self, BiDiCommand.self, DriverCommand.self, InspectedCommand.self, MCPCommand.self,
            PreviewCommand.self, SnapshotCommand.self,
        ]
        return commands.reduce(into: [:]) { $0[$1.configuration.commandName ?? ""] = names(of: $1) }
    }()

    /// Options of which the command line's replace the file's, though they may be repeated.
    static let replacing: Set<String> = ["reporter", "coverage-reporter"]

    static let all = byCommand.values.reduce(automation) { $0.union($1) }

    private static func names(of arguments: any ParsableArguments.Type) -> Set<String> {
        Mirror(reflecting: arguments.init()).children.reduce(into: Set<String>()) { names, child in
            if let group = child.value as? any WrappedGroup {
                names.formUnion(self.names(of: group.arguments))
            } else if child.value is any WrappedOption, let label = child.label {
                names.insert(longName(label))
            }
        }
        .subtracting(ofCommandLine)
    }

    /// Returns the long name of a property wrapper: `_fullPage` is `full-page`.
    static func longName(_ label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { name, character in
            name += character.isUppercase ? "-\(character.lowercased())" : String(character)
        }
    }
}

/// A property that is an option or a flag.
protocol WrappedOption {
    /// The value. The command line must have been parsed.
    var anyValue: Any { get }
}

extension Option: WrappedOption {
    var anyValue: Any { wrappedValue }
}

extension Flag: WrappedOption {
    var anyValue: Any { wrappedValue }
}

/// A property that is a group of options.
private protocol WrappedGroup {
    var arguments: any ParsableArguments.Type { get }
}

extension OptionGroup: WrappedGroup {
    fileprivate var arguments: any ParsableArguments.Type { Value.self }
}
