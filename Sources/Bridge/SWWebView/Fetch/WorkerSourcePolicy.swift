import Foundation

/// The content security policies of a document, as far as they govern the scripts of service workers and shared workers. The host
/// makes these workers without WebKit's own checks.
///
/// Source: [worker-src](https://www.w3.org/TR/CSP3/#directive-worker-src)
struct WorkerSourcePolicy {
    /// The values of `Content-Security-Policy` headers or `<meta>` elements. Each may hold several policies with commas between them.
    let values: [String]

    /// Returns whether each policy allows the script.
    ///
    /// - Parameter script: an address of the document's own origin.
    func allows(_ script: URL) -> Bool {
        values.flatMap { $0.split(separator: ",") }.allSatisfy { Self.allows(script, by: $0) }
    }

    private static func allows(_ script: URL, by policy: Substring) -> Bool {
        var directives: [String: [String]] = [:]
        for directive in policy.split(separator: ";") {
            let words = directive.split(whereSeparator: \.isWhitespace).map(String.init)
            // A directive that comes twice counts the first time.
            guard let name = words.first?.lowercased(), directives[name] == nil else { continue }
            directives[name] = Array(words.dropFirst())
        }
        // https://www.w3.org/TR/CSP3/#directive-fallback-list
        for name in ["worker-src", "child-src", "script-src", "default-src"] {
            guard let sources = directives[name] else { continue }
            // No parser has inserted the request, so this source allows it in directives of scripts.
            let isDynamic = name.hasSuffix("t-src") && sources.contains { $0.lowercased() == "'strict-dynamic'" }
            return isDynamic || sources.contains { matches($0, script) }
        }
        return true
    }

    /// Implements [Does url match expression](https://www.w3.org/TR/CSP3/#match-url-to-source-expression) for the document's own origin.
    private static func matches(_ source: String, _ script: URL) -> Bool {
        let lowered = source.lowercased()
        if lowered.hasPrefix("'") { return lowered == "'self'" }
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
        guard let host = parts.first?.lowercased(), let own = script.host?.lowercased() else { return false }
        guard host == "*" || host.hasPrefix("*.") && own.hasSuffix(host.dropFirst()) || host == own else {
            return false
        }
        let port = parts.count > 1 ? String(parts[1]) : ""
        guard port == "*" || Int(port) ?? 443 == script.port ?? 443 else { return false }
        let wanted = path.removingPercentEncoding ?? String(path)
        return wanted.isEmpty || wanted.hasSuffix("/") && script.path.hasPrefix(wanted) || script.path == wanted
    }
}
