public import Foundation

/// A JSON value, with numbers and booleans kept apart.
public enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or beyond 64 bits.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, without the order of its members.
    case object([String: JSONValue])

    /// The number; nil for anything else.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The string; nil for anything else.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The whole number; nil for anything else.
    package var number: Int? { if case .integer(let number) = self { number } else { nil } }

    /// The boolean; nil for anything else.
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The elements of an array; none for anything else.
    package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    /// The members of an object; nil for anything else.
    package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// The member of an object; nil where there is none.
    package subscript(name: String) -> JSONValue? { members?[name] }

    /// The kind of value, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string(let text): "“\(text)”"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The JSON text, with members sorted by name. A number that is not finite becomes `null`.
    public var data: Data {
        var text = ByteText()
        write(to: &text)
        return Data(text.bytes)
    }

    private func write(to text: inout ByteText) {
        switch self {
        case .null: text.append("null")
        case .bool(let flag): text.append(flag)
        case .integer(let number): text.append(number)
        case .number(let number): text.append(number)
        case .string(let string): text.append(string: string)
        case .array(let elements):
            text.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(",") }
                element.write(to: &text)
            }
            text.append("]")
        case .object(let members):
            text.append("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text.append(",") }
                text.append(string: member.key)
                text.append(":")
                member.value.write(to: &text)
            }
            text.append("}")
        }
    }
}

extension JSONValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of two members of one name the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}
