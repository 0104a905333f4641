import JavaScriptTokens

// Parsing of imports and exports.
extension TypeStripper {
    mutating func importDeclaration() throws {
        let start = token.start
        try advance()
        if token.kind == .string { return try endOfImport() }
        let next = try peek()
        let isType =
            try isAt("type")
            && (isNext(next, oneOf: ["{", "*"])
                || (next.kind == .name
                    && (!isNext(next, oneOf: ["from"]) || lexer.text(of: lexer.token(from: next.end), is: "from"))))
        if isType { try advance() }
        let number = imports.count
        let firstBinding = bindings.count
        var hasTypes = false
        if token.kind == .name {
            let name = token
            try advance()
            if isAt("=") {
                guard isType else { throw refused("Imports with “=”", "Write import … from.") }
                while !isAt(";"), !token.isFirstOfLine, !isAtEnd { try advance() }
                try semicolon()
                return erase(from: start)
            }
            let end = isAt(",") ? token.end : name.end
            _ = try take(",")
            bindings.append(Binding(name: lexer.text(of: name), range: name.start..<end, declaration: number))
        }
        if try take("*") {
            try expect("as")
            bindings.append(Binding(name: lexer.text(of: token), range: token.start..<token.end, declaration: number))
            try advance()
        } else if isAt("{") {
            try specifiers { name, range, isType, stripper in
                if isType {
                    hasTypes = true
                    stripper.blank(from: range.lowerBound, to: range.upperBound)
                } else {
                    stripper.bindings.append(Binding(name: name, range: range, declaration: number))
                }
            }
        }
        try expect("from")
        try endOfImport()
        if isType || (hasTypes && bindings.count == firstBinding) {
            bindings.removeSubrange(firstBinding...)
            return erase(from: start)
        }
        // Keep a default import beside a namespace import: it can't be removed without its comma.
        let own = bindings[firstBinding...]
        if own.count > 1, lexer.bytes[start..<lastEnd].contains(UInt8(ascii: "*")) {
            for binding in own { usedNames.insert(binding.name) }
        }
        imports.append(start..<lastEnd)
    }

    private mutating func endOfImport() throws {
        guard token.kind == .string else { throw unexpected("The module's name") }
        try advance()
        if isAt("with") || (isAt("assert") && !token.isFirstOfLine) {
            try advance()
            try balanced()
        }
        try semicolon()
    }

    /// Parses `{ a, b as c, type D }`, and calls `each` with each local name and its range, including the comma.
    private mutating func specifiers(
        _ each: (String, Range<Int>, Bool, inout TypeStripper) -> Void
    ) throws {
        try expect("{")
        while !isAt("}") {
            let start = token.start
            var isType = false
            if isAt("type") {
                // In `type`, `type as x` and `type as as x`, the word `type` may be a name or a keyword.
                let second = try peek()
                if second.kind == .name || second.kind == .string {
                    let third = try lexer.token(from: second.end)
                    if lexer.text(of: second, is: "as") {
                        isType = !(third.kind == .name) || lexer.text(of: third, is: "as")
                    } else {
                        isType = true
                    }
                }
            }
            if isType { try advance() }
            var name = token
            try advance()
            if isAt("as") {
                try advance()
                name = token
                try advance()
            }
            let end = isAt(",") ? token.end : lastEnd
            each(lexer.text(of: name), start..<end, isType, &self)
            guard try take(",") else { break }
        }
        try expect("}")
    }

    mutating func exportDeclaration() throws {
        let start = token.start
        try advance()
        let next = try peek()
        if isAt("=") { throw refused("Exports with “=”", "Write export default.") }
        if isAt("as"), isNext(next, oneOf: ["namespace"]) {
            while !isAt(";"), !isAtEnd { try advance() }
            _ = try take(";")
            return erase(from: start)
        }
        if isAt("import") { throw refused("Imports with “=”", "Write import … from.") }
        if isAt("type"), isNext(next, oneOf: ["{", "*"]) {
            try advance()
            if isAt("*") {
                while token.kind != .string, !isAtEnd { try advance() }
            } else {
                try balanced()
                _ = try take("from")
            }
            if token.kind == .string { try endOfImport() } else { try semicolon() }
            return erase(from: start)
        }
        if try take("*") {
            if try take("as") { try advance() }
            try expect("from")
            return try endOfImport()
        }
        if isAt("{") {
            var names: [String] = []
            try exportSpecifiers(&names)
            if try take("from") { return try endOfImport() }
            usedNames.formUnion(names)
            return try semicolon()
        }
        if isAt("default") {
            try advance()
            if isAt("abstract") || isAt("interface") {
                let following = try peek()
                if following.kind == .name, !following.isFirstOfLine, try declaration(from: start, following) { return }
            }
            if isAt("function") || isAt("async") || isAt("class") {
                if try declaration(from: start, peek()) { return }
            }
            try assignment()
            return try semicolon()
        }
        if isAt("@") { throw decorators }
        guard try declaration(from: start, next) else { throw unexpected("A declaration") }
    }

    private mutating func exportSpecifiers(_ names: inout [String]) throws {
        try expect("{")
        while !isAt("}") {
            let start = token.start
            let next = try peek()
            var isType = false
            if isAt("type"), next.kind == .name, !isNext(next, oneOf: ["as"]) { isType = true }
            if isType { try advance() }
            let name = lexer.text(of: token)
            try advance()
            if try take("as") { try advance() }
            let end = isAt(",") ? token.end : lastEnd
            if isType { blank(from: start, to: end) } else { names.append(name) }
            guard try take(",") else { break }
        }
        try expect("}")
    }
}
