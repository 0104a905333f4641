import Foundation
import ServiceWorkers

/// One [source expression](https://www.w3.org/TR/CSP3/#source-expression) of a content security policy, for addresses under `sw://`.
enum SourceExpression {
    /// Implements [Does url match expression](https://www.w3.org/TR/CSP3/#match-url-to-source-expression). The schemes `sw`, `https` and `http`
    /// count as one.
    ///
    /// - Parameters:
    ///   - own: the address of the document that has the policy.
    ///   - isRedirected: whether the path does not count, as after a redirect.
    static func matches(_ source: String, _ url: URL, in own: URL, isRedirected: Bool = false) -> Bool {
        let lowered = source.lowercased()
        if lowered.hasPrefix("'") { return lowered == "'self'" && StorageKey(of: url) == StorageKey(of: own) }
        if lowered == "*" { return true }
        let schemes = ["\(Addresses.scheme):", "https:", "http:"]
        if lowered.hasSuffix(":") { return schemes.contains(lowered) }
        var rest = source[...]
        if let end = source.range(of: "://") {
            guard schemes.contains("\(source[..<end.lowerBound].lowercased()):") else { return false }
            rest = source[end.upperBound...]
        }
        let authority = rest.prefix { $0 != "/" }, path = rest.dropFirst(authority.count)
        let parts = authority.split(separator: ":", maxSplits: 1)
        guard let host = parts.first?.lowercased(), let own = url.host?.lowercased() else { return false }
        guard host == "*" || host.hasPrefix("*.") && own.hasSuffix(host.dropFirst()) || host == own else {
            return false
        }
        let port = parts.count > 1 ? String(parts[1]) : ""
        guard port == "*" || Int(port) ?? 443 == url.port ?? 443 else { return false }
        if isRedirected { return true }
        let wanted = path.removingPercentEncoding ?? String(path)
        return wanted.isEmpty || wanted.hasSuffix("/") && url.path.hasPrefix(wanted) || url.path == wanted
    }

    /// Returns the sources of each directive of a policy. A directive that comes twice counts the first time.
    static func directives(_ policy: Substring) -> [String: [String]] {
        var directives: [String: [String]] = [:]
        for directive in policy.split(separator: ";") {
            let words = directive.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let name = words.first?.lowercased(), directives[name] == nil else { continue }
            directives[name] = Array(words.dropFirst())
        }
        return directives
    }
}
