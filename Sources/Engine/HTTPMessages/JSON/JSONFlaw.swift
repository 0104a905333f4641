/// The reason why JSON text cannot be read, and its place.
package struct JSONFlaw: Error, Hashable {
    /// A rule that JSON text can break.
    package enum Reason: String, Sendable {
        case value = "a value should begin here"
        case string = "a string should begin here"
        case object = "an object should begin here"
        case colon = "a colon should follow the name"
        case separator = "a comma or the end should follow the value"
        case stringEnd = "a string has no end"
        case controlCharacter = "a string has a control character, which must be escaped"
        case escape = "a string has an unknown escape"
        case hexDigits = "four hexadecimal digits should follow \\u"
        case surrogate = "a string has half a surrogate pair"
        case encoding = "a string is not UTF-8"
        case leadingZero = "a number begins with 0"
        case fraction = "digits should follow the point"
        case exponent = "digits should follow the exponent"
        case range = "a number is too large"
        case depth = "the nesting is too deep"
        case rest = "there is more after the value"
    }

    package let reason: Reason
    /// The number of bytes before the place.
    package let offset: Int

    package init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
