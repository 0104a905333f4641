package import Foundation

extension JSONValue {
    /// Reads JSON text. U+FFFD stands for half a surrogate pair and for bytes that are not UTF-8. The last of several members with the
    /// same name counts.
    ///
    /// - Parameter deepest: the deepest nesting that is followed.
    /// - Throws: ``JSONFlaw`` for any other text, and for numbers that a `Double` cannot hold.
    package init(json: Data, deepest: Int = JSONScanner.deepest) throws(JSONFlaw) {
        let result = json.withUnsafeBytes { bytes -> Result<JSONValue, JSONFlaw> in
            var scanner = JSONScanner(bytes, deepest: deepest)
            do throws(JSONFlaw) {
                let value = try JSONValue(&scanner, levels: deepest)
                guard scanner.isAtEnd else { throw scanner.flaw(.rest) }
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    private init(_ scanner: inout JSONScanner, levels: Int) throws(JSONFlaw) {
        let next = scanner.next
        guard levels > 0 else { throw scanner.flaw(.depth) }
        switch next {
        case UInt8(ascii: "\""): self = .string(try scanner.repairedString())
        case UInt8(ascii: "{"): self = try Self.object(&scanner, levels: levels - 1)
        case UInt8(ascii: "["): self = try Self.array(&scanner, levels: levels - 1)
        case UInt8(ascii: "t") where scanner.word("true"): self = .bool(true)
        case UInt8(ascii: "f") where scanner.word("false"): self = .bool(false)
        case UInt8(ascii: "n") where scanner.word("null"): self = .null
        default: self = try Self.number(&scanner)
        }
    }

    private static func array(_ scanner: inout JSONScanner, levels: Int) throws(JSONFlaw) -> JSONValue {
        _ = scanner.take("[")
        var elements: [JSONValue] = []
        if scanner.take("]") { return .array(elements) }
        repeat { elements.append(try JSONValue(&scanner, levels: levels)) } while scanner.take(",")
        guard scanner.take("]") else { throw scanner.flaw(.separator) }
        return .array(elements)
    }

    private static func object(_ scanner: inout JSONScanner, levels: Int) throws(JSONFlaw) -> JSONValue {
        _ = scanner.take("{")
        var members: [String: JSONValue] = [:]
        if scanner.take("}") { return .object(members) }
        repeat {
            let name = try scanner.repairedString()
            guard scanner.take(":") else { throw scanner.flaw(.colon) }
            members[name] = try JSONValue(&scanner, levels: levels)
        } while scanner.take(",")
        guard scanner.take("}") else { throw scanner.flaw(.separator) }
        return .object(members)
    }

    private static func number(_ scanner: inout JSONScanner) throws(JSONFlaw) -> JSONValue {
        guard let (range, isWhole) = scanner.number() else { throw scanner.flaw(.value) }
        let text = String(decoding: scanner.bytes[range], as: UTF8.self)
        if isWhole, let number = Int(text), number != 0 || !text.hasPrefix("-") { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw scanner.flaw(.range) }
        if let whole = Int(exactly: number), whole != 0 || number.sign == .plus { return .integer(whole) }
        return .number(number)
    }
}

extension JSONScanner {
    /// The flaw that the scanner has found, or one at its position.
    package func flaw(_ reason: JSONFlaw.Reason) -> JSONFlaw { flaw ?? JSONFlaw(reason: reason, offset: position) }

    fileprivate mutating func repairedString() throws(JSONFlaw) -> String {
        guard let token = token() else { throw flaw(.string) }
        return token.hasEscapes
            ? String(decoding: decodingEscapes(of: token).utf8, as: UTF8.self)
            : String(decoding: text(of: token), as: UTF8.self)
    }
}
