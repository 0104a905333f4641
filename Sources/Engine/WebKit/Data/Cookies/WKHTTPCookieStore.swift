import HTTPMessages

/// The HTTP cookies of a data store. Apple API. Main actor only.
///
/// ```swift
/// let cookies = webView.configuration.websiteDataStore.httpCookieStore
/// await cookies.setCookie(session)
/// webView.load(URLRequest(url: page))  // the server receives the cookie
/// ```
///
/// Calls take effect in order, also before any page was loaded. Views with ``WKWebViewConfiguration/interceptsNetwork`` use
/// the same cookies: WebKit adds them to requests and takes them from answers, on its side of the interception. Pages of an
/// `SWWebView` under `sw://` have them, too, as pages of the https address would. Other custom schemes have no cookies.
///
/// Unlike on iOS cookies lose their SameSite policy when they are read, because Foundation on Linux has no key for it.
@preconcurrency @MainActor
open class WKHTTPCookieStore: NSObject {
    /// Whether pages and servers have cookies. Apple API.
    public enum CookiePolicy: Int, Sendable {
        /// Cookies of servers and pages are kept. The default.
        case allow
        /// Cookies of servers and pages are not kept, and those that the store has are neither sent nor read.
        case disallow
    }

    private struct WeakObserver {
        weak var object: (any WKHTTPCookieStoreObserver)?
    }

    private weak var dataStore: WKWebsiteDataStore?
    private lazy var jar = dataStore.map { CookieJar($0.preparedContext, heldFile: $0.heldCookiesFile) }
    private var observers: [WeakObserver] = []
    private var observation: AnyObject?

    init(_ dataStore: WKWebsiteDataStore) {
        self.dataStore = dataStore
        super.init()
    }

    // MARK: Cookies

    /// Gives all cookies to the handler, HttpOnly and session cookies included. Apple API.
    open func getAllCookies(_ completionHandler: @escaping @MainActor ([HTTPCookie]) -> Void) {
        guard let jar else { return later { completionHandler([]) } }
        jar.all { [weak dataStore] cookies in
            dataStore?.cookieDates?.note(cookies)
            completionHandler(cookies)
        }
    }

    /// Sets a cookie in place of one with the same name, domain and path. Apple API.
    ///
    /// A cookie that is not HttpOnly doesn't replace one that is. The handler is called once the cookie is stored.
    open func setCookie(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
        let completion = completionHandler ?? {}
        guard let jar else { return later(completion) }
        jar.set(cookie, reflected(completion))
    }

    /// Sets several cookies, in order. Apple API.
    ///
    /// The handler is called once all are stored.
    open func setCookies(_ cookies: [HTTPCookie], completionHandler: (@MainActor () -> Void)? = nil) {
        let completion = completionHandler ?? {}
        guard let last = cookies.last else { return later(completion) }
        for cookie in cookies.dropLast() { setCookie(cookie) }
        setCookie(last, completionHandler: completion)
    }

    /// Deletes the cookie with the same name, domain and path. Apple API.
    ///
    /// A cookie that is not HttpOnly doesn't delete one that is. The handler is called once the cookie is deleted.
    open func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
        let completion = completionHandler ?? {}
        guard let jar else { return later(completion) }
        jar.delete(cookie, reflected(completion))
    }

    // MARK: Observers

    /// Has the observer called after each change. Apple API.
    ///
    /// The store doesn't keep the observer alive. A second call with the same observer does nothing.
    open func add(_ observer: any WKHTTPCookieStoreObserver) {
        remove(observer)
        observers.append(WeakObserver(object: observer))
        if observation == nil { observation = jar?.observe { [weak self] in self?.notify() } }
    }

    /// Removes an observer; one that was not added is no mistake. Apple API.
    open func remove(_ observer: any WKHTTPCookieStoreObserver) {
        observers.removeAll { $0.object == nil || $0.object === observer }
    }

    private func notify() {
        for observer in observers { observer.object?.cookiesDidChange(in: self) }
    }

    // MARK: Policy

    /// Sets whether pages and servers have cookies; the application always has. Apple API.
    ///
    /// The policy applies to requests that begin after the handler was called. Cookies that are disallowed stay in the store: they are
    /// sent and read again when they are allowed. Each process begins with ``CookiePolicy/allow``.
    open func setCookiePolicy(
        _ policy: WKHTTPCookieStore.CookiePolicy, completionHandler: (@MainActor () -> Void)? = nil
    ) {
        let completion = completionHandler ?? {}
        guard let jar else { return later(completion) }
        jar.setAcceptance(policy == .allow, reflected(completion))
    }

    /// Gives the policy to the handler. Apple API.
    open func getCookiePolicy(_ completionHandler: @escaping @MainActor (WKHTTPCookieStore.CookiePolicy) -> Void) {
        guard let jar else { return later { completionHandler(.allow) } }
        jar.getAcceptance { completionHandler($0 ? .allow : .disallow) }
    }

    // MARK: Asynchronous forms, which the forms with a handler serve

    /// Returns all cookies, HttpOnly and session cookies included. Apple API.
    open func allCookies() async -> [HTTPCookie] {
        await withCheckedContinuation { continuation in getAllCookies { continuation.resume(returning: $0) } }
    }

    /// Sets a cookie, and returns once it is stored. Apple API.
    open func setCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in
            setCookie(cookie, completionHandler: { continuation.resume() })
        }
    }

    /// Sets several cookies, in order, and returns once all are stored. Apple API.
    open func setCookies(_ cookies: [HTTPCookie]) async {
        await withCheckedContinuation { continuation in
            setCookies(cookies, completionHandler: { continuation.resume() })
        }
    }

    /// Deletes the cookie with the same name, domain and path, and returns once it is deleted. Apple API.
    open func deleteCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in delete(cookie, completionHandler: { continuation.resume() }) }
    }

    /// Sets whether pages and servers have cookies, and returns once the policy applies. Apple API.
    open func setCookiePolicy(_ policy: WKHTTPCookieStore.CookiePolicy) async {
        await withCheckedContinuation { continuation in
            setCookiePolicy(policy, completionHandler: { continuation.resume() })
        }
    }

    /// Whether pages and servers have cookies. Apple API.
    open var cookiePolicy: WKHTTPCookieStore.CookiePolicy {
        get async {
            await withCheckedContinuation { continuation in getCookiePolicy { continuation.resume(returning: $0) } }
        }
    }

    // MARK: Website data

    /// The cookies that wait while cookies are disallowed.
    var heldCookies: [HTTPCookie] { jar?.held?.cookies ?? [] }

    func removeHeldCookies(where isRemoved: @escaping (HTTPCookie) -> Bool) { jar?.removeHeld(where: isRemoved) }

    /// Whether WebKit does not have the store's cookies, because they are disallowed or on their way.
    var areCookiesAway: Bool { jar.map { $0.isMoving || $0.held != nil } ?? false }

    /// Removes the cookies that were set, or set to something else, since a date. WebKit itself removes all, where the date is that of
    /// 1970 or earlier, but for those that wait.
    func removeCookies(modifiedSince date: Date) async {
        guard date.timeIntervalSince1970 > 0 else { return removeHeldCookies { _ in true } }
        let cookies = await allCookies()
        for cookie in cookies where dataStore?.cookieDates?.date(of: cookie) ?? .distantPast >= date {
            await deleteCookie(cookie)
        }
    }

    /// Gives WebKit the cookies that an earlier process has left. The context is the store's, which is being made.
    func giveBackHeldCookies(to context: WebContext, from file: URL) {
        jar = CookieJar(context, heldFile: file)
    }

    /// Makes the mirror of the cookies, for ``WKWebsiteDataStore/cookieMirror``.
    func makeMirror() -> CookieMirror? {
        guard let jar, let context = dataStore?.preparedContext else { return nil }
        return CookieMirror(context, jar)
    }

    // MARK: For clients of a debugger

    /// Returns all cookies that WebKit has, with their SameSite policy.
    package func cookies() async -> [Cookie] {
        await withCheckedContinuation { continuation in
            guard let jar else { return continuation.resume(returning: []) }
            jar.read { continuation.resume(returning: $0) }
        }
    }

    /// Sets a cookie as its server would.
    package func put(_ cookie: Cookie) async {
        await withCheckedContinuation { continuation in
            guard let jar else { return continuation.resume() }
            jar.put(cookie, reflected { continuation.resume() })
        }
    }

    /// Removes a cookie.
    package func remove(_ key: Cookie.Key) async {
        await withCheckedContinuation { continuation in
            guard let jar else { return continuation.resume() }
            jar.remove(key, reflected { continuation.resume() })
        }
    }

    /// Returns a completion that runs once the mirror has what was changed.
    private func reflected(_ completion: @escaping CookieJar.Completion) -> CookieJar.Completion {
        guard let mirror = dataStore?.knownCookieMirror else { return completion }
        return { mirror.refresh(completion) }
    }

    // Handlers are never called before the call returns.
    private func later(_ work: @escaping @MainActor () -> Void) { DispatchQueue.main.async { work() } }
}
