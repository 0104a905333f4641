/// The level of a console message, named after the console method that printed it.
public enum ConsoleLevel: String, Sendable, Codable, CaseIterable {
    case log, info, warn, error, debug
}

/// One message a page printed on its console; the text may hold several lines.
public struct ConsoleLine: Sendable, Equatable, Codable {
    /// The console method's level.
    public var level: ConsoleLevel
    /// The text as a browser's console would show it.
    public var text: String

    /// A message of a level.
    public init(level: ConsoleLevel, text: String) {
        self.level = level
        self.text = text
    }

    /// Returns the line that a console shows for an error that nobody caught.
    static func uncaught(_ message: String, at position: SourcePosition?) -> ConsoleLine {
        ConsoleLine(level: .error, text: "Uncaught: \(message)\(position.map { " (\($0))" } ?? "")")
    }

    /// The line of a page's event: of what it printed, or of an error that nobody caught there; nil for other events.
    package init?(_ event: PageEvent) {
        switch event {
        case .console(let level, let text): self.init(level: level, text: text)
        case .uncaughtError(let message, let source, let line, let column, _):
            self = .uncaught(message, at: line.map { SourcePosition(url: source ?? "", line: $0, column: column) })
        default: return nil
        }
    }
}
