import HTTPMessages

extension OutputBytes: JSONStringOutput {
    /// Appends text as a JSON string, quotes included.
    mutating func appendJSON(_ text: String) {
        var text = text
        text.withUTF8 { appendJSON($0) }
    }

    /// Appends UTF-8 as a JSON string, quotes included. Invalid UTF-8 is replaced as decoders replace it.
    mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) { append(stringOf: UnsafeRawBufferPointer(text)) }

    mutating func append(plain utf8: UnsafeRawBufferPointer) {
        let run = utf8.assumingMemoryBound(to: UInt8.self)
        if run.allSatisfy({ $0 < 0x80 }) || String(validating: run, as: UTF8.self) != nil {
            append(run)
        } else {
            append(text: String(decoding: run, as: UTF8.self))
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
