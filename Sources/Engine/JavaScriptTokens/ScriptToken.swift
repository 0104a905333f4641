/// A token of a script.
package struct ScriptToken: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A name or a keyword.
        case name
        /// A private name, such as `#name`.
        case privateName
        case number
        case string
        /// The backtick that begins a template, or a part of a template up to `${` or its end.
        case template
        case regularExpression
        case punctuator
        case end
    }

    package var kind: Kind
    /// The offsets of the token in UTF-8.
    package var start: Int
    package var end: Int

    package init(kind: Kind, start: Int, end: Int) {
        self.kind = kind
        self.start = start
        self.end = end
    }
}
