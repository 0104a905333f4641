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

    /// Returns the command line with values for an `--offline` and a `--web-app` that have none: the argument after them is not the value.
    static func spelledOut(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let values = ["--offline": "--offline=network", "--web-app": "--web-app=\(WebAppOption.ios.rawValue)"]
        return arguments[..<end].map { values[$0] ?? $0 } + arguments[end...]
    }
}
