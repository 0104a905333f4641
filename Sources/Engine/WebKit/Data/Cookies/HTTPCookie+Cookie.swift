import HTTPMessages

extension HTTPCookie {
    private static let httpOnlyKey = HTTPCookiePropertyKey("HttpOnly")

    /// Returns a cookie as an application gets it, without its SameSite policy; nil where Foundation refuses it.
    static func make(_ cookie: Cookie) -> HTTPCookie? {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: cookie.name, .value: cookie.value, .domain: cookie.key.domain, .path: cookie.path,
        ]
        if let expires = cookie.expires {
            properties[.expires] = expires
        } else {
            properties[.discard] = "TRUE"
        }
        // Foundation takes the presence of either key as true.
        if cookie.isSecure { properties[.secure] = "TRUE" }
        if cookie.isHTTPOnly { properties[httpOnlyKey] = "TRUE" }
        return HTTPCookie(properties: properties)
    }

    /// Whether a store keeps only one of the two cookies.
    func isTwin(of other: HTTPCookie) -> Bool {
        name == other.name && path == other.path && domain.lowercased() == other.domain.lowercased()
    }
}

extension Cookie {
    /// Makes the cookie of an application's. It goes with every request, as on iOS.
    init(_ cookie: HTTPCookie) {
        let isHostOnly = !cookie.domain.hasPrefix(".")
        self.init(
            name: cookie.name, value: cookie.value,
            domain: isHostOnly ? cookie.domain : String(cookie.domain.dropFirst()),
            isHostOnly: isHostOnly, path: cookie.path, expires: cookie.expiresDate, isSecure: cookie.isSecure,
            isHTTPOnly: cookie.isHTTPOnly)
    }
}
