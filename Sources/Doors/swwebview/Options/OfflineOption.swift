import ArgumentParser
import URLInterception

/// Parses `--offline`: alone, or as `--offline=strict`.
extension Connectivity: ExpressibleByArgument {
    private static let words: [Connectivity: String] = [
        .online: "no", .offline: "network", .strictlyOffline: "strict",
    ]

    /// The texts that the value can be.
    public static var allValueStrings: [String] { allCases.compactMap { words[$0] } }

    /// The texts of the help for each value.
    public static var allValueDescriptions: [String: String] {
        ["no": "Use the network.", "network": "Also --offline alone.", "strict": "Fail the folders of --map as well."]
    }

    /// Reads a value.
    public init?(argument: String) {
        guard let value = Self.words.first(where: { $0.value == argument })?.key else { return nil }
        self = value
    }

    /// The value as it is written.
    public var defaultValueDescription: String { Self.words[self] ?? rawValue }

    /// Returns the command line with a value for an `--offline` that has none: the argument after it is not the value.
    static func spelledOut(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "--offline" ? "--offline=network" : $0 } + arguments[end...]
    }
}
