import WebKit

extension HTTPCookie {
    /// Makes a cookie; one without an end is a session cookie.
    static func test(
        _ name: String, _ value: String, domain: String = "127.0.0.1", path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, expires: Date? = nil
    ) throws -> HTTPCookie {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .domain: domain, .path: path, .expires: expires as Any,
        ]
        if expires == nil { properties[.expires] = nil }
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        guard let cookie = HTTPCookie(properties: properties) else { throw URLError(.badURL) }
        return cookie
    }
}

/// Counts the changes of a cookie store, and lets a test wait for them.
@MainActor
final class CookieChanges: NSObject, WKHTTPCookieStoreObserver {
    private(set) var stores: [WKHTTPCookieStore] = []
    private var waiter: CheckedContinuation<Void, Never>?

    func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {
        stores.append(cookieStore)
        waiter?.resume()
        waiter = nil
    }

    /// Waits until there are that many changes.
    func wait(for count: Int) async {
        while stores.count < count { await withCheckedContinuation { waiter = $0 } }
    }
}
