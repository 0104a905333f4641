public import Foundation
import HTTPMessages

/// The JSON text of values, with extra forms for values that JSON lacks.
///
/// | value | form |
/// | --- | --- |
/// | a date | `{"$date": 1700000000000}`, milliseconds since 1970 |
/// | NaN, ∞, -∞, -0 | `{"$number": "NaN"}`, `"Infinity"`, `"-Infinity"`, `"-0"` |
/// | `undefined` | `{"$undefined": true}` |
/// | an object whose only member has a name that begins with `$` | `{"$object": {…}}` |
extension NativeValue {
    /// Parses a value.
    ///
    /// - Throws: ``NativeCallError`` for text that is not JSON, and for values that are nested more than 500 deep.
    public init(json: Data) throws(NativeCallError) {
        self = NativeValue(try Self.read(json), isLiteral: false)
    }

    /// Parses a value.
    ///
    /// - Throws: ``NativeCallError`` for text that is not JSON, and for values that are nested more than 500 deep.
    public init(json: String) throws(NativeCallError) {
        try self.init(json: Data(json.utf8))
    }

    /// Parses ordinary JSON. An object such as `{"$date": 0}` stays an object.
    ///
    /// - Throws: ``NativeCallError`` for text that is not JSON, and for values that are nested more than 500 deep.
    public init(plainJSON json: Data) throws(NativeCallError) {
        self = NativeValue(plain: try Self.read(json))
    }

    private static func read(_ json: Data) throws(NativeCallError) -> JSONValue {
        do throws(JSONFlaw) {
            // An escaped form may be two levels deeper than the value that it stands for.
            return try JSONValue(json: json, deepest: deepest + 3)
        } catch {
            guard error.reason != .depth else {
                throw NativeCallError("The value is nested more than \(deepest) deep")
            }
            throw NativeCallError("This is not JSON: \(error.reason.rawValue) (byte \(error.offset + 1))")
        }
    }

    /// Makes a value of plain JSON, without the forms.
    private init(plain json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let number): self = .number(Double(number))
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { NativeValue(plain: $0) })
        case .object(let members): self = .object(members.mapValues { NativeValue(plain: $0) })
        }
    }

    /// Makes a value of JSON with the forms.
    ///
    /// - Parameter isLiteral: whether the value is the object of `{"$object": …}`, which is no form itself.
    private init(_ json: JSONValue, isLiteral: Bool) {
        switch json {
        case .array(let elements): self = .array(elements.map { NativeValue($0, isLiteral: false) })
        case .object(let members):
            let isEscape = members.count == 1 && members["$object"] != nil
            let values = members.mapValues { NativeValue($0, isLiteral: isEscape) }
            self = isLiteral ? .object(values) : Self.unescaped(values)
        default: self.init(plain: json)
        }
    }

    /// A JavaScript expression for the value, which has no escaped forms.
    public var script: String {
        switch self {
        case .undefined: return "undefined"
        case .number(let number) where !number.isFinite:
            return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
        case .number(let number) where number == 0 && number.sign == .minus: return "-0"
        case .date(let date): return "new Date(\((date.timeIntervalSince1970 * 1000).rounded()))"
        case .array(let elements): return "[\(elements.map(\.script).joined(separator: ","))]"
        case .object(let members):
            // An object literal with the plain name `__proto__` would set the object's prototype.
            let parts = members.sorted { $0.key < $1.key }.map { name, value in
                let text = NativeValue.string(name).json
                return "\(name == "__proto__" ? "[\(text)]" : text):\(value.script)"
            }
            return "{\(parts.joined(separator: ","))}"
        case .null, .bool, .number, .string: return json
        }
    }

    /// The JSON text on one line, with members sorted by name.
    public var json: String {
        var text = ByteText()
        write(to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    func write(to text: inout ByteText) {
        switch self {
        case .undefined: text.append("{\"$undefined\":true}")
        case .null: text.append("null")
        case .bool(let flag): text.append(flag)
        case .number(let number): Self.write(number, to: &text)
        case .string(let string): text.append(string: string)
        case .date(let date):
            text.append("{\"$date\":")
            Self.write((date.timeIntervalSince1970 * 1000).rounded(), to: &text)
            text.append("}")
        case .array(let elements):
            text.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(",") }
                element.write(to: &text)
            }
            text.append("]")
        case .object(let members):
            let isEscaped = members.count == 1 && members.first?.key.hasPrefix("$") == true
            if isEscaped { text.append("{\"$object\":") }
            text.append("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text.append(",") }
                text.append(string: member.key)
                text.append(":")
                member.value.write(to: &text)
            }
            text.append("}")
            if isEscaped { text.append("}") }
        }
    }

    private static func write(_ number: Double, to text: inout ByteText) {
        if number.isNaN {
            text.append("{\"$number\":\"NaN\"}")
        } else if number.isInfinite {
            text.append(raw: "{\"$number\":\"\(number < 0 ? "-" : "")Infinity\"}")
        } else if number == 0, number.sign == .minus {
            text.append("{\"$number\":\"-0\"}")
        } else {
            text.append(number)
        }
    }

    /// Returns the value that a parsed object represents.
    static func unescaped(_ members: [String: NativeValue]) -> NativeValue {
        guard members.count == 1, let (name, value) = members.first, name.hasPrefix("$") else {
            return .object(members)
        }
        switch (name, value) {
        case ("$date", .number(let milliseconds)): return .date(Date(timeIntervalSince1970: milliseconds / 1000))
        case ("$undefined", .bool(true)): return .undefined
        case ("$object", .object): return value
        case ("$number", .string("NaN")): return .number(.nan)
        case ("$number", .string("Infinity")): return .number(.infinity)
        case ("$number", .string("-Infinity")): return .number(-.infinity)
        case ("$number", .string("-0")): return .number(-0.0)
        default: return .object(members)
        }
    }
}

extension NativeValue: Encodable {
    /// Encodes plain JSON, as `JSON.stringify` does: dates as text in ISO 8601, numbers that are not finite as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .undefined, .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .number(let number) where !number.isFinite: try container.encodeNil()
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .date(let date):
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members.filter { $0.value != .undefined })
        }
    }
}
