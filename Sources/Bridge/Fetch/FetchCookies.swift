package import Foundation
import FoundationNetworking
package import HTTPMessages
import URLInterception

/// The cookie store of a network, in the host. Main actor only.
@MainActor
package protocol FetchCookies {
    /// Returns the value of a `Cookie` header; nil where there are no cookies.
    func header(for access: CookieAccess) async -> String?

    /// Sets a cookie.
    ///
    /// - Parameter text: the value of a `Set-Cookie` header.
    func set(_ text: String, for access: CookieAccess)

    /// Returns whether an address, in the spelling of documents, counts as https.
    func isSecure(_ url: URL) -> Bool
}

extension OutgoingRequest {
    /// Returns the access to the cookies of the current address; nil where the page is of another site, since WebKit
    /// [blocks all third-party cookies](https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
    ///
    /// Source: RFC 6265bis, [same-site requests](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.2)
    @MainActor
    func cookieAccess(isSecure: Bool, _ sites: SiteRelation) -> CookieAccess? {
        let isSame = { (origin: Origin?) in sites.isSameSite(origin, url) }
        var access = CookieAccess(url, isSecure: isSecure)
        switch firstParty {
        case .asker:
            guard isSame(asker.origin) else { return nil }
        case .page(let page):
            guard isSame(page) else { return nil }
            access.site = isSame(asker.origin) && !isOfOtherSite ? .same : .other
        case .response(let leader):
            access.isTopLevelNavigation = true
            access.site =
                leader == nil || isSame(leader)
                ? .same : CORSSafelist.keepsState(method) ? .navigation : .other
        }
        return access
    }
}
