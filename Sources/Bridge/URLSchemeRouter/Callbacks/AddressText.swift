/// The text of an absolute URL.
enum AddressText {
    /// Returns the text with percent-encoding for characters that no URL has: spaces, non-ASCII letters, a lone percent sign.
    ///
    /// Text that is already encoded stays as it is. `URL(string:)` encodes its percent signs a second time as soon as anything
    /// else has to be encoded, so that `a%20b c` becomes `a%2520b%20c`.
    static func repaired(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let authority = authority(bytes)
        var result = ""
        var hasFragment = false
        for (index, byte) in bytes.enumerated() {
            let isFit =
                switch byte {
                case UInt8(ascii: "%"):
                    bytes[(index + 1)...].prefix(2).count { Character(UnicodeScalar($0)).isHexDigit } == 2
                case UInt8(ascii: "["), UInt8(ascii: "]"): authority.contains(index)
                case UInt8(ascii: "#"): !hasFragment
                default: plain.contains(byte)
                }
            hasFragment = hasFragment || byte == UInt8(ascii: "#")
            result += isFit ? String(UnicodeScalar(byte)) : "%" + hex(byte)
        }
        return result
    }

    /// Returns the range of host and port, the only part that may have brackets.
    private static func authority(_ bytes: [UInt8]) -> Range<Int> {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8) else {
            return 0..<0
        }
        let start = colon + 3
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        return start..<end
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@!$&'()*+,;=".utf8)
}
