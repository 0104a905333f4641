public import Foundation

/// Makes a value of a `Decodable` type from query items.
///
/// | in the type | in the URL |
/// | --- | --- |
/// | a property | `title=Tea` |
/// | an optional | may be missing; `title` without `=` is `nil` too |
/// | a nested type, a dictionary | `author.name=Ann` or `author[name]=Ann` |
/// | an array | `tags=a&tags=b`, `tags[]=a&tags[]=b`, `tags.0=a&tags.1=b` or `tags[0]=a&tags[1]=b` |
/// | an enum with raw values | the raw value |
/// | an enum with associated values | `shape.circle.radius=2`, and `shape.dot` for a case without |
/// | `URL`, `Decimal` | their text |
///
/// The items hold plain text: percent-encoding is already removed, and is not removed a second time. Percent-encode
/// brackets (`tags%5B0%5D`) in a text for `URL(string:)`; otherwise it does, and all percent signs a second time.
public struct URLQueryItemDecoder: Sendable {
    /// The strategies for reading dates, data, keys and floating-point numbers.
    public var strategies: DecodingStrategies
    /// The most keys that one name may lead through. A name that has more is an error.
    public var maximumDepth = 64

    /// Makes a decoder.
    public init(strategies: DecodingStrategies = .default) {
        self.strategies = strategies
    }

    /// Reads a value.
    ///
    /// - Throws: `DecodingError`. Its coding path is made of the names in the URL. A name that was given more than once
    ///   where one value is wanted, and an array whose numbers have gaps, are data that is corrupted.
    public func decode<Value: Decodable>(_ type: Value.Type, from queryItems: [URLQueryItem]) throws -> Value {
        try decode(type, from: queryItems, overriddenBy: [:])
    }

    /// Reads a value where some names have their value from elsewhere, which the items cannot change.
    func decode<Value: Decodable>(
        _ type: Value.Type, from queryItems: [URLQueryItem], overriddenBy fixed: [String: String]
    ) throws -> Value {
        var root = QueryNode()
        for item in queryItems {
            guard let path = ParameterName.path(item.name, limit: maximumDepth) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: [ParameterKey(stringValue: item.name.shortened)],
                        debugDescription: "It leads through more than \(maximumDepth) levels."))
            }
            root.insert(item.value, at: path == [""] ? [] : path[...])
        }
        for (name, value) in fixed {
            root.replace(name, with: value)
            // Under the name that the strategy looks for first as well, or an item could come before it.
            let converted = strategies.keyStrategy.name(of: ParameterKey(stringValue: name), at: [])
            if converted != name { root.replace(converted, with: value) }
        }
        return try ParameterDecoder(node: root, codingPath: [], strategies: strategies).value(type)
    }
}

extension String {
    /// The text, or its beginning, for a message that quotes what a stranger wrote.
    var shortened: String {
        unicodeScalars.count <= 120 ? self : String(unicodeScalars.prefix(120)) + "…"
    }
}
