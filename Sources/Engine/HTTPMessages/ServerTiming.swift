/// A metric of a `Server-Timing` header.
/// Source: https://w3c.github.io/server-timing/#the-server-timing-header-field
package struct ServerTiming: Encodable, Equatable, Sendable {
    package let name: String
    /// In milliseconds; 0 where the header names none.
    package private(set) var duration = 0.0
    package private(set) var description = ""

    private init(name: String) { self.name = name }

    /// Reads the metrics of a header's value, as far as they can be read.
    package static func metrics(of header: String) -> [ServerTiming] {
        var reader = Reader(rest: Substring(header))
        var metrics: [ServerTiming] = []
        while !reader.rest.isEmpty {
            let name = reader.token()
            var metric = ServerTiming(name: name)
            var seen: Set<String> = []
            while reader.take(";") {
                let key = reader.token().lowercased()
                let value = reader.take("=") ? reader.value() : ""
                // The first of several counts.
                guard seen.insert(key).inserted else { continue }
                if key == "dur" { metric.duration = Double(value).flatMap { $0.isFinite ? $0 : nil } ?? 0 }
                if key == "desc" { metric.description = value }
            }
            if !name.isEmpty { metrics.append(metric) }
            reader.skip(past: ",")
        }
        return metrics
    }

    /// The text of a header that is not read yet.
    private struct Reader {
        var rest: Substring

        private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

        mutating func take(_ character: Character) -> Bool {
            rest = rest.drop(while: Self.isSpace)
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }

        mutating func token() -> String {
            rest = rest.drop(while: Self.isSpace)
            let token = rest.prefix(while: \.isHTTPToken)
            rest = rest[token.endIndex...]
            return String(token)
        }

        /// Reads a token, or a string in quotes.
        mutating func value() -> String {
            guard take("\"") else { return token() }
            var text = ""
            while let character = rest.popFirst(), character != "\"" {
                guard character == "\\" else {
                    text.append(character)
                    continue
                }
                if let escaped = rest.popFirst() { text.append(escaped) }
            }
            // Text between the string and the next parameter is dropped.
            rest = rest.drop { $0 != ";" && $0 != "," }
            return text
        }

        mutating func skip(past character: Character) {
            rest = rest.drop { $0 != character }.dropFirst()
        }
    }
}
