package import Foundation
import URLInterception

/// The insecure subresources of secure documents.
package enum MixedContent {
    /// Returns whether a request to an insecure address is made over https instead. Any other request is blocked.
    ///
    /// Source: [upgrade a mixed content request](https://w3c.github.io/webappsec-mixed-content/#upgrade-algorithm)
    package static func isUpgradable(_ url: URL, _ destination: RequestDestination) -> Bool {
        switch destination {
        case .image, .audio, .video: !isAddress(url.host ?? "")
        default: false
        }
    }

    /// Returns whether a host is this machine, so that its insecure addresses count as secure:
    /// [potentially trustworthy origin](https://w3c.github.io/webappsec-secure-contexts/#potentially-trustworthy-origin).
    package static func isOfThisMachine(_ host: String) -> Bool {
        var name = host.lowercased()[...]
        if name.last == "." { name.removeLast() }
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return name.hasPrefix("127.") && isAddress(String(name)) || ["::1", "[::1]"].contains(name)
    }

    /// Returns whether a host is an IP address.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.split(separator: ".").last.map { $0.allSatisfy(\.isNumber) } ?? true
    }
}
