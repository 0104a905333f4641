import Foundation

/// A regular expression for the names of tests.
public struct NamePattern: Sendable, Equatable {
    /// The expression, as it was given.
    public let source: String
    private let expression: NSRegularExpression

    /// - Throws: an error when the text is no regular expression.
    public init(_ source: String) throws {
        self.source = source
        expression = try NSRegularExpression(pattern: source)
    }

    /// Whether it is found in a test's name: the groups, outermost first, and the test's own name, joined by spaces.
    public func matches(_ name: [String]) -> Bool {
        let text = name.joined(separator: " ")
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    /// Whether both were given as the same text.
    public static func == (left: NamePattern, right: NamePattern) -> Bool { left.source == right.source }
}
