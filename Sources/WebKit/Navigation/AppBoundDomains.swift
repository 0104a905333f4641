/// The list `WKAppBoundDomains` of an application.
package struct AppBoundDomains {
    /// iOS reads no more entries.
    static let limit = 10

    /// The hosts of the entries, without `www.`. The hosts below them are in the list, too.
    package private(set) var hosts: [String] = []
    private var schemes: Set<String> = []

    /// Reads entries such as `example.com`, `https://example.com` and, for a scheme, `app:`.
    package init(_ entries: [String]) {
        for entry in entries.prefix(Self.limit).map({ $0.lowercased() }) {
            if entry.hasSuffix(":") {
                schemes.insert(String(entry.dropLast()))
            } else if let host = URL(string: entry.contains("://") ? entry : "https://\(entry)")?.host() {
                hosts.append(host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
            }
        }
    }

    /// Whether an address is one of a domain of the list, of a domain below it, or of a scheme of the list; `about:` always is.
    func contains(_ url: URL?) -> Bool {
        guard let url, let scheme = url.scheme?.lowercased() else { return false }
        if scheme == "about" || schemes.contains(scheme) { return true }
        guard let host = url.host()?.lowercased() else { return false }
        return hosts.contains { host == $0 || host.hasSuffix(".\($0)") }
    }
}
