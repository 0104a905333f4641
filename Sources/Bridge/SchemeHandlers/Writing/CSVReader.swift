/// Reads [CSV](https://www.rfc-editor.org/rfc/rfc4180) whose first line has the names. Every value is text, and one that is empty
/// without quotes is missing.
enum CSVReader {
    private static let mostColumns = 2000

    static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (JSONMembers) throws -> Void) throws {
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 1
        guard let heading = try fields(bytes, &position, line) else { return }
        let names = heading.map { $0 ?? "" }
        guard Set(names).count == names.count else {
            throw RESTError.badRequest("duplicate_name", "The first line of the CSV has a name twice.")
        }
        while let values = try fields(bytes, &position, line + 1) {
            line += 1
            guard values.count == names.count else {
                throw RESTError.badRequest(
                    "bad_csv", "Record \(line - 1) of the CSV has \(values.count) values for \(names.count) names.")
            }
            try take(zip(names, values).map { ($0, $1.map(RecordValue.text) ?? .null) })
        }
    }

    /// Returns the fields of the next line; nil at the end.
    private static func fields(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ line: Int
    ) throws -> [String?]? {
        guard position < bytes.count else { return nil }
        var fields: [String?] = []
        while true {
            fields.append(try field(bytes, &position, line))
            guard fields.count <= mostColumns else {
                throw RESTError.badRequest("bad_csv", "Line \(line) of the CSV has more than \(mostColumns) values.")
            }
            guard position < bytes.count else { return fields }
            let end = bytes[position]
            position += 1
            if end == UInt8(ascii: ",") { continue }
            if end == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
                position += 1
            }
            return fields
        }
    }

    private static func field(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ line: Int
    ) throws -> String? {
        let start = position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
            return position == start ? nil : try text(bytes[start..<position], line)
        }
        var value: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < bytes.count, bytes[position] == byte else {
                    guard position == bytes.count || isEnd(bytes[position]) else { break }
                    return try text(value, line)
                }
                position += 1
            }
            value.append(byte)
        }
        throw RESTError.badRequest("bad_csv", "The quotes in record \(line - 1) of the CSV do not match.")
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private static func text(_ bytes: some Collection<UInt8>, _ line: Int) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RESTError.badRequest("bad_csv", "Record \(line - 1) of the CSV is not UTF-8.")
        }
        guard !bytes.contains(0) else {
            throw RESTError.badRequest(
                "nul_byte", "Record \(line - 1) of the CSV has a NUL, which ends text in SQLite.")
        }
        return text
    }
}
