/// The elements of an array: values given under one name, or names that are numbers.
struct UnkeyedParameters: UnkeyedDecodingContainer {
    private let decoder: ParameterDecoder
    private let elements: [QueryNode]
    private(set) var currentIndex = 0

    /// - Throws: `DecodingError` when the numbers do not run from 0 without gaps; so the largest number in a URL
    ///   does not decide how much memory is taken.
    init(decoder: ParameterDecoder) throws {
        self.decoder = decoder
        let node = decoder.node
        if node.names.isEmpty {
            elements = node.values == [nil] ? [] : node.values.map(QueryNode.init(value:))
            return
        }
        if !decoder.codingPath.isEmpty, !node.values.isEmpty {
            throw decoder.corrupted("It has both values and numbered elements.")
        }
        elements = try node.names.indices.map { index in
            guard let element = node[String(index)] else {
                throw decoder.corrupted("Its elements are not numbered from 0 on without gaps: \(index) is missing.")
            }
            return element
        }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try peek(Never.self).node.isEmpty else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try peek(type).value(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try peek(type).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try peek([String].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let element = try peek((any Decoder).self)
        currentIndex += 1
        return element
    }

    private func peek(_ type: any Any.Type) throws -> ParameterDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(type, decoder.context("It has only \(elements.count) elements."))
        }
        return decoder.child(elements[currentIndex], ParameterKey(intValue: currentIndex))
    }
}
