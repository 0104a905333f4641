import JavaScriptTokens

// Parsing of expressions, which ignores precedence: it finds types, arrow functions and names.
extension TypeStripper {
    mutating func expression() throws {
        repeat { try assignment() } while try take(",")
    }

    /// Parses an assignment expression: operands with operators between them.
    mutating func assignment() throws {
        while true {
            if try operand() { return }
            while isAt(oneOf: ["as", "satisfies"]), !token.isFirstOfLine { try assertion() }
            if isAt("?") { return try conditional() }
            if try takesAssignment() {
                let outer = isConsequent
                try nested {
                    $0.isConsequent = outer
                    try $0.assignment()
                }
                return
            }
            guard try takesBinaryOperator() else { return }
        }
    }

    private mutating func conditional() throws {
        try advance()
        try nested {
            $0.isConsequent = true
            try $0.assignment()
        }
        try expect(":")
        let outer = isConsequent
        try nested {
            $0.isConsequent = outer
            try $0.assignment()
        }
    }

    /// Blanks `as Type` and `satisfies Type`.
    private mutating func assertion() throws {
        let start = token.start
        try advance()
        if !(try take("const")) { try type() }
        blank(from: start, to: lastEnd)
        // Without the type, the next line would continue this expression. A semicolon prevents this.
        if token.isFirstOfLine, isAt("(") || isAt("[") || token.kind == .template { put(";", at: start) }
    }

    private mutating func takesAssignment() throws -> Bool {
        let texts: [StaticString] = [
            "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", "&=", "|=", "^=", "&&=", "||=", "??=",
        ]
        if isAt(oneOf: texts) {
            try advance()
            return true
        }
        return false
    }

    private mutating func takesBinaryOperator() throws -> Bool {
        if isAt(">") {
            // Join the tokens of `>`, `>=`, `>>`, `>>=`, `>>>` and `>>>=`.
            try advance()
            while token.start == lastEnd, isAt(oneOf: [">", "=", "==", "==="]) {
                let isLast = !isAt(">")
                try advance()
                if isLast { break }
            }
            return true
        }
        let texts: [StaticString] = [
            "+", "-", "*", "/", "%", "**", "<<", "<", "<=", "==", "!=", "===", "!==", "&", "|", "^", "&&", "||", "??",
            "in",
            "instanceof",
        ]
        guard isAt(oneOf: texts) else { return false }
        try advance()
        return true
    }

    /// Parses an operand. Returns true for an arrow function, which no operator can follow.
    private mutating func operand() throws -> Bool {
        while true {
            if isAt(oneOf: ["!", "~", "+", "-", "++", "--", "typeof", "void", "delete"]), token.kind != .privateName {
                try advance()
            } else if isAt("await"), try startsOperand(peek()) {
                try advance()
            } else if isAt("yield") {
                try advance()
                if isAt(oneOf: [")", "]", "}", ",", ";", ":", "in", "of"]) || token.isFirstOfLine || isAtEnd {
                    return true
                }
                _ = try take("*")
                try nested { try $0.assignment() }
                return true
            } else {
                break
            }
        }
        if isAt("<") {
            if try attempt({ try $0.genericArrow(from: $0.token.start) }) { return true }
            try cast()
            return try operand()
        }
        if try primary() { return true }
        try postfix()
        return false
    }

    /// Returns whether a token begins an operand, after `await` or after possible type arguments.
    func startsOperand(_ next: ScriptToken) throws -> Bool {
        switch next.kind {
        case .name: !isNext(next, oneOf: ["in", "of", "instanceof", "as", "satisfies"])
        case .privateName, .number, .string, .template, .regularExpression: true
        case .punctuator: isNext(next, oneOf: ["(", "[", "{", "/", "!", "~", "+", "-", "++", "--", "<"])
        case .end: false
        }
    }

    mutating func postfix() throws {
        while true {
            if try take(".") {
                try advance()
            } else if try take("?.") {
                if token.kind == .name || token.kind == .privateName { try advance() }
            } else if isAt("[") {
                try bracketed("[", "]") { try $0.expression() }
            } else if isAt("(") {
                try arguments()
            } else if token.kind == .template {
                try template()
            } else if isAt("!"), !token.isFirstOfLine {
                blank(from: token.start, to: token.end)
                try advance()
            } else if isAt(oneOf: ["++", "--"]), !token.isFirstOfLine {
                try advance()
            } else if isAt("<") || isAt("<<") {
                guard isAt("<"), try attempt({ try $0.typeArguments() }) else { return }
            } else {
                return
            }
        }
    }

    private mutating func typeArguments() throws -> Bool {
        let start = token.start
        try typeArgumentList()
        blank(from: start, to: lastEnd)
        if isAt("(") || token.kind == .template { return true }
        if isAt(oneOf: ["<", ">", "+", "-"]) { return false }
        return try token.isFirstOfLine || !startsOperand(token)
    }

    private mutating func arguments() throws {
        try bracketed("(", ")") { stripper in
            while !stripper.isAt(")") {
                _ = try stripper.take("...")
                try stripper.assignment()
                guard try stripper.take(",") else { break }
            }
        }
    }

    mutating func bracketed(
        _ open: StaticString, _ close: StaticString, _ content: (inout TypeStripper) throws -> Void
    ) throws {
        try expect(open)
        try nested(content)
        try expect(close)
    }

    private mutating func template() throws { try template { try $0.nested { try $0.expression() } } }

    /// Reads a template. `content` reads what its braces hold.
    mutating func template(of content: (inout TypeStripper) throws -> Void) throws {
        var position = token.start + 1
        while true {
            let part = try lexer.templatePart(from: position)
            token.end = part.end
            try advance()
            if part.isClosed { return }
            try content(&self)
            guard isAt("}") else { throw unexpected("“}”") }
            position = token.end
        }
    }

    /// Parses the beginning of an operand. Returns true for an arrow function.
    private mutating func primary() throws -> Bool {
        switch token.kind {
        case .number, .string, .privateName: try advance()
        case .template: try template()
        case .punctuator:
            if isAt("(") { return try parenthesis() }
            if isAt("[") {
                try bracketed("[", "]") { stripper in
                    while !stripper.isAt("]") {
                        if try stripper.take(",") { continue }
                        _ = try stripper.take("...")
                        try stripper.assignment()
                    }
                }
            } else if isAt("{") {
                try objectLiteral()
            } else if isAt("/") || isAt("/=") {
                token = try lexer.regularExpression(at: token.start)
                try advance()
            } else if isAt("@") {
                throw decorators
            } else {
                throw unexpected("An expression")
            }
        case .name: return try named()
        case .regularExpression, .end: throw unexpected("An expression")
        }
        return false
    }

    var decorators: Problem {
        Problem("Decorators \(Self.isFinal): they generate code. Compile the file first.", at: token.start)
    }

    private mutating func parenthesis() throws -> Bool {
        let start = token.start
        if !noArrows.contains(start) {
            if try attempt({ try $0.arrow() }) { return true }
            noArrows.insert(start)
        }
        try bracketed("(", ")") { try $0.expression() }
        return false
    }

    private mutating func named() throws -> Bool {
        let next = try peek()
        if isAt("function") || (isAt("async") && isNext(next, oneOf: ["function"]) && !next.isFirstOfLine) {
            try function()
            return false
        }
        if isAt("class") {
            try classDeclaration()
            return false
        }
        if isAt("new") {
            try advance()
            if try take(".") {
                try advance()
                return false
            }
            return try primary()
        }
        if isAt("import") {
            try advance()
            return false
        }
        if isAt("async"), !next.isFirstOfLine {
            if next.kind == .name, try lexer.text(of: lexer.token(from: next.end), is: "=>") {
                try advance()
                try advance()
                try arrowBody()
                return true
            }
            if isNext(next, oneOf: ["("]), !noArrows.contains(next.start) {
                if try attempt({
                    try $0.advance(); return try $0.arrow()
                }) {
                    return true
                }
                noArrows.insert(next.start)
            }
            if isNext(next, oneOf: ["<"]) {
                if try attempt({
                    try $0.advance(); return try $0.genericArrow(from: $0.token.start)
                }) {
                    return true
                }
            }
        }
        if isNext(next, oneOf: ["=>"]), !next.isFirstOfLine {
            try advance()
            try arrowBody()
            return true
        }
        usedNames.insert(lexer.text(of: token))
        try advance()
        return false
    }

    // MARK: Arrow functions

    private mutating func genericArrow(from start: Int) throws -> Bool {
        try typeParameterList()
        let parenthesis = token.start
        blank(from: start, to: lastEnd)
        if hasNewline(start..<parenthesis) {
            // JavaScript allows no line break between `async` and the parameters.
            put(" ", at: parenthesis)
            put("(", at: start)
        }
        return try arrow()
    }

    /// Parses the parameters, return type and body of an arrow function. Returns false for other syntax.
    private mutating func arrow() throws -> Bool {
        guard isAt("(") else { return false }
        let wasConsequent = isConsequent
        try parameters(ofConstructor: false)
        let parenthesis = lastEnd - 1
        var hasType = false
        if isAt(":") {
            hasType = true
            let start = token.start
            try advance()
            try type()
            blank(from: start, to: lastEnd)
            if hasNewline(parenthesis..<token.start) {
                // JavaScript allows no line break between the parameters and the arrow.
                put(" ", at: parenthesis)
                put(")", at: lastEnd - 1)
            }
        }
        guard isAt("=>"), !token.isFirstOfLine else { return false }
        try arrowBody()
        return !(wasConsequent && hasType) || isAt(":")
    }

    private mutating func arrowBody() throws {
        try expect("=>")
        if isAt("{") {
            try block()
        } else {
            let outer = isConsequent
            try nested {
                $0.isConsequent = outer
                try $0.assignment()
            }
        }
    }

    // MARK: Objects

    private mutating func objectLiteral() throws {
        try bracketed("{", "}") { stripper in
            while !stripper.isAt("}") {
                try stripper.objectMember()
                guard try stripper.take(",") else { break }
            }
        }
    }

    private mutating func objectMember() throws {
        if try take("...") { return try assignment() }
        while isAt(oneOf: ["get", "set", "async", "*"]), token.kind != .string {
            let next = try peek()
            if isNext(next, oneOf: [",", ":", "(", "}", "=", "<"]) { break }
            try advance()
        }
        let name = token
        try memberName()
        if isAt("(") || isAt("<") {
            try method(ofConstructor: false)
            return
        }
        if try take(":") { return try assignment() }
        if name.kind == .name { usedNames.insert(lexer.text(of: name)) }
        if try take("=") { try assignment() }
    }

    mutating func memberName() throws {
        switch token.kind {
        case .name, .privateName, .string, .number: try advance()
        case .punctuator where isAt("["): try bracketed("[", "]") { try $0.assignment() }
        default: throw unexpected("The name of a member")
        }
    }
}
