import Foundation

/// The referrer of a request:
/// [determine request's referrer](https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer).
enum Referrer {
    static let defaultPolicy = "strict-origin-when-cross-origin"

    private static let policies: Set<String> = [
        "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin",
        "origin-when-cross-origin", defaultPolicy, "unsafe-url",
    ]

    /// Implements [parse a referrer policy from a Referrer-Policy header](https://w3c.github.io/webappsec-referrer-policy/#parse-referrer-policy-from-header):
    /// the last policy of the header that is known; nil without one.
    static func policy(from header: String?) -> String? {
        header?.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .last { policies.contains($0) }
    }

    /// Returns the address for the `Referer` header; empty for none.
    ///
    /// - Parameter isDowngrade: whether the request leaves a secure page for an insecure address.
    static func text(from source: URL, to url: URL, policy: String, isDowngrade: Bool) -> String {
        guard ["http", "https", Addresses.scheme].contains(source.scheme) else { return "" }
        let isSameOrigin =
            Addresses.authority(of: source) == Addresses.authority(of: url) && source.scheme == url.scheme
        switch policy {
        case "no-referrer": return ""
        case "unsafe-url": return stripped(source)
        case "origin": return origin(source)
        case "same-origin": return isSameOrigin ? stripped(source) : ""
        case "origin-when-cross-origin": return isSameOrigin ? stripped(source) : origin(source)
        case "strict-origin": return isDowngrade ? "" : origin(source)
        case "no-referrer-when-downgrade": return isDowngrade ? "" : stripped(source)
        default: return isSameOrigin ? stripped(source) : isDowngrade ? "" : origin(source)
        }
    }

    private static func origin(_ url: URL) -> String { "\(url.scheme ?? "")://\(Addresses.authority(of: url))/" }

    /// Returns an address without user, password and fragment.
    private static func stripped(_ url: URL) -> String {
        guard url.user != nil || url.password != nil || url.fragment != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url.absoluteString }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        return parts.string ?? url.absoluteString
    }
}
