package import Foundation

/// JSON text of single values, for messages that are put together by hand, and the decoder of what others send.
package enum JSONText {
    /// Returns the JSON text of a string.
    package static func string(_ string: String) -> String {
        var text = ByteText()
        text.append(string: string)
        return String(decoding: text.bytes, as: UTF8.self)
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
