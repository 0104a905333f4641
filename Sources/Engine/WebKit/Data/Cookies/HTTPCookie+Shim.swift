import CWebKitGTK

extension HTTPCookie {
    private static let httpOnlyKey = HTTPCookiePropertyKey("HttpOnly")

    /// Returns the cookie of the shim's; nil where Foundation refuses it.
    static func make(_ cookie: CWKCookie) -> HTTPCookie? {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: text(cookie.name), .value: text(cookie.value), .domain: text(cookie.domain),
            .path: text(cookie.path),
        ]
        if cookie.session_only {
            properties[.discard] = "TRUE"
        } else {
            properties[.expires] = Date(timeIntervalSince1970: cookie.expires)
        }
        // Foundation takes the presence of either key as true.
        if cookie.secure { properties[.secure] = "TRUE" }
        if cookie.http_only { properties[httpOnlyKey] = "TRUE" }
        return HTTPCookie(properties: properties)
    }

    /// Gives the cookie to `body` as the shim takes it.
    func withShimCookie(_ body: (UnsafePointer<CWKCookie>) -> Void) {
        CStrings.withCStrings([name, value, domain, path]) { strings in
            guard let strings else { return }
            var cookie = CWKCookie(
                name: strings[0], value: strings[1], domain: strings[2], path: strings[3],
                expires: expiresDate?.timeIntervalSince1970 ?? 0, session_only: expiresDate == nil, secure: isSecure,
                http_only: isHTTPOnly)
            body(&cookie)
        }
    }

    /// Whether a store keeps only one of the two cookies.
    func isTwin(of other: HTTPCookie) -> Bool {
        name == other.name && path == other.path && domain.lowercased() == other.domain.lowercased()
    }
}
