package import Foundation

/// A cookie: [RFC 6265bis, section 5.7](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7).
package struct Cookie: Sendable, Equatable {
    /// The requests of other sites that a cookie goes with. WebKit gives a cookie without the attribute to all, as ``none``.
    package enum SameSite: String, Sendable {
        case none, lax, strict
    }

    /// Identifies a cookie. A store keeps one cookie for each key.
    package struct Key: Sendable, Hashable {
        package let name: String
        package let domain: String
        package let path: String
    }

    package let name: String
    package var value: String
    /// The host that the cookie is for, in lower case, without a dot before it.
    package let domain: String
    /// Whether the hosts below the domain do not get the cookie.
    package let isHostOnly: Bool
    package let path: String
    /// The date on which the cookie ends; nil for the end of the session.
    package var expires: Date?
    package var isSecure: Bool
    package var isHTTPOnly: Bool
    package var sameSite: SameSite
    /// The cookie's place in the order in which cookies were made.
    var ordinal = 0

    package init(
        name: String, value: String, domain: String, isHostOnly: Bool, path: String, expires: Date? = nil,
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite = .none
    ) {
        (self.name, self.value, self.path, self.expires) = (name, value, path, expires)
        (self.domain, self.isHostOnly) = (domain, isHostOnly)
        (self.isSecure, self.isHTTPOnly, self.sameSite) = (isSecure, isHTTPOnly, sameSite)
    }

    package var key: Key { Key(name: name, domain: (isHostOnly ? "" : ".") + domain, path: path) }

    /// The text of the cookie in a `Cookie` header and in `document.cookie`.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Returns whether two cookies differ in nothing that a server, a script or an application could see.
    package func isSame(as other: Cookie) -> Bool {
        // Stores keep whole seconds.
        let seconds = { (date: Date?) in date.map { $0.timeIntervalSince1970.rounded(.down) } }
        return key == other.key && value == other.value && seconds(expires) == seconds(other.expires)
            && isSecure == other.isSecure && isHTTPOnly == other.isHTTPOnly && sameSite == other.sameSite
    }
}

/// A request, or a script's access, that cookies are found or set for.
package struct CookieAccess: Sendable {
    /// The relation between the address and the sites that ask.
    package enum Site: Sendable {
        case same
        /// Another site leads the whole page here by a method that changes nothing.
        case navigation
        case other
    }

    package var url: URL
    package var site: Site
    /// Whether a script reads or sets the cookies, not a server.
    package var isScript: Bool
    /// Whether the address counts as https.
    package var isSecure: Bool
    /// Whether the response becomes the page, so that another site may lead to cookies of all kinds.
    package var isTopLevelNavigation: Bool

    package init(
        _ url: URL, site: Site = .same, isScript: Bool = false, isSecure: Bool = true,
        isTopLevelNavigation: Bool = false
    ) {
        (self.url, self.site, self.isScript) = (url, site, isScript)
        (self.isSecure, self.isTopLevelNavigation) = (isSecure, isTopLevelNavigation)
    }

    var host: String { url.host?.lowercased() ?? "" }

    var path: String {
        let path = url.path(percentEncoded: true)
        return path.hasPrefix("/") ? path : "/"
    }
}
