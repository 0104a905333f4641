/// Lists in parentheses: parts between commas, where quotes and inner parentheses hold commas together.
enum FilterList {
    static func split(_ text: Substring) throws(RESTError) -> [Substring] {
        var parts: [Substring] = []
        var (start, depth, isQuoted, isEscaped) = (text.startIndex, 0, false, false)
        for index in text.indices {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch text[index] {
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted: depth -= 1
            case "," where !isQuoted && depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
            guard depth >= 0 else { throw unbalanced }
        }
        guard depth == 0, !isQuoted else { throw unbalanced }
        return parts + [text[start...]]
    }

    private static var unbalanced: RESTError {
        .badRequest(
            "bad_filter", "The parentheses or quotes of a list do not match.",
            hint: "Put values with commas, parentheses or quotes into double quotes.")
    }

    /// Returns a part without its quotes and the backslashes in them.
    static func unquote(_ part: Substring) -> String {
        guard part.count > 1, part.hasPrefix("\""), part.hasSuffix("\"") else { return String(part) }
        var result = ""
        var characters = part.dropFirst().dropLast().makeIterator()
        while let character = characters.next() {
            if character == "\\" {
                if let next = characters.next() { result.append(next) }
            } else {
                result.append(character)
            }
        }
        return result
    }
}
