import JavaScriptTokens

// Parsing of functions, parameters and classes.
extension TypeStripper {
    /// Parses a function. Returns whether it has a body; an overload has none.
    @discardableResult
    mutating func function() throws -> Bool {
        _ = try take("async")
        try expect("function")
        _ = try take("*")
        if token.kind == .name { try advance() }
        return try method(ofConstructor: false)
    }

    /// Parses a function or method after its name. Returns whether it has a body.
    @discardableResult
    mutating func method(ofConstructor isConstructor: Bool) throws -> Bool {
        try typeParameters()
        try parameters(ofConstructor: isConstructor)
        try typeAnnotation()
        guard isAt("{") else {
            try semicolon()
            return false
        }
        try block()
        return true
    }

    mutating func parameters(ofConstructor isConstructor: Bool) throws {
        try bracketed("(", ")") { stripper in
            while !stripper.isAt(")") {
                try stripper.parameter(ofConstructor: isConstructor)
                guard try stripper.take(",") else { break }
            }
        }
    }

    private mutating func parameter(ofConstructor isConstructor: Bool) throws {
        if isAt("@") { throw decorators }
        if isConstructor, isAt(oneOf: ["public", "private", "protected", "readonly", "override"]) {
            let next = try peek()
            if next.kind == .name || isNext(next, oneOf: ["{", "["]) {
                throw Problem(
                    "Parameter properties \(Self.isFinal): they generate code. Declare the property and assign it.",
                    at: token.start)
            }
        }
        if isAt("this") {
            // The first parameter `this` only declares a type.
            let start = token.start
            try advance()
            if try take(":") { try type() }
            if isAt(",") {
                blank(from: start, to: token.end)
            } else {
                blank(from: start, to: lastEnd)
            }
            return
        }
        _ = try take("...")
        try bindingPattern()
        try annotationAndValue(after: "?")
    }

    /// Reads `?: type = value` behind a parameter or a variable, of which each part may be missing, and blanks all but the value.
    mutating func annotationAndValue(after mark: StaticString) throws {
        if isAt(mark) {
            blank(from: token.start, to: token.end)
            try advance()
        }
        try typeAnnotation()
        if try take("=") { try nested { try $0.assignment() } }
    }

    /// Parses a name or a destructuring pattern.
    mutating func bindingPattern() throws {
        if isAt("[") {
            try bracketed("[", "]") { stripper in
                while !stripper.isAt("]") {
                    if try stripper.take(",") { continue }
                    _ = try stripper.take("...")
                    try stripper.bindingPattern()
                    if try stripper.take("=") { try stripper.assignment() }
                }
            }
        } else if isAt("{") {
            try bracketed("{", "}") { stripper in
                while !stripper.isAt("}") {
                    if !(try stripper.take("...")) {
                        try stripper.memberName()
                        if try stripper.take(":") { try stripper.bindingPattern() }
                    } else {
                        try stripper.bindingPattern()
                    }
                    if try stripper.take("=") { try stripper.assignment() }
                    guard try stripper.take(",") else { break }
                }
            }
        } else {
            guard token.kind == .name else { throw unexpected("A name") }
            try advance()
        }
    }

    // MARK: Classes

    /// Parses a class, starting at `class`.
    mutating func classDeclaration() throws {
        try expect("class")
        if token.kind == .name, !isAt(oneOf: ["extends", "implements"]) { try advance() }
        try typeParameters()
        if try take("extends") {
            try heritage()
            if isAt("<") {
                let start = token.start
                try typeArgumentList()
                blank(from: start, to: lastEnd)
            }
        }
        if isAt("implements") {
            let start = token.start
            try advance()
            repeat { try type() } while try take(",")
            blank(from: start, to: lastEnd)
        }
        try bracketed("{", "}") { stripper in
            while !stripper.isAt("}") {
                if try stripper.take(";") { continue }
                try stripper.member()
            }
        }
    }

    private mutating func heritage() throws {
        // No object literal can follow here, so that `{` begins the class's body.
        if isAt("(") {
            try bracketed("(", ")") { try $0.expression() }
        } else if isAt("class") {
            try classDeclaration()
        } else {
            guard token.kind == .name else { throw unexpected("A class") }
            usedNames.insert(lexer.text(of: token))
            try advance()
        }
        try postfix()
    }

    private mutating func member() throws {
        if isAt("@") { throw decorators }
        let start = token.start
        if isAt("static"), try isNext(peek(), oneOf: ["{"]) {
            try advance()
            return try block()
        }
        var modifiers: [Range<Int>] = []
        var isErased = false
        while isAt(oneOf: Self.modifiers), token.kind == .name || isAt("*"), try isModifier(peek()) {
            if isAt(oneOf: ["abstract", "declare"]) { isErased = true }
            if !isAt(oneOf: ["static", "accessor", "async", "get", "set", "*"]) {
                modifiers.append(token.start..<token.end)
            }
            try advance()
        }
        if isAt("["), try attempt({ try $0.indexSignature() }) { return erase(from: start) }
        let isConstructor = isAt("constructor")
        for range in modifiers { blank(from: range.lowerBound, to: range.upperBound) }
        if modifiers.first?.lowerBound == start,
            isAt(oneOf: ["[", "in", "instanceof"]) || lexer.bytes[lastEnd - 1] == 0x2A
        {
            // The previous field may end without a semicolon.
            put(";", at: start)
        }
        try memberName()
        if isAt("?") || isAt("!") {
            blank(from: token.start, to: token.end)
            try advance()
        }
        if isAt("(") || isAt("<") {
            if !(try method(ofConstructor: isConstructor)) || isErased { erase(from: start) }
            return
        }
        try typeAnnotation()
        if try take("=") { try nested { try $0.assignment() } }
        try semicolon()
        if isErased { erase(from: start) }
    }

    private static let modifiers: [StaticString] = [
        "public", "private", "protected", "readonly", "override", "abstract", "declare", "static", "accessor", "async",
        "get", "set", "*",
    ]

    /// Returns whether the current word is a modifier, and not the name of a member.
    private func isModifier(_ next: ScriptToken) -> Bool {
        if isAt("*") { return true }
        if next.isFirstOfLine, !isAt(oneOf: ["get", "set", "static"]) { return false }
        return !isNext(next, oneOf: ["(", "=", ";", ":", "?", "!", ",", "}", "<"]) && next.kind != .end
    }

    private mutating func indexSignature() throws -> Bool {
        try expect("[")
        guard token.kind == .name else { return false }
        try advance()
        try expect(":")
        try type()
        try expect("]")
        try expect(":")
        try type()
        try semicolon()
        return true
    }
}
