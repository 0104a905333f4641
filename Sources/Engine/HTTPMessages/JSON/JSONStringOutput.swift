/// Bytes that JSON strings are appended to.
package protocol JSONStringOutput: ~Copyable {
    mutating func append(_ byte: UInt8)
    mutating func append(_ text: StaticString)
    /// Appends UTF-8 that stands for itself in a JSON string.
    mutating func append(plain: UnsafeRawBufferPointer)
}

extension JSONStringOutput where Self: ~Copyable {
    /// Appends UTF-8 as a JSON string, quotes included.
    package mutating func append(stringOf utf8: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        var (start, index) = (0, 0)
        while true {
            index = JSONPlainText.end(in: utf8, from: index)
            guard index < utf8.count else { break }
            let byte = utf8[index]
            index += 1
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            append(plain: UnsafeRawBufferPointer(rebasing: utf8[start..<(index - 1)]))
            start = index
            append(escapeOf: byte)
        }
        append(plain: UnsafeRawBufferPointer(rebasing: utf8[start...]))
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        default:
            append(byte < 16 ? "\\u000" : "\\u001")
            let digit = byte & 15
            append(digit < 10 ? 48 + digit : 87 + digit)
        }
    }
}
