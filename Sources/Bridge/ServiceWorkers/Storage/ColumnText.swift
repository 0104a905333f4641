import Foundation
import HTTPMessages

/// Values in a column of text.
enum ColumnText {
    static func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONText.encode(value, .sorted), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONText.decode(type, from: Data(text.utf8))
    }
}
