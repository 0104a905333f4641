/// JSON text of single values, for messages that are put together by hand.
package enum JSONText {
    /// Returns the JSON text of a string.
    package static func string(_ string: String) -> String {
        var text = ByteText()
        text.append(string: string)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
