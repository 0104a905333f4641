package import Foundation

/// Text with bytes written as `%` and two hexadecimal digits.
package enum PercentEncoding {
    /// Returns the bytes of the text: [percent-decode](https://url.spec.whatwg.org/#percent-decode). A `%` without two digits stays.
    package static func decoded(_ text: some StringProtocol) -> Data {
        var bytes = Data(capacity: text.utf8.count)
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = byte == UInt8(ascii: "%") ? rest.prefix(2).compactMap(value(ofDigit:)) : []
            guard digits.count == 2 else {
                bytes.append(byte)
                continue
            }
            bytes.append(digits[0] << 4 | digits[1])
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
