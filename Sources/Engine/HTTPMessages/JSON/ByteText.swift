import Glibc

/// JSON text, built as bytes, since every command and event is written with it.
package struct ByteText: JSONStringOutput {
    package private(set) var bytes: [UInt8] = []

    package init(_ text: StaticString = "") { append(text) }

    /// The most room that is kept for the next text.
    private static let usualRoom = 1 << 20

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: bytes.count <= Self.usualRoom) }

    package mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func append(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a number; `null` for one that is not finite.
    package mutating func append(_ number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53, whole != 0 || number.sign == .plus {
            append(whole)
        } else {
            append(raw: number.isFinite ? "\(number)" : "null")
        }
    }

    package mutating func append(_ flag: Bool) { append(flag ? "true" : "false") }

    /// Appends JSON text, or other text that must not end the line.
    package mutating func append(line: UnsafeRawBufferPointer) {
        let start = bytes.count
        bytes.append(contentsOf: line)
        guard let first = line.baseAddress,
            memchr(first, 0x0A, line.count) != nil || memchr(first, 0x0D, line.count) != nil
        else { return }
        for index in start..<bytes.count where bytes[index] == 0x0A || bytes[index] == 0x0D { bytes[index] = 0x20 }
    }

    /// Appends a string that must not end the line.
    package mutating func append(line text: String) {
        var text = text
        text.withUTF8 { append(line: UnsafeRawBufferPointer($0)) }
    }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    package mutating func append(plain utf8: UnsafeRawBufferPointer) { bytes.append(contentsOf: utf8) }

    /// Appends a string as JSON text.
    package mutating func append(string text: String) {
        var text = text
        text.withUTF8 { append(stringOf: UnsafeRawBufferPointer($0)) }
    }

    /// Appends a further member of an object.
    package mutating func append(member name: StaticString, _ value: String) {
        append(",\"")
        append(name)
        append("\":")
        append(string: value)
    }
}
