package import Foundation

/// Cookies of many hosts, found at once: [RFC 6265bis, section 5](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5).
package struct CookieStore {
    /// A cookie that was set or removed.
    package enum Change: Sendable, Equatable {
        case set(Cookie)
        case removed(Cookie)
    }

    /// The most cookies of a site.
    static let mostOfSite = 180

    /// The cookies by the registrable domains of their hosts.
    private var sites: [String: [Cookie.Key: Cookie]] = [:]
    private var newest = 0
    /// Returns the registrable domain of a host.
    private let registrableDomain: @Sendable (String) -> String

    package init(registrableDomain: @escaping @Sendable (String) -> String) {
        self.registrableDomain = registrableDomain
    }

    package var isEmpty: Bool { sites.isEmpty }

    package var all: [Cookie] { sites.values.flatMap(\.values) }

    package subscript(key: Cookie.Key) -> Cookie? {
        let domain = key.domain.hasPrefix(".") ? String(key.domain.dropFirst()) : key.domain
        return sites[registrableDomain(domain)]?[key]
    }

    // MARK: Finding

    /// Returns the cookies for a request or script, in the order of a `Cookie` header:
    /// [retrieval algorithm](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.8.3).
    package func cookies(for access: CookieAccess, now: Date = Date()) -> [Cookie] {
        guard !sites.isEmpty else { return [] }
        guard let known = sites[registrableDomain(access.host)] else { return [] }
        return known.values.filter { cookie in
            Self.isFound(cookie, by: access) && cookie.expires.map { $0 > now } ?? true
        }.sorted {
            $0.path.utf8.count != $1.path.utf8.count
                ? $0.path.utf8.count > $1.path.utf8.count : $0.ordinal < $1.ordinal
        }
    }

    /// Returns whether a cookie that has not ended goes with a request, or is for a script to see.
    package static func isFound(_ cookie: Cookie, by access: CookieAccess) -> Bool {
        (cookie.isHostOnly ? cookie.domain == access.host : isDomain(cookie.domain, of: access.host))
            && isPath(cookie.path, of: access.path)
            && (!cookie.isSecure || access.isSecure) && !(cookie.isHTTPOnly && access.isScript)
            && goes(cookie.sameSite, to: access.site)
    }

    /// Returns the text of cookies in a `Cookie` header or in `document.cookie`.
    package static func text(of cookies: [Cookie]) -> String { cookies.map(\.pair).joined(separator: "; ") }

    private static func goes(_ sameSite: Cookie.SameSite, to site: CookieAccess.Site) -> Bool {
        switch (sameSite, site) {
        case (.none, _), (_, .same), (.lax, .navigation): true
        default: false
        }
    }

    // MARK: Setting

    /// Sets a cookie as a server or script says: [storage model](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7).
    ///
    /// Unlike there, and as in WebKit, `SameSite=None` needs no `Secure`.
    ///
    /// - Parameter text: the value of a `Set-Cookie` header, or what a script assigns to `document.cookie`.
    /// - Returns: the change; nil where the cookie is refused, or one that has ended was not there.
    package mutating func set(_ text: String, for access: CookieAccess, now: Date = Date()) -> Change? {
        guard let told = SetCookie(text, now: now) else { return nil }
        let host = access.host
        var domain = told.domain
        if let wider = domain, isPublicSuffix(wider) {
            guard wider == host else { return nil }
            domain = nil
        }
        if let domain, !Self.isDomain(domain, of: host) { return nil }
        guard !host.isEmpty, !told.isSecure || access.isSecure, !told.isHTTPOnly || !access.isScript,
            told.sameSite == .none || access.site == .same || access.isTopLevelNavigation,
            Self.keepsPromise(told, isHostOnly: domain == nil)
        else { return nil }
        let cookie = Cookie(
            name: told.name, value: told.value, domain: domain ?? host, isHostOnly: domain == nil,
            path: told.path ?? Self.defaultPath(of: access.path), expires: told.expires, isSecure: told.isSecure,
            isHTTPOnly: told.isHTTPOnly, sameSite: told.sameSite)
        if !access.isSecure, overlaysSecure(cookie) { return nil }
        if access.isScript, self[cookie.key]?.isHTTPOnly ?? false { return nil }
        return put(cookie, now: now)
    }

    /// Puts a cookie in place of the one with its name, domain and path.
    ///
    /// - Returns: the change; nil where there is none.
    package mutating func put(_ cookie: Cookie, now: Date = Date()) -> Change? {
        if let end = cookie.expires, end <= now { return remove(cookie.key) }
        let known = self[cookie.key]
        if let known, known.isSame(as: cookie) { return nil }
        var kept = cookie
        newest += 1
        kept.ordinal = known?.ordinal ?? newest
        let site = registrableDomain(cookie.domain)
        sites[site, default: [:]][cookie.key] = kept
        if sites[site]?.count ?? 0 > Self.mostOfSite { evict(from: site, now: now) }
        return .set(kept)
    }

    package mutating func remove(_ key: Cookie.Key) -> Change? {
        guard let cookie = self[key] else { return nil }
        let site = registrableDomain(cookie.domain)
        sites[site]?[key] = nil
        if sites[site]?.isEmpty ?? false { sites[site] = nil }
        return .removed(cookie)
    }

    /// Drops the cookies of a site that have ended, or else the oldest one.
    private mutating func evict(from site: String, now: Date) {
        let count = sites[site]?.count
        sites[site] = sites[site]?.filter { $0.value.expires.map { $0 > now } ?? true }
        guard sites[site]?.count == count, let oldest = sites[site]?.min(by: { $0.value.ordinal < $1.value.ordinal })
        else { return }
        sites[site]?[oldest.key] = nil
    }

    // MARK: Rules

    /// Whether every registrable domain of hosts below the domain is one of its own.
    private func isPublicSuffix(_ domain: String) -> Bool {
        let below = "a.\(domain)"
        return registrableDomain(below) == below
    }

    /// Implements [domain-match](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.1.3).
    private static func isDomain(_ domain: String, of host: String) -> Bool {
        if host == domain { return true }
        let isAddress = host.contains(":") || host.split(separator: ".").last.map { UInt($0) != nil } ?? false
        return host.hasSuffix(".\(domain)") && !isAddress
    }

    /// Implements [path-match](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.1.4).
    private static func isPath(_ path: String, of asked: String) -> Bool {
        asked == path || asked.hasPrefix(path) && (path.hasSuffix("/") || asked.dropFirst(path.count).hasPrefix("/"))
    }

    /// Implements [default-path](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.1.4).
    private static func defaultPath(of path: String) -> String {
        guard let last = path.lastIndex(of: "/"), last != path.startIndex else { return "/" }
        return String(path[..<last])
    }

    /// Whether a cookie has what its name's [prefix](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3) says. A
    /// cookie without a name may not look like one with a prefix.
    private static func keepsPromise(_ told: SetCookie, isHostOnly: Bool) -> Bool {
        let (name, value) = (told.name.lowercased(), told.value.lowercased())
        if name.isEmpty { return !value.hasPrefix("__secure-") && !value.hasPrefix("__host-") }
        if name.hasPrefix("__secure-") { return told.isSecure }
        return !name.hasPrefix("__host-") || told.isSecure && isHostOnly && told.path == "/"
    }

    /// Whether a cookie that an insecure address sets would hide one that only secure addresses can set.
    private func overlaysSecure(_ cookie: Cookie) -> Bool {
        sites[registrableDomain(cookie.domain)]?.values.contains { known in
            known.isSecure && known.name == cookie.name
                && (Self.isDomain(known.domain, of: cookie.domain) || Self.isDomain(cookie.domain, of: known.domain))
                && Self.isPath(known.path, of: cookie.path)
        } ?? false
    }
}
