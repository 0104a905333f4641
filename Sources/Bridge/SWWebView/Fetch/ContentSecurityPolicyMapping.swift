import Foundation

/// A server's content security policy as a page under `sw://` needs it.
///
/// Sources that name a permitted http(s) origin get its `sw://` counterpart beside them, and the bridge's own paths stay within
/// reach. Nothing is taken away. A policy in a `<meta>` element is not seen here.
/// Source: https://www.w3.org/TR/CSP3/#framework-directive-source-list
struct ContentSecurityPolicyMapping {
    let addresses: Addresses
    /// The origin of the page, such as `sw://app.example`.
    let origin: String
    /// The bridge's paths that the page's runtime connects to.
    let paths: [String]
    /// The bridge's paths that workers import scripts from.
    var scriptPaths: [String] = []
    /// The origin that the page's web sockets to its own host are connected to; nil where there is none.
    var sockets: String?

    /// Maps the value of a header, which may hold several policies with commas between them.
    func map(_ value: String) -> String {
        value.split(separator: ",", omittingEmptySubsequences: false).map { mapPolicy($0) }.joined(separator: ",")
    }

    private func mapPolicy(_ policy: Substring) -> String {
        let directives = policy.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        let names = directives.compactMap { $0.first?.lowercased() }
        return directives.enumerated().map { index, words in
            guard let name = words.first?.lowercased(),
                name.hasSuffix("-src") || name.contains("-src-") || name == "form-action"
            else { return words.joined(separator: " ") }
            // A directive that comes twice counts the first time.
            guard names.firstIndex(of: name) == names.prefix(index + 1).lastIndex(of: name) else {
                return words.joined(separator: " ")
            }
            var sources = words.dropFirst().flatMap { mapSource($0) }
            switch name {
            case "connect-src": sources = reaching(paths, sources) + socketSource(for: sources)
            case "script-src", "script-src-elem": sources = reaching(scriptPaths, sources)
            case "default-src":
                var all = [[name] + sources]
                // A policy without these directives falls back to `default-src`.
                for (other, paths) in [("connect-src", paths), ("script-src", scriptPaths)] where !names.contains(other)
                {
                    let own = reaching(paths, sources) + (other == "connect-src" ? socketSource(for: sources) : [])
                    if own != sources { all.append([other] + own) }
                }
                return all.map { $0.joined(separator: " ") }.joined(separator: "; ")
            default: break
            }
            return ([words[0]] + sources).joined(separator: " ")
        }.joined(separator: "; ")
    }

    private func reaching(_ paths: [String], _ sources: [String]) -> [String] {
        let isOpen = sources.contains { ["'self'", "*", "sw:", origin].contains($0.lowercased()) }
        if isOpen || paths.isEmpty { return sources }
        return sources.filter { $0.lowercased() != "'none'" } + paths.map { origin + $0 }
    }

    /// Returns the server of the page's sockets, where the policy lets the page connect to its own host; and the address of
    /// sockets that fail, which must fail with an event.
    private func socketSource(for sources: [String]) -> [String] {
        let host = origin.dropFirst(Addresses.scheme.count)
        let own = ["'self'", "\(Addresses.scheme):", origin, "wss:", "ws:", "wss\(host)", "ws\(host)"]
        let isAllowed = sources.contains { own.contains($0.lowercased()) }
        return [isAllowed ? sockets : nil, SocketAddress.unreachable].compactMap(\.self)
    }

    /// Returns a source, and the sources that it needs beside itself.
    private func mapSource(_ source: String) -> [String] {
        let lowered = source.lowercased()
        if lowered.hasPrefix("'") || lowered == "*" { return [source] }
        if lowered == "http:" || lowered == "https:" { return [source, "\(Addresses.scheme):"] }
        for scheme in ["http://", "https://"] where lowered.hasPrefix(scheme) {
            let rest = source.dropFirst(scheme.count)
            let authority = rest.prefix { $0 != "/" }
            guard let url = URL(string: scheme + authority.replacing("*", with: "x")) else { return [source] }
            let isPermitted = authority.contains("*") || addresses.isBridged(url)
            return isPermitted ? [source, "\(Addresses.scheme)://\(rest)"] : [source]
        }
        // A host without a scheme stands for the page's own, which is no longer the web's.
        let isScheme = lowered.hasSuffix(":") || lowered.contains("://")
        return isScheme ? [source] : [source, "https://\(source)", "http://\(source)"]
    }
}
