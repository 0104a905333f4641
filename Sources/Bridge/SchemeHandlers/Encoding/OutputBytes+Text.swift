extension OutputBytes {
    /// Appends text as a JSON string, quotes included.
    mutating func appendJSON(_ text: String) {
        var text = text
        text.withUTF8 { appendJSON($0) }
    }

    /// Writes UTF-8 as a JSON string, quotes included. Invalid UTF-8 is replaced as decoders replace it.
    mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var start = 0
        var isASCII = true
        // Eight bytes at a time: quotes, backslashes, control characters and bytes beyond ASCII stop it.
        var position = 0
        while position < text.count {
            if position + 8 <= text.count, let base = text.baseAddress {
                let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
                let marks = Self.needsEscape(word)
                if marks == 0 {
                    if word & 0x8080_8080_8080_8080 != 0 { isASCII = false }
                    position += 8
                    continue
                }
            }
            let byte = text[position]
            if byte >= 0x80 { isASCII = false }
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                appendRun(UnsafeBufferPointer(rebasing: text[start..<position]), isASCII)
                appendEscape(byte)
                start = position + 1
                isASCII = true
            }
            position += 1
        }
        appendRun(UnsafeBufferPointer(rebasing: text[start...]), isASCII)
        append(UInt8(ascii: "\""))
    }

    /// Returns a bit for each byte below 0x20, and each quote and backslash; exact where no byte has its highest bit set, and
    /// never zero where one of them needs it.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let control = (word &- (ones &* 0x20)) & ~word
        return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highs
    }

    private mutating func appendRun(_ run: UnsafeBufferPointer<UInt8>, _ isASCII: Bool) {
        if isASCII {
            append(run)
        } else if String(validating: run, as: UTF8.self) != nil {
            append(run)
        } else {
            append(text: String(decoding: run, as: UTF8.self))
        }
    }

    private mutating func appendEscape(_ byte: UInt8) {
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

    /// Appends UTF-8 as a field of [CSV](https://www.rfc-editor.org/rfc/rfc4180). Quotes an empty text, unlike a missing value.
    mutating func appendCSV(_ text: UnsafeBufferPointer<UInt8>) {
        let isPlain = text.allSatisfy {
            $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
        }
        guard !isPlain || text.isEmpty || text.first == UInt8(ascii: " ") || text.last == UInt8(ascii: " ") else {
            return append(text)
        }
        append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }
}
