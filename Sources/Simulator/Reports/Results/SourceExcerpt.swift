/// The lines around a position, as the file had them when the failure was reported.
public struct SourceExcerpt: Sendable, Equatable, Codable {
    /// The number of the first line, counted from 1.
    public var firstLine: Int
    /// The lines, without their ends; long ones are cut.
    public var lines: [String]
    /// The number of the line that the position names.
    public var line: Int
    /// The column that it names, counted from 1.
    public var column: Int?

    /// Lines above and below the one that counts.
    private static let margin = (above: 2, below: 2)
    private static let width = 160

    /// Cuts the lines around a position out of a text; nil where the text has no such line.
    public init?(of text: String, at position: SourcePosition) {
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard position.line >= 1, position.line <= all.count else { return nil }
        let index = position.line - 1
        let range = max(0, index - Self.margin.above)...min(all.count - 1, index + Self.margin.below)
        firstLine = range.lowerBound + 1
        lines = all[range].map { $0.count > Self.width ? $0.prefix(Self.width - 1) + "…" : String($0) }
        line = position.line
        column = position.column.flatMap { $0 >= 1 && $0 < Self.width ? $0 : nil }
    }
}
