import CWebKitGTK

/// The [registrable domain](https://url.spec.whatwg.org/#host-registrable-domain) of a host, which makes the site of its addresses.
package enum RegistrableDomain {
    /// Returns the registrable domain of a host, or the host itself where it has none. Under a top-level domain that the public suffix
    /// list does not have, it is the last two labels: the [list's default rule](https://github.com/publicsuffix/list/wiki/Format), which
    /// libpsl leaves out.
    package static func of(_ host: String) -> String {
        let labels = host.split(separator: ".")
        guard labels.count > 2, let last = labels.last, Int(last) == nil else { return host }
        let unlisted = "a.b.c.\(last)"
        guard listed(host: unlisted) == unlisted else { return listed(host: host) }
        return labels.suffix(2).joined(separator: ".")
    }

    /// Returns the registrable domain of a host by the list alone, or the host itself.
    static func listed(host: String) -> String {
        var name = host
        withUnsafeMutablePointer(to: &name) { name in
            cwk_registrable_domain(
                host,
                { domain, context in
                    guard let domain else { return }
                    context?.assumingMemoryBound(to: String.self).pointee = String(cString: domain)
                }, name)
        }
        return name
    }
}
