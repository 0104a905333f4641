extension WKHTTPCookieStore {
    /// Returns all cookies, HttpOnly and session cookies included. Apple API.
    public func allCookies() async -> [HTTPCookie] {
        await withCheckedContinuation { continuation in getAllCookies { continuation.resume(returning: $0) } }
    }

    /// Sets a cookie, and returns once it is stored. Apple API.
    public func setCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in
            setCookie(cookie, completionHandler: { continuation.resume() })
        }
    }

    /// Sets several cookies, in order, and returns once all are stored. Apple API.
    public func setCookies(_ cookies: [HTTPCookie]) async {
        await withCheckedContinuation { continuation in
            setCookies(cookies, completionHandler: { continuation.resume() })
        }
    }

    /// Deletes the cookie with the same name, domain and path, and returns once it is deleted. Apple API.
    public func deleteCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in delete(cookie, completionHandler: { continuation.resume() }) }
    }

    /// Sets whether pages and servers have cookies, and returns once the policy applies. Apple API.
    public func setCookiePolicy(_ policy: WKHTTPCookieStore.CookiePolicy) async {
        await withCheckedContinuation { continuation in
            setCookiePolicy(policy, completionHandler: { continuation.resume() })
        }
    }

    /// Whether pages and servers have cookies. Apple API.
    public var cookiePolicy: WKHTTPCookieStore.CookiePolicy {
        get async {
            await withCheckedContinuation { continuation in getCookiePolicy { continuation.resume(returning: $0) } }
        }
    }
}
