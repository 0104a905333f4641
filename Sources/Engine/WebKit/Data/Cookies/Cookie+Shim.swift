import CWebKitGTK
import HTTPMessages

extension Cookie {
    /// Makes the cookie of the shim's.
    init(_ cookie: CWKCookie) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        let domain = text(cookie.domain).lowercased()
        let isHostOnly = !domain.hasPrefix(".")
        self.init(
            name: text(cookie.name), value: text(cookie.value),
            domain: isHostOnly ? domain : String(domain.dropFirst()),
            isHostOnly: isHostOnly, path: text(cookie.path),
            expires: cookie.session_only ? nil : Date(timeIntervalSince1970: cookie.expires), isSecure: cookie.secure,
            isHTTPOnly: cookie.http_only, sameSite: SameSite(cookie.same_site))
    }

    /// Gives the cookie to `body` as the shim takes it.
    func withShimCookie(_ body: (UnsafePointer<CWKCookie>) -> Void) {
        CStrings.withCStrings([name, value, key.domain, path]) { strings in
            guard let strings else { return }
            var cookie = CWKCookie(
                name: strings[0], value: strings[1], domain: strings[2], path: strings[3],
                expires: expires?.timeIntervalSince1970 ?? 0, session_only: expires == nil, secure: isSecure,
                http_only: isHTTPOnly, same_site: sameSite.forShim)
            body(&cookie)
        }
    }
}

extension WebContext {
    /// Gives all cookies of WebKit's to the handler.
    func fetchCookies(_ completion: @escaping @MainActor ([Cookie]) -> Void) {
        let receive = { @MainActor [self] (cookies: [Cookie]) in
            outliveCallback()
            completion(cookies)
        }
        cwk_context_get_cookies(
            handle,
            { cookies, count, context in
                let found = UnsafeBufferPointer(start: cookies, count: count).map { Cookie($0) }
                ShimCallback.retained(context, Box<@MainActor ([Cookie]) -> Void>.self) { $0.value(found) }
            }, Unmanaged.passRetained(Box(receive)).toOpaque())
    }
}

extension Cookie.SameSite {
    fileprivate init(_ policy: CWKSameSite) {
        switch policy {
        case CWK_SAME_SITE_STRICT: self = .strict
        case CWK_SAME_SITE_LAX: self = .lax
        default: self = .none
        }
    }

    fileprivate var forShim: CWKSameSite {
        switch self {
        case .none: CWK_SAME_SITE_NONE
        case .lax: CWK_SAME_SITE_LAX
        case .strict: CWK_SAME_SITE_STRICT
        }
    }
}
