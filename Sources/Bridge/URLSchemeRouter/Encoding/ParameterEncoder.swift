import Foundation

/// Encodes into one node of the output.
struct ParameterEncoder: Encoder {
    let node: OutputNode
    let codingPath: [any CodingKey]
    let strategies: EncodingStrategies
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // The fields may exist already: a superclass that encodes itself with the same encoder adds to them.
        node.content = .fields
        return KeyedEncodingContainer(KeyedOutput(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .elements
        return UnkeyedOutput(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleOutput(encoder: self) }

    /// Returns the encoder for a node below this one.
    func child(_ node: OutputNode, _ key: ParameterKey) -> ParameterEncoder {
        ParameterEncoder(node: node, codingPath: codingPath + [key], strategies: strategies)
    }

    /// Writes a value of any type.
    func write(_ value: some Encodable) throws {
        switch value {
        case let date as Date: try strategies.dateStrategy.write(date, to: self)
        case let data as Data: try strategies.dataStrategy.write(data, to: self)
        case let url as URL: node.content = .value(url.absoluteString)
        case let number as Decimal: node.content = .value(number.description)
        case let number as Double: try write(number: number)
        case let number as Float: try write(number: number)
        case let textual as any TextualValue: node.content = .value(textual.description)
        default: try value.encode(to: self)
        }
    }

    private func write(number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        guard !number.isFinite else {
            let text = number.description
            node.content = .value(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
            return
        }
        switch strategies.nonConformingFloatStrategy {
        case .convertToString(let positiveInfinity, let negativeInfinity, let nan):
            node.content = .value(number.isNaN ? nan : number < 0 ? negativeInfinity : positiveInfinity)
        case .throw:
            throw EncodingError.invalidValue(
                number, .init(codingPath: codingPath, debugDescription: "\(number) is not a finite number."))
        }
    }
}

extension DateEncodingStrategy {
    fileprivate func write(_ date: Date, to encoder: ParameterEncoder) throws {
        switch self {
        case .custom(let encode): try encode(date, encoder)
        case .deferredToDate: try date.encode(to: encoder)
        case .formatted(let formatter): try encoder.write(formatter.string(from: date))
        case .iso8601: try encoder.write(ISO8601DateFormatter().string(from: date))
        case .millisecondsSince1970: try encoder.write(date.timeIntervalSince1970 * 1000)
        case .secondsSince1970: try encoder.write(date.timeIntervalSince1970)
        }
    }
}

extension DataEncodingStrategy {
    fileprivate func write(_ data: Data, to encoder: ParameterEncoder) throws {
        switch self {
        case .base64: try encoder.write(data.base64EncodedString())
        case .custom(let encode): try encode(data, encoder)
        case .deferredToData: try data.encode(to: encoder)
        }
    }
}
