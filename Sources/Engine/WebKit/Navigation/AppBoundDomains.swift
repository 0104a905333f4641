/// The list `WKAppBoundDomains` of an application.
///
/// Source: https://webkit.org/blog/10882/app-bound-domains/
@MainActor
package struct AppBoundDomains {
    /// iOS reads no more entries.
    static let limit = 10

    /// The registrable domains of the entries.
    package private(set) var domains: Set<String> = []
    private var schemes: Set<String> = []

    /// Reads entries such as `example.com`, `https://example.com` and, for a scheme, `app:`. A host stands for its registrable domain.
    package init(_ entries: [String]) {
        for entry in entries.prefix(Self.limit).map({ $0.lowercased() }) {
            if entry.hasSuffix(":") {
                schemes.insert(String(entry.dropLast()))
            } else if let host = URL(string: entry.contains("://") ? entry : "https://\(entry)")?.host(), !host.isEmpty
            {
                domains.insert(RegistrableDomain.of(host))
            }
        }
    }

    /// Returns whether an address has the registrable domain of an entry, or the scheme of one, or is app-bound in every application.
    func contains(_ url: URL?) -> Bool {
        guard let url, let scheme = url.scheme?.lowercased() else { return false }
        if schemes.contains(scheme) || Self.isAlwaysBound(url) { return true }
        guard let host = url.host()?.lowercased() else { return false }
        return domains.contains(RegistrableDomain.of(host))
    }

    /// Returns whether an address is of this device: such a one is app-bound without an entry.
    static func isAlwaysBound(_ url: URL) -> Bool {
        if ["about", "data", "blob", "file", "javascript"].contains(url.scheme?.lowercased()) { return true }
        guard let host = url.host()?.lowercased() else { return false }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    }
}
