import JavaScriptTokens

// Parsing of types, to find their end.
extension TypeStripper {
    /// Parses and blanks `: type`, if present.
    mutating func typeAnnotation() throws {
        guard isAt(":") else { return }
        let start = token.start
        try advance()
        try type()
        blank(from: start, to: lastEnd)
    }

    /// Parses a type.
    mutating func type(allowsConditional: Bool = true) throws {
        try nested { try $0.anyType(allowsConditional: allowsConditional) }
    }

    private mutating func anyType(allowsConditional: Bool) throws {
        if isAt("abstract"), try isNext(peek(), oneOf: ["new"]) { try advance() }
        if try take("new") { return try functionType() }
        if isAt("<") { return try functionType() }
        if isAt("("),
            try attempt({
                try $0.functionType(); return true
            })
        {
            return
        }
        try unionType()
        guard allowsConditional, isAt("extends"), !token.isFirstOfLine else { return }
        try advance()
        try type(allowsConditional: false)
        try expect("?")
        try type()
        try expect(":")
        try type()
    }

    private mutating func functionType() throws {
        if isAt("<") { try typeParameterList() }
        guard isAt("(") else { throw unexpected("“(”") }
        try balanced()
        try expect("=>")
        try type()
    }

    private mutating func unionType() throws {
        _ = try take("|")
        _ = try take("&")
        try operatorType()
        while isAt("|") || isAt("&") {
            try advance()
            if isAt("(") || isAt("<") || isAt("new") {
                if try attempt({
                    try $0.functionType(); return true
                }) {
                    return
                }
            }
            try operatorType()
        }
    }

    private mutating func operatorType() throws {
        while isAt(oneOf: ["keyof", "unique", "readonly", "infer", "asserts"]) {
            let next = try peek()
            let isOperator: Bool
            switch next.kind {
            case .name: isOperator = !isNext(next, oneOf: ["extends", "is"]) && !next.isFirstOfLine
            case .string, .number, .template: isOperator = true
            case .punctuator: isOperator = isNext(next, oneOf: ["(", "[", "{"]) && !next.isFirstOfLine
            default: isOperator = false
            }
            guard isOperator else { break }
            let isInfer = isAt("infer")
            try advance()
            guard isInfer else { continue }
            try advance()
            // Parse a constraint, unless `extends` begins the condition of the surrounding type.
            _ = try attempt {
                try $0.expect("extends")
                try $0.type(allowsConditional: false)
                return !$0.isAt("?")
            }
            return
        }
        try primaryType()
        while !token.isFirstOfLine, isAt("[") { try balanced() }
    }

    private mutating func primaryType() throws {
        switch token.kind {
        case .name: try namedType()
        case .string, .number: try advance()
        case .template: try templateType()
        case .punctuator where isAt("{") || isAt("[") || isAt("("): try balanced()
        case .punctuator where isAt("-"):
            try advance()
            guard token.kind == .number else { throw unexpected("A number") }
            try advance()
        default: throw unexpected("A type")
        }
    }

    private mutating func namedType() throws {
        let isQuery = isAt("typeof")
        if isQuery { try advance() }
        if isAt("import") {
            try advance()
            guard isAt("(") else { throw unexpected("“(”") }
            try balanced()
        } else {
            guard token.kind == .name else { throw unexpected("A name") }
            try advance()
        }
        while try take(".") { try advance() }
        if isAt("<"), !token.isFirstOfLine { try typeArgumentList() }
        // The type may be a predicate: `value is Type`.
        if !isQuery, isAt("is"), !token.isFirstOfLine {
            try advance()
            try type()
        }
    }

    private mutating func templateType() throws { try template { try $0.type() } }

    /// Skips brackets and their content, which has only types.
    mutating func balanced() throws {
        var open = 0
        repeat {
            switch token.kind {
            case .end: throw unexpected("A closing bracket")
            case .template:
                try templateType()
                continue
            case .punctuator:
                if isAt("(") || isAt("[") || isAt("{") { open += 1 }
                if isAt(")") || isAt("]") || isAt("}") { open -= 1 }
            default: break
            }
            try advance()
        } while open > 0
    }

    /// Parses `<A, B>`.
    mutating func typeArgumentList() throws {
        try expect("<")
        while !isAt(">") {
            try type()
            guard try take(",") else { break }
        }
        try expect(">")
    }

    /// Parses `<T extends A = B, const U>`.
    mutating func typeParameterList() throws {
        try expect("<")
        while !isAt(">") {
            while isAt(oneOf: ["const", "in", "out"]), try peek().kind == .name { try advance() }
            guard token.kind == .name else { throw unexpected("A name") }
            try advance()
            if try take("extends") { try type() }
            if try take("=") { try type() }
            guard try take(",") else { break }
        }
        try expect(">")
    }

    /// Parses and blanks type parameters, if present.
    mutating func typeParameters() throws {
        guard isAt("<") else { return }
        let start = token.start
        try typeParameterList()
        blank(from: start, to: lastEnd)
    }
}
