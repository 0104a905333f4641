package import Foundation
import FoundationNetworking
package import HTTPMessages
package import URLInterception

/// The cookies of a network that the host keeps. Main actor only.
@MainActor
package protocol FetchCookies {
    /// Returns the value of a `Cookie` header; nil where there are no cookies.
    func header(for access: CookieAccess) async -> String?

    /// Sets a cookie.
    ///
    /// - Parameter text: the value of a `Set-Cookie` header.
    func set(_ text: String, for access: CookieAccess)

    /// Returns the registrable domain of a host, or the host itself where it has none.
    func registrableDomain(of host: String) -> String

    /// Returns whether an address, in the spelling of documents, counts as https.
    func isSecure(_ url: URL) -> Bool
}

/// The page that a request is made for, which decides on its cookies.
package enum FirstParty: Sendable, Equatable {
    /// The asker is the page, or a worker of its own.
    case asker
    /// The asker is in a frame of a page of this origin, or of a page without one.
    case page(Origin?)
    /// The response becomes the page. A document of that origin leads there; nil for the application, the user or the history.
    case response(ledBy: Origin?)
}

extension OutgoingRequest {
    /// Returns the access to the cookies of the current address; nil where the page is of another site, since WebKit
    /// [blocks all third-party cookies](https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
    ///
    /// Source: RFC 6265bis, [same-site requests](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.2)
    @MainActor
    func cookieAccess(_ cookies: any FetchCookies) -> CookieAccess? {
        let site = { (host: String) in cookies.registrableDomain(of: host.lowercased()) }
        let own = site(url.host ?? "")
        func isSame(_ origin: Origin?) -> Bool { origin.map { site($0.host) == own } ?? false }
        var access = CookieAccess(url, isSecure: cookies.isSecure(url))
        switch firstParty {
        case .asker:
            guard isSame(asker.origin) else { return nil }
        case .page(let page):
            guard isSame(page) else { return nil }
            access.site = isSame(asker.origin) ? .same : .other
        case .response(let leader):
            access.isTopLevelNavigation = true
            access.site =
                leader == nil || isSame(leader)
                ? .same : CORSSafelist.keepsState(method) ? .navigation : .other
        }
        return access
    }
}
