/// A [header list](https://fetch.spec.whatwg.org/#concept-header-list): names compare without case, order is kept.
public struct HeaderList: Sendable, Hashable, Codable, ExpressibleByDictionaryLiteral {
    /// One header.
    public struct Field: Sendable, Hashable, Codable {
        /// As it was written.
        public var name: String
        /// As it was written.
        public var value: String

        /// Makes a header.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The headers in order.
    public var fields: [Field]

    /// Makes a list of headers.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Makes a list of literals.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// Returns whether there is a header of that name.
    public func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return fields.contains { $0.name.lowercased() == name }
    }

    /// The values of that name joined by commas, or `nil` without one: [get](https://fetch.spec.whatwg.org/#concept-header-list-get).
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        let values = fields.filter { $0.name.lowercased() == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Returns the comma-separated parts of a header, trimmed.
    public func values(of name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }

    /// Replaces every header of that name.
    public mutating func set(_ name: String, to value: String) {
        let lowercased = name.lowercased()
        fields.removeAll { $0.name.lowercased() == lowercased }
        fields.append(Field(name: name, value: value))
    }
}

extension StringProtocol {
    /// Without spaces and tabs at its ends.
    package var trimmingSpaces: String {
        let rest = drop { $0 == " " || $0 == "\t" }
        let trailing = rest.reversed().prefix { $0 == " " || $0 == "\t" }.count
        return String(rest.dropLast(trailing))
    }
}

extension Character {
    /// Whether the character can be part of a [token](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    var isHTTPToken: Bool { isASCII && (isLetter || isNumber || "!#$%&'*+-.^_`|~".contains(self)) }
}
