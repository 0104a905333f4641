package import Foundation
import URLInterception

/// A [referrer policy](https://w3c.github.io/webappsec-referrer-policy/#referrer-policies).
public enum ReferrerPolicy: String, Sendable, Codable {
    /// The empty string: no policy of its own.
    case unspecified = ""
    case noReferrer = "no-referrer"
    case noReferrerWhenDowngrade = "no-referrer-when-downgrade"
    case sameOrigin = "same-origin"
    case origin
    case strictOrigin = "strict-origin"
    case originWhenCrossOrigin = "origin-when-cross-origin"
    case strictOriginWhenCrossOrigin = "strict-origin-when-cross-origin"
    case unsafeURL = "unsafe-url"

    /// The [default policy](https://w3c.github.io/webappsec-referrer-policy/#default-referrer-policy).
    public static let standard = ReferrerPolicy.strictOriginWhenCrossOrigin

    /// Implements [parse a referrer policy from a Referrer-Policy header](https://w3c.github.io/webappsec-referrer-policy/#parse-referrer-policy-from-header):
    /// the last policy of the header that is known; nil without one.
    package init?(header: String?) {
        let known = header?.lowercased().split(separator: ",").compactMap {
            ReferrerPolicy(rawValue: $0.trimmingCharacters(in: .whitespaces))
        }.filter { $0 != .unspecified }
        guard let last = known?.last else { return nil }
        self = last
    }

    /// Implements [determine request's referrer](https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer). Empty for
    /// none.
    ///
    /// - Parameters:
    ///   - source: the referrer, in the spelling of documents.
    ///   - isDowngrade: whether the request leaves a secure document for an insecure address.
    package func referrer(from source: URL, to url: URL, isDowngrade: Bool) -> String {
        // https://w3c.github.io/webappsec-referrer-policy/#strip-url, step "If url's scheme is a local scheme"
        guard let scheme = source.scheme?.lowercased(), !["about", "blob", "data"].contains(scheme) else { return "" }
        let isSameOrigin = Origin(of: source) == Origin(of: url)
        return switch self {
        case .noReferrer: ""
        case .unsafeURL: Self.stripped(source)
        case .origin: Self.origin(source)
        case .sameOrigin: isSameOrigin ? Self.stripped(source) : ""
        case .originWhenCrossOrigin: isSameOrigin ? Self.stripped(source) : Self.origin(source)
        case .strictOrigin: isDowngrade ? "" : Self.origin(source)
        case .noReferrerWhenDowngrade: isDowngrade ? "" : Self.stripped(source)
        case .strictOriginWhenCrossOrigin, .unspecified:
            isSameOrigin ? Self.stripped(source) : isDowngrade ? "" : Self.origin(source)
        }
    }

    private static func origin(_ url: URL) -> String { Origin(of: url).map { "\($0)/" } ?? "" }

    /// Implements [strip url for use as a referrer](https://w3c.github.io/webappsec-referrer-policy/#strip-url).
    private static func stripped(_ url: URL) -> String {
        guard url.user != nil || url.password != nil || url.fragment != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url.absoluteString }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        return parts.string ?? url.absoluteString
    }
}
