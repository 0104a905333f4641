import Foundation

/// The specification's rules for addresses.
enum URLRules {
    /// The schemes a worker's script and scope may have; the specification's two, and the bridge's.
    static let schemes: Set<String> = ["http", "https", "sw"]

    /// Implements [Potentially trustworthy](https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy), with `sw`
    /// counted as secure.
    static func isPotentiallyTrustworthy(_ url: URL) -> Bool {
        switch url.scheme?.lowercased() {
        case "https", "sw", "wss", "file": return true
        case "http", "ws":
            let host = url.host(percentEncoded: true)?.lowercased() ?? ""
            return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
                || ["::1", "[::1]"].contains(host)
        default: return false
        }
    }

    /// Returns whether the path has an escaped slash or backslash, which no script or scope may have.
    static func hasForbiddenEscape(_ url: URL) -> Bool {
        let path = url.path(percentEncoded: true).lowercased()
        return path.contains("%2f") || path.contains("%5c")
    }

    /// Returns the script's folder: the scope when none is given.
    static func folder(of script: URL) -> URL? { URL(string: "./", relativeTo: script).map { serialized($0) } }

    /// Returns the address without its fragment and with a path, as the [URL
    /// serializer](https://url.spec.whatwg.org/#concept-url-serializer) writes it.
    static func serialized(_ url: URL) -> URL {
        let url = url.absoluteURL
        guard url.fragment != nil || url.path(percentEncoded: true).isEmpty,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.fragment = nil
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        return parts.url ?? url
    }

    /// Returns whether two addresses are of one origin.
    static func sameOrigin(_ one: URL, _ other: URL) -> Bool {
        StorageKey(of: one) != nil && StorageKey(of: one) == StorageKey(of: other)
    }
}
