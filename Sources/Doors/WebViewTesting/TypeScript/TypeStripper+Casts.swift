// Casts: `<Type>value`.
extension TypeStripper {
    /// Blanks the type of `<Type>value`, the older form of `value as Type`.
    mutating func cast() throws {
        let (start, previousEnd) = (token.start, lastEnd)
        try expect("<")
        if !(try take("const")) { try type() }
        try expect(">")
        blank(from: start, to: lastEnd)
        let isBroken = hasNewline(start..<token.start)
        switch keyword(endingAt: previousEnd) {
        case "return", "throw":
            // JavaScript allows no line break here. The value of `0, value` is the value.
            guard isBroken else { return }
            put("0", at: start)
            put(",", at: lastEnd - 1)
        case "yield":
            guard isBroken else { return }
            throw Problem(
                "A type on several lines after “yield” \(Self.isFinal). Write “as” behind the value.", at: start)
        case "=>":
            // A brace would begin the function's body. The value of `0 || {}` is the object.
            guard isAt("{") else { return }
            guard !hasNewline(lastEnd - 2..<lastEnd) else {
                throw Problem(
                    "A type on several lines after “=>” \(Self.isFinal). Write “as” behind the value.", at: start)
            }
            put("0", at: start)
            put("|", at: lastEnd - 2)
            put("|", at: lastEnd - 1)
        default: break
        }
    }

    /// Returns the word of those that ``cast()`` asks for that ends at an offset.
    private func keyword(endingAt end: Int) -> String? {
        let text = String(decoding: lexer.bytes[max(0, end - 6)..<end], as: UTF8.self)
        return ["return", "throw", "yield", "=>"].first { text.hasSuffix($0) }
    }
}
