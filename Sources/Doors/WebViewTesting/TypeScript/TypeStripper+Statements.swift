import JavaScriptTokens

// Parsing of statements and declarations.
extension TypeStripper {
    mutating func block() throws {
        try bracketed("{", "}") { stripper in
            while !stripper.isAt("}") { try stripper.statement() }
        }
    }

    /// Parses the end of a statement, with or without a semicolon.
    mutating func semicolon() throws {
        if try take(";") { return }
        guard isAt("}") || isAtEnd || token.isFirstOfLine else { throw unexpected("The end of the statement") }
    }

    mutating func statement() throws {
        try nested { try $0.anyStatement() }
    }

    private mutating func anyStatement() throws {
        if isAt("{") { return try block() }
        if isAt("@") { throw decorators }
        guard token.kind == .name else {
            if try take(";") { return }
            try expression()
            return try semicolon()
        }
        let start = token.start
        let next = try peek()
        if isNext(next, oneOf: [":"]) {
            // The name is a label.
            try advance()
            try advance()
            return try statement()
        }
        if try control() { return }
        if try declaration(from: start, next) { return }
        try expression()
        try semicolon()
    }

    // MARK: Control

    private mutating func control() throws -> Bool {
        if isAt("if") || isAt("while") || isAt("with") || isAt("switch") {
            let isIf = isAt("if")
            let isSwitch = isAt("switch")
            try advance()
            try bracketed("(", ")") { try $0.expression() }
            if isSwitch {
                try cases()
            } else {
                try statement()
                if isIf, try take("else") { try statement() }
            }
        } else if try take("do") {
            try statement()
            try expect("while")
            try bracketed("(", ")") { try $0.expression() }
            _ = try take(";")
        } else if try take("for") {
            _ = try take("await")
            try bracketed("(", ")") { try $0.loopHead() }
            try statement()
        } else if try take("try") {
            try block()
            if try take("catch") {
                if isAt("(") {
                    try bracketed("(", ")") { stripper in
                        try stripper.bindingPattern()
                        try stripper.typeAnnotation()
                    }
                }
                try block()
            }
            if try take("finally") { try block() }
        } else if isAt(oneOf: ["return", "throw"]) {
            try advance()
            if !token.isFirstOfLine, !isAt(";"), !isAt("}"), !isAtEnd { try expression() }
            try semicolon()
        } else if isAt(oneOf: ["break", "continue", "debugger"]) {
            try advance()
            if token.kind == .name, !token.isFirstOfLine { try advance() }
            try semicolon()
        } else {
            return false
        }
        return true
    }

    private mutating func cases() throws {
        try bracketed("{", "}") { stripper in
            while !stripper.isAt("}") {
                if try stripper.take("case") {
                    // The expression ends at the colon, like the middle of a conditional expression.
                    stripper.isConsequent = true
                    try stripper.expression()
                    stripper.isConsequent = false
                } else {
                    try stripper.expect("default")
                }
                try stripper.expect(":")
                while !stripper.isAt(oneOf: ["case", "default", "}"]) { try stripper.statement() }
            }
        }
    }

    private mutating func loopHead() throws {
        if isAt(oneOf: ["var", "let", "const"]) || isAt("using") {
            try advance()
            try variables()
        } else if !isAt(";") {
            try expression()
        }
        if isAt("of") || isAt("in") {
            try advance()
            return try expression()
        }
        for _ in 0..<2 where try take(";") {
            if !isAt(";"), !isAt(")") { try expression() }
        }
    }

    private mutating func variables() throws {
        repeat {
            try bindingPattern()
            try annotationAndValue(after: "!")
        } while try take(",")
    }

    // MARK: Declarations

    /// Parses a declaration. Returns false for other statements.
    ///
    /// - Parameter start: the beginning of the statement, before `export` or `declare`.
    mutating func declaration(from start: Int, _ next: ScriptToken) throws -> Bool {
        let isSameLine = !next.isFirstOfLine
        if isAt("const"), isNext(next, oneOf: ["enum"]) { throw refused("Enumerations", "Use an object.") }
        if isAt("var") || isAt("const") || (isAt("let") && (next.kind == .name || isNext(next, oneOf: ["{", "["]))) {
            try advance()
            try variables()
            try semicolon()
        } else if isAt("function") || (isAt("async") && isNext(next, oneOf: ["function"]) && isSameLine) {
            if !(try function()) { erase(from: start) }
        } else if isAt("class") {
            try classDeclaration()
        } else if isAt("abstract"), isNext(next, oneOf: ["class"]), isSameLine {
            blank(from: token.start, to: token.end)
            try advance()
            try classDeclaration()
        } else if isAt("import"), !isNext(next, oneOf: ["(", "."]) {
            try importDeclaration()
        } else if isAt("export") {
            try exportDeclaration()
        } else if isAt("enum"), next.kind == .name, isSameLine {
            throw refused("Enumerations", "Use an object.")
        } else if isAt("type"), next.kind == .name, isSameLine {
            try advance()
            try advance()
            if isAt("<") { try typeParameterList() }
            try expect("=")
            try type()
            try semicolon()
            erase(from: start)
        } else if isAt("interface"), next.kind == .name, isSameLine {
            while !isAt("{") {
                guard !isAtEnd else { throw unexpected("“{”") }
                if isAt("<") { try typeParameterListOrArguments() } else { try advance() }
            }
            try balanced()
            erase(from: start)
        } else if isAt("declare"), next.kind == .name, isSameLine {
            try advance()
            try ambient()
            erase(from: start)
        } else if isAt(oneOf: ["namespace", "module"]), next.kind == .name || next.kind == .string, isSameLine {
            try namespace(from: start)
        } else {
            return false
        }
        return true
    }

    private mutating func typeParameterListOrArguments() throws {
        if !(try attempt {
            try $0.typeParameterList(); return true
        }) {
            try typeArgumentList()
        }
    }

    func refused(_ what: String, _ advice: String) -> Problem {
        Problem("\(what) \(Self.isFinal): they generate code. \(advice)", at: token.start)
    }

    /// Skips the declaration after `declare`.
    private mutating func ambient() throws {
        let next = try peek()
        let isEnumeration = isAt("enum") || (isAt("const") && isNext(next, oneOf: ["enum"]))
        if isEnumeration || isAt(oneOf: ["namespace", "module", "global"]) {
            while !isAt("{"), !isAt(";"), !isAtEnd { try advance() }
            if isAt("{") { try balanced() } else { _ = try take(";") }
            return
        }
        let count = edits.count
        _ = try declaration(from: token.start, next)
        edits.removeSubrange(count...)
    }

    /// Erases a namespace of types. Throws for a namespace with values.
    private mutating func namespace(from start: Int) throws {
        let keyword = token
        try advance()
        while !isAt("{") {
            guard !isAtEnd else { throw unexpected("“{”") }
            try advance()
        }
        try advance()
        while !isAt("}") {
            let isExported = isAt("export")
            if isExported { try advance() }
            let next = try peek()
            let isType =
                isAt(oneOf: ["interface", "type", "declare"]) && next.kind == .name
                || isAt(oneOf: ["namespace", "module"]) && next.kind == .name
            guard isType || isAt(";") else {
                throw Problem(
                    "Namespaces with values \(Self.isFinal): they generate code. Use a module.", at: keyword.start)
            }
            if !(try take(";")) { _ = try declaration(from: token.start, next) }
        }
        try expect("}")
        erase(from: start)
    }
}
