/// The fields of an object.
struct KeyedOutput<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ParameterEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws { child(key).node.content = .value(nil) }

    func encode(_ value: some Encodable, forKey key: Key) throws { try child(key).write(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { child(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { child(ParameterKey.superclass) }

    func superEncoder(forKey key: Key) -> any Encoder { child(key) }

    private func child(_ key: any CodingKey) -> ParameterEncoder {
        let name = encoder.strategies.keyStrategy.name(of: key, at: codingPath)
        return encoder.child(encoder.node.field(name), ParameterKey(stringValue: name))
    }
}

/// The elements of an array.
struct UnkeyedOutput: UnkeyedEncodingContainer {
    let encoder: ParameterEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.children.count }

    func encodeNil() throws { child().node.content = .value(nil) }

    func encode(_ value: some Encodable) throws { try child().write(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        child().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

    func superEncoder() -> any Encoder { child() }

    private func child() -> ParameterEncoder {
        let key = ParameterKey(intValue: count)
        return encoder.child(encoder.node.element(), key)
    }
}

/// One value.
struct SingleOutput: SingleValueEncodingContainer {
    let encoder: ParameterEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { encoder.node.content = .value(nil) }

    func encode(_ value: some Encodable) throws { try encoder.write(value) }
}
