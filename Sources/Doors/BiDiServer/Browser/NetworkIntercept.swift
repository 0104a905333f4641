import Foundation
import HTTPMessages

/// A rule by which requests wait for the client.
struct NetworkIntercept {
    let id = UUID().uuidString.lowercased()
    var phases: Set<String>
    /// The addresses; none for all.
    var patterns: [InterceptPattern]
    /// The windows; nil for all.
    var contexts: Set<String>?
}

/// A pattern of addresses.
///
/// Source: WebDriver BiDi, "match URL pattern", https://w3c.github.io/webdriver-bidi/#match-url-pattern
enum InterceptPattern {
    case string(String)
    /// The parts that an address must have.
    case parts([String: String])

    /// - Throws: ``BiDiError`` for a pattern of no such form.
    init(_ value: JSONValue) throws {
        let parameters = try Parameters(value, "urlPatterns")
        if try parameters.choice("type", of: ["string", "pattern"]) == "string" {
            let text = try parameters.string("pattern")
            guard URL(string: text)?.scheme != nil else {
                throw BiDiError(.invalidArgument, "“pattern” must be an address, and is “\(text)”")
            }
            self = .string(text)
            return
        }
        var parts: [String: String] = [:]
        for name in ["protocol", "hostname", "port", "pathname", "search"] {
            parts[name] = try parameters.optionalString(name)
        }
        self = .parts(parts)
    }

    func matches(_ text: String) -> Bool {
        let address = String(text.prefix { $0 != "#" })
        switch self {
        case .string(let pattern):
            return Self.normal(String(pattern.prefix { $0 != "#" })) == Self.normal(address)
        case .parts(let parts):
            guard let url = URLComponents(string: address) else { return false }
            let found = [
                "protocol": url.scheme ?? "", "hostname": url.host ?? "", "port": url.port.map(String.init) ?? "",
                "pathname": url.percentEncodedPath, "search": url.percentEncodedQuery ?? "",
            ]
            return parts.allSatisfy { name, value in
                var value = value
                if name == "protocol", value.hasSuffix(":") { value.removeLast() }
                if name == "search", value.hasPrefix("?") { value.removeFirst() }
                if name == "pathname", !value.hasPrefix("/") { value = "/" + value }
                return found[name] == value
            }
        }
    }

    private static func normal(_ text: String) -> String {
        guard let url = URLComponents(string: text), url.path.isEmpty else { return text }
        return text + "/"
    }
}
