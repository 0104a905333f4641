extension OutputBytes {
    private static let digitPairs: [UInt8] = (0 as UInt8..<100).flatMap { pair -> [UInt8] in
        [48 + pair / 10, 48 + pair % 10]
    }

    /// Appends a whole number in decimal.
    mutating func append(_ number: Int64) {
        let start = room(20)
        var length = 0
        var rest = number.magnitude
        if number < 0 {
            start[0] = UInt8(ascii: "-")
            length = 1
        }
        var size = 1
        var limit: UInt64 = 10
        while size < 19, rest >= limit {
            limit &*= 10
            size += 1
        }
        if rest >= 10_000_000_000_000_000_000 as UInt64 { size = 20 }
        length += size
        var end = length
        Self.digitPairs.withUnsafeBufferPointer { pairs in
            while rest >= 100 {
                let pair = Int(rest % 100) &* 2
                rest /= 100
                end &-= 2
                start[end] = pairs[pair]
                start[end &+ 1] = pairs[pair &+ 1]
            }
        }
        if rest >= 10 {
            start[end - 1] = UInt8(48 + rest % 10)
            start[end - 2] = UInt8(48 + rest / 10)
        } else {
            start[end - 1] = UInt8(48 + rest)
        }
        advance(length)
    }

    /// Appends a number that reads back as the same; `null` for those that JSON has no text for.
    mutating func append(_ number: Double) {
        let magnitude = number.magnitude
        // Quotients of two whole numbers that a double holds are as exact as reading the decimal is: what comes back equal was
        // that decimal.
        if magnitude < 1e12, number != 0 {
            let hundredths = (number * 100).rounded()
            if hundredths / 100 == number {
                appendHundredths(Int64(hundredths))
                return
            }
        }
        guard number.isFinite else { return append("null") }
        append(text: number.description)
    }

    private mutating func appendHundredths(_ hundredths: Int64) {
        if hundredths < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        append(Int64(whole))
        let tail = room(3)
        tail[0] = UInt8(ascii: ".")
        tail[1] = UInt8(48 + rest / 10)
        tail[2] = UInt8(48 + rest % 10)
        advance(rest % 10 == 0 ? 2 : 3)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Bytes as [Base64](https://www.rfc-editor.org/rfc/rfc4648#section-4).
    mutating func append(base64 bytes: UnsafeBufferPointer<UInt8>) {
        let length = (bytes.count + 2) / 3 * 4
        let start = room(length)
        var (source, target) = (0, 0)
        Self.alphabet.withUnsafeBufferPointer { alphabet in
            while source < bytes.count {
                let left = bytes.count - source
                var group = UInt32(bytes[source]) << 16
                if left > 1 { group |= UInt32(bytes[source + 1]) << 8 }
                if left > 2 { group |= UInt32(bytes[source + 2]) }
                start[target] = alphabet[Int(group >> 18)]
                start[target + 1] = alphabet[Int(group >> 12 & 63)]
                start[target + 2] = left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "=")
                start[target + 3] = left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "=")
                source += 3
                target += 4
            }
        }
        advance(length)
    }
}
