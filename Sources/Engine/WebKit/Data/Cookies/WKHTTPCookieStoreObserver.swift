/// Hears of changes of the cookies in a store. Apple API. Main actor only.
@preconcurrency @MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
    /// Called after cookies were set, changed or deleted, by the application, a server or a page. Apple API.
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
    /// Does nothing. Apple API.
    public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
