import Foundation

/// Decodes what one node of the parameters holds.
struct ParameterDecoder: Decoder {
    let node: QueryNode
    let codingPath: [any CodingKey]
    let strategies: DecodingStrategies
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        // The root has values only from a nameless item, which stands beside the others.
        if !codingPath.isEmpty, !node.names.isEmpty, !node.values.isEmpty { throw corrupted(Self.twoShapes) }
        return KeyedDecodingContainer(KeyedParameters(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedParameters(decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleParameter(decoder: self)
    }

    /// Returns the decoder for a node below this one.
    func child(_ node: QueryNode, _ key: ParameterKey) -> ParameterDecoder {
        ParameterDecoder(node: node, codingPath: codingPath + [key], strategies: strategies)
    }

    /// Reads the value as any type.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let special: Any? =
            switch type {
            case is Date.Type: try strategies.dateStrategy.date(from: self)
            case is Data.Type: try strategies.dataStrategy.data(from: self)
            case is URL.Type where node.names.isEmpty: try url()
            case is Decimal.Type where node.names.isEmpty: try decimal()
            case is Double.Type: try strategies.nonConformingFloatStrategy.number(from: self) as Double
            case is Float.Type: try strategies.nonConformingFloatStrategy.number(from: self) as Float
            case let textual as any TextualValue.Type: try textual.init(text(for: type)) ?? { throw mismatch(type) }()
            default: nil
            }
        guard let special else { return try Value(from: self) }
        guard let value = special as? Value else { throw mismatch(type) }
        return value
    }

    /// Returns the one text that the node holds.
    func text(for type: any Any.Type) throws -> String {
        if !codingPath.isEmpty, !node.names.isEmpty {
            throw node.values.isEmpty ? mismatch(type) : corrupted(Self.twoShapes)
        }
        guard node.values.count < 2 else { throw corrupted("It is given more than once.") }
        guard let first = node.values.first, let text = first else {
            throw DecodingError.valueNotFound(type, context("It has no value."))
        }
        return text
    }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(type, context("It cannot be read as \(type)."))
    }

    func corrupted(_ reason: String) -> DecodingError { .dataCorrupted(context(reason)) }

    func context(_ reason: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: reason)
    }

    private static let twoShapes = "It has both a value and names below it."
}
