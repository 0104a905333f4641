/// The names below a node, as the keys of a type. A node without any is an empty object.
struct KeyedParameters<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.node.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { find(key)?.node.isEmpty ?? true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try child(key).value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try child(ParameterKey.superclass) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }

    private func find(_ key: any CodingKey) -> ParameterDecoder? {
        let converted = decoder.strategies.keyStrategy.name(of: key, at: codingPath)
        // The keys of a dictionary are the names themselves, whatever the strategy makes of them.
        for name in [converted, key.stringValue] {
            if let node = decoder.node[name] { return decoder.child(node, ParameterKey(stringValue: name)) }
        }
        return nil
    }

    private func child(_ key: any CodingKey) throws -> ParameterDecoder {
        if let child = find(key) { return child }
        if decoder.node.values.contains(where: { $0?.isEmpty == false }), !codingPath.isEmpty {
            throw decoder.mismatch([String: String].self)
        }
        throw DecodingError.keyNotFound(key, decoder.context("Nothing is given under that name."))
    }
}
