import JavaScriptTokens

/// The tokens of a script with their positions in UTF-16 units, as WebKit counts.
struct ScriptWords {
    struct Word {
        var text: String
        /// The offset in the script, the line and the column, all from 0.
        var offset: Int
        var line: Int
        var column: Int
    }

    private(set) var all: [Word] = []
    /// The length of the script.
    let length: Int
    /// The offsets of `function` and `async`.
    private(set) var functions: Set<Int> = []

    init(_ text: String) {
        length = text.utf16.count
        let tokens = ScriptTokens(text)
        let bytes = tokens.lexer.bytes
        var (position, offset, line, column) = (0, 0, 0, 0)
        for token in tokens.all where token.kind != .end {
            while position < token.start {
                let byte = bytes[position]
                position += 1
                // Each character has one first byte. Characters of four bytes are two units.
                guard byte & 0xC0 != 0x80 else { continue }
                let width = byte >= 0xF0 ? 2 : 1
                offset += width
                column += width
                guard byte == 0x0A else { continue }
                line += 1
                column = 0
            }
            let word = tokens.lexer.text(of: token)
            if word == "function" || word == "async" { functions.insert(offset) }
            all.append(Word(text: word, offset: offset, line: line, column: column))
        }
    }
}
