package import Foundation
package import URLInterception

/// The [embedder policy](https://html.spec.whatwg.org/multipage/browsers.html#embedder-policy-value) of a document.
package enum EmbedderPolicy: String, Sendable {
    case unsafeNone = "unsafe-none"
    case credentialless
    case requireCORP = "require-corp"

    /// Reads the header `Cross-Origin-Embedder-Policy`.
    package init(header: String?) {
        let value = header?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) ?? ""
        self = EmbedderPolicy(rawValue: value) ?? .unsafeNone
    }
}

/// The [cross-origin resource policy check](https://fetch.spec.whatwg.org/#cross-origin-resource-policy-check) of responses that an asker gets
/// without CORS. Main actor only.
@MainActor
package struct CrossOriginResourcePolicy {
    /// The origin that asks; nil for an opaque one.
    let origin: Origin?
    let embedderPolicy: EmbedderPolicy
    private let sites: SiteRelation

    package init(origin: Origin?, embedderPolicy: EmbedderPolicy, sites: SiteRelation) {
        (self.origin, self.embedderPolicy, self.sites) = (origin, embedderPolicy, sites)
    }

    /// Checks a response.
    ///
    /// - Parameters:
    ///   - header: the value of `Cross-Origin-Resource-Policy`.
    ///   - url: the address of the response, in the spelling of documents.
    ///   - hasCredentials: whether its request had credentials.
    /// - Throws: `URLError` with a sentence that names the header.
    package func check(_ header: String?, at url: URL, hasCredentials: Bool) throws(URLError) {
        if let origin, origin == Origin(of: url) { return }
        let isEmbedded =
            switch embedderPolicy {
            case .unsafeNone: false
            case .credentialless: hasCredentials
            case .requireCORP: true
            }
        let isAllowed =
            switch header {
            case "same-origin": false
            case "same-site": sites.isSameSite(origin, url) && (origin?.scheme != "http" || url.scheme == "http")
            case "cross-origin": true
            // Any other value counts as none.
            default: !isEmbedded
            }
        guard isAllowed else {
            throw .blocked(
                "\(url.host ?? "The server") keeps its answer from other origins (Cross-Origin-Resource-Policy)")
        }
    }
}
