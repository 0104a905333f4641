import Foundation

/// A [URL pattern](https://urlpattern.spec.whatwg.org/#url-pattern) of a route, by the pattern strings of its components, which a
/// worker's `URLPattern` has made. It has no regexp groups.
public struct URLPattern: Sendable, Hashable, Codable {
    private let strings: Strings
    private let components: [URLPatternComponent]

    /// The pattern strings, as `URLPattern` has them in JavaScript.
    private struct Strings: Sendable, Hashable, Codable {
        var protocolPattern, username, password, hostname, port, pathname, search, hash: String
        var ignoreCase: Bool?

        private enum CodingKeys: String, CodingKey {
            case protocolPattern = "protocol"
            case username, password, hostname, port, pathname, search, hash, ignoreCase
        }
    }

    /// - Throws: ``ServiceWorkerError`` for pattern strings that cannot be used in a route.
    public init(from decoder: any Decoder) throws {
        let strings = try Strings(from: decoder)
        do {
            components = try Self.components(of: strings)
        } catch {
            throw ServiceWorkerError(.typeError, "\(error.text).")
        }
        self.strings = strings
    }

    /// Writes the pattern strings.
    public func encode(to encoder: any Encoder) throws { try strings.encode(to: encoder) }

    /// Implements [create a URL pattern](https://urlpattern.spec.whatwg.org/#url-pattern-create) from the components' patterns on.
    private static func components(of strings: Strings) throws(URLPatternParts.Flaw) -> [URLPatternComponent] {
        // An address is matched in the form that servers know, where the bridge's scheme stands for https.
        let scheme = strings.protocolPattern == "sw" ? "https" : strings.protocolPattern
        let schemeComponent = try URLPatternComponent(scheme)
        let isSpecial = specialPorts.keys.contains { schemeComponent.matches($0) }
        let ignoresCase = strings.ignoreCase ?? false
        return [
            schemeComponent, try URLPatternComponent(strings.username), try URLPatternComponent(strings.password),
            try URLPatternComponent(strings.hostname, .hostname), try URLPatternComponent(strings.port),
            try URLPatternComponent(strings.pathname, isSpecial ? .pathname : .standard, ignoresCase: ignoresCase),
            try URLPatternComponent(strings.search, ignoresCase: ignoresCase),
            try URLPatternComponent(strings.hash, ignoresCase: ignoresCase),
        ]
    }

    /// The [special schemes](https://url.spec.whatwg.org/#special-scheme) with their ports.
    private static let specialPorts = ["http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""]

    /// Implements [match](https://urlpattern.spec.whatwg.org/#url-pattern-match) for an absolute address.
    func matches(_ url: URL) -> Bool {
        zip(components, Self.parts(of: url.absoluteString)).allSatisfy { $0.matches($1) }
    }

    /// Returns the parts of a serialized address in the order of the components.
    private static func parts(of address: String) -> [Substring] {
        var rest = address[...]
        func cut(from characters: Set<Character>) -> Substring {
            let end = rest.firstIndex { characters.contains($0) } ?? rest.endIndex
            defer { rest = rest[end...] }
            return rest[..<end]
        }
        var scheme = cut(from: [":"])
        if scheme == "sw" { scheme = "https" }
        rest = rest.dropFirst()
        var (username, password, hostname, port): (Substring, Substring, Substring, Substring) = ("", "", "", "")
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            var authority = cut(from: ["/", "?", "#"])
            if let sign = authority.lastIndex(of: "@") {
                let user = authority[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                (username, password) = (user[0], user.count > 1 ? user[1] : "")
                authority = authority[authority.index(after: sign)...]
            }
            let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
            if let colon = authority[bracket...].lastIndex(of: ":") {
                (hostname, port) = (authority[..<colon], authority[authority.index(after: colon)...])
            } else {
                hostname = authority
            }
            if specialPorts[String(scheme)] == String(port) { port = "" }
        }
        var path = cut(from: ["?", "#"])
        if path.isEmpty, specialPorts[String(scheme)] != nil { path = "/" }
        let search = cut(from: ["#"]).dropFirst()
        return [scheme, username, password, hostname, port, path, search, rest.dropFirst()]
    }
}
