package import Foundation

/// JSON text of values: the decoder of what others send, and the encoder of what the program sends and stores.
package enum JSONText {
    /// The forms of JSON text.
    package struct Style: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Members are sorted by name.
        package static let sorted = Style(rawValue: 1)
        /// Each member has a line.
        package static let indented = Style(rawValue: 2)
        /// Numbers that are not finite are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`, which are errors otherwise.
        package static let nonFiniteNames = Style(rawValue: 4)
        /// Dates are strings in ISO 8601, and seconds since 2001 otherwise.
        package static let isoDates = Style(rawValue: 8)
    }

    /// Returns the JSON text of a string.
    package static func string(_ string: String) -> String {
        var text = ByteText()
        text.append(string: string)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Encodes a value, without escapes of slashes.
    ///
    /// - Throws: `EncodingError`.
    package static func encode(_ value: some Encodable, _ style: Style = []) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        if style.contains(.sorted) { encoder.outputFormatting.insert(.sortedKeys) }
        if style.contains(.indented) { encoder.outputFormatting.insert(.prettyPrinted) }
        if style.contains(.nonFiniteNames) {
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        }
        if style.contains(.isoDates) { encoder.dateEncodingStrategy = .iso8601 }
        return try encoder.encode(value)
    }

    /// Returns the JSON text of a value; `null` where the value cannot be encoded.
    package static func data(_ value: some Encodable, _ style: Style = []) -> Data {
        (try? encode(value, style)) ?? Data("null".utf8)
    }

    /// Returns the JSON text of a value; `null` where the value cannot be encoded.
    package static func text(_ value: some Encodable, _ style: Style = []) -> String {
        String(decoding: data(value, style), as: UTF8.self)
    }

    /// Decodes a value from the JSON text of a page, a client or a file.
    ///
    /// Foundation's decoder ends the process at a text whose last byte opens one level more than it reads, such as `[` 513 times. No JSON
    /// text ends in such a byte, so that this function refuses it.
    ///
    /// - Throws: `DecodingError`.
    package static func decode<Value: Decodable>(_ type: Value.Type, from text: Data) throws -> Value {
        // The decoder also reads UTF-16 and UTF-32, where zeros may follow the last character's byte.
        if let last = text.last(where: { $0 != 0 }), last == UInt8(ascii: "[") || last == UInt8(ascii: "{") {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The JSON text ends too early."))
        }
        return try JSONDecoder().decode(type, from: text)
    }
}
