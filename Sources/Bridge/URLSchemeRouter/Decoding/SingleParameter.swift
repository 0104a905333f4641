/// One value.
struct SingleParameter: SingleValueDecodingContainer {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.node.isEmpty }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}
