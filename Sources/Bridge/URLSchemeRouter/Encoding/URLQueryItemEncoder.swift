public import Foundation

/// Makes query items from a value of an `Encodable` type, in the order in which the value encodes itself.
///
/// The forms are those that ``URLQueryItemDecoder`` reads: nested names and the numbers of array elements stand after
/// dots, `author.name=Ann&tags.0=a&tags.1=b`. An empty array leaves nothing. A value that is no object and no array is
/// an item without a name. Names and values are plain text, not percent-encoded.
public struct URLQueryItemEncoder: Sendable {
    /// The strategies for writing dates, data, keys and floating-point numbers.
    public var strategies: EncodingStrategies

    /// Makes an encoder.
    public init(strategies: EncodingStrategies = .default) {
        self.strategies = strategies
    }

    /// Writes a value.
    ///
    /// - Throws: `EncodingError` for a number that is not finite where the strategy is to throw, and whatever the value
    ///   throws while it encodes itself.
    public func encode(_ value: some Encodable) throws -> [URLQueryItem] {
        let root = OutputNode()
        try ParameterEncoder(node: root, codingPath: [], strategies: strategies).write(value)
        var items: [URLQueryItem] = []
        root.write("", to: &items)
        return items
    }
}
