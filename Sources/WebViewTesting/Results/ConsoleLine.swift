/// How serious a console message is, by the console method that printed it.
public enum ConsoleLevel: String, Sendable, Codable, CaseIterable {
    case log, info, warn, error, debug
}

/// One message a page printed on its console; the text may hold several lines.
public struct ConsoleLine: Sendable, Equatable {
    /// The console method's level.
    public var level: ConsoleLevel
    /// The text as a browser's console would show it.
    public var text: String

    /// A message of a level.
    public init(level: ConsoleLevel, text: String) {
        self.level = level
        self.text = text
    }
}
