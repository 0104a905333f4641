package import Foundation
package import FoundationNetworking
package import URLInterception

/// The network of a view, one request at a time. Main actor only.
@MainActor
package protocol FetchNetwork {
    /// The permissions that servers gave before.
    var preflights: PreflightCache { get }

    /// Returns the registrable domain of a host, or the host itself where it has none.
    func registrableDomain(of host: String) -> String

    /// The cookies of an address, in the spelling of documents; nil where the loader stores cookies itself.
    func cookies(of url: URL) -> (any FetchCookies)?

    /// Sends one request. A redirect is its answer.
    ///
    /// - Parameters:
    ///   - url: the address, in the spelling of documents.
    ///   - outgoing: the request that it belongs to; nil for a preflight.
    func send(_ request: URLRequest, to url: URL, for outgoing: OutgoingRequest?) async throws -> LoadedResource

    /// Returns an address in the spelling of documents. Servers may spell it differently.
    func documentAddress(of url: URL, isFollowed: Bool) -> URL

    /// Returns whether a request of a secure document leads to an insecure address.
    func isDowngrade(from document: URL?, to url: URL) -> Bool

    /// Removes data, as a response of an address says.
    func clearSiteData(_ kinds: ClearSiteData, of url: URL) async
}

extension FetchNetwork {
    /// Removes nothing: for a network without a data store.
    package func clearSiteData(_ kinds: ClearSiteData, of url: URL) async {}

    /// Returns whether two serialized origins are one.
    func isSameOrigin(_ first: String, _ second: String) -> Bool {
        let origin = { (text: String) -> Origin? in
            // The check compares texts: an address of the origin, or the origin with a slash, is not it.
            guard Origin(text)?.description == text else { return nil }
            return URL(string: text).map { documentAddress(of: $0, isFollowed: false) }.flatMap { Origin(of: $0) }
        }
        return origin(first).map { $0 == origin(second) } ?? false
    }

    /// Fetches without a service worker: [main fetch](https://fetch.spec.whatwg.org/#main-fetch) and what it calls, for every asker.
    ///
    /// - Parameter mayFollow: whether a redirect is followed in redirect mode `follow`; without it the redirect is the response.
    /// - Throws: `URLError` for a network error.
    package func fetch(
        _ outgoing: OutgoingRequest, mayFollow: (URL) -> Bool = { _ in true }
    ) async throws -> FetchedResponse {
        var outgoing = outgoing
        while true {
            outgoing.tainting = try tainting(of: outgoing)
            let isDowngrade = isDowngrade(from: outgoing.asker.client, to: outgoing.url)
            // https://w3c.github.io/webappsec-mixed-content/#should-block-fetch
            if isDowngrade, outgoing.url.scheme == "http", outgoing.asker.client != nil, outgoing.mode != .navigate {
                throw URLError.blocked("\(outgoing.url) is insecure, and the document is secure")
            }
            outgoing.determineReferrer(isDowngrade: isDowngrade)
            var resource = try await httpFetch(outgoing, isDowngrade: isDowngrade)
            // https://fetch.spec.whatwg.org/#main-fetch, step "request's method is `HEAD`". WebKit leaves a service worker's response its body.
            if outgoing.method == "HEAD" { resource.body = .empty }
            let response = FetchedResponse(resource: resource, request: outgoing)
            if response.isRedirect, outgoing.redirect == .error { throw URLError(.httpTooManyRedirects) }
            guard response.isRedirect, outgoing.redirect == .follow, !CrossOriginPreflight(outgoing).isPreflight,
                let next = try redirected(outgoing, resource.response), let location = next.url,
                mayFollow(documentAddress(of: location, isFollowed: false))
            else { return response }
            try outgoing.follow(next, to: documentAddress(of: location, isFollowed: true), after: resource.response)
        }
    }

    /// Returns the request that a response redirects to; nil where it is no redirect.
    private func redirected(_ outgoing: OutgoingRequest, _ response: HTTPURLResponse) throws -> URLRequest? {
        var request = outgoing.request
        request.url = response.url?.inheritingFragment(of: outgoing.url) ?? outgoing.url
        let origin = { Origin(of: documentAddress(of: $0, isFollowed: false)) }
        return try RedirectFollower.request(after: response, to: request) { origin($0) == origin($1) }
    }

    /// Chooses by mode and origins: the middle of [main fetch](https://fetch.spec.whatwg.org/#main-fetch).
    private func tainting(of outgoing: OutgoingRequest) throws(URLError) -> ResponseTainting {
        if outgoing.tainting == .basic, outgoing.isSameOrigin(outgoing.url) { return .basic }
        switch outgoing.mode {
        case .navigate: return .basic
        case .sameOrigin: throw .blocked("\(outgoing.url) is of another origin, and the request's mode is same-origin")
        case .cors: return .cors
        case .noCORS:
            guard CrossOriginPreflight(outgoing).isSafelisted, outgoing.redirect == .follow else {
                throw .blocked("A request to another origin in mode no-cors is one that a form could send")
            }
            return .opaque
        }
    }

    /// Implements [HTTP fetch](https://fetch.spec.whatwg.org/#http-fetch) and
    /// [HTTP-network-or-cache fetch](https://fetch.spec.whatwg.org/#http-network-or-cache-fetch), up to the redirect.
    private func httpFetch(_ outgoing: OutgoingRequest, isDowngrade: Bool) async throws -> LoadedResource {
        let url = outgoing.url
        let sites = SiteRelation { registrableDomain(of: $0) }
        let preflight = CrossOriginPreflight(outgoing)
        if outgoing.tainting == .cors, !preflight.isSafelisted, !preflight.isPreflight {
            try await preflights.permit(preflight, to: url, self) { outgoing.addMetadata(to: &$0, sites) }
        }
        var request = outgoing.request
        request.url = url
        request.setValue(outgoing.referrer?.absoluteString, forHTTPHeaderField: "Referer")
        request.setValue(outgoing.originHeader(isDowngrade: isDowngrade), forHTTPHeaderField: "Origin")
        let cookies = cookies(of: url)
        let access =
            outgoing.hasCredentials
            ? cookies.flatMap { outgoing.cookieAccess(isSecure: $0.isSecure(url), sites) } : nil
        outgoing.addMetadata(to: &request, sites)
        request.httpShouldHandleCookies = outgoing.hasCredentials && cookies == nil
        // An application may send cookies of its own with a page that it loads.
        if let access, request.value(forHTTPHeaderField: "Cookie") == nil {
            request.setValue(await cookies?.header(for: access), forHTTPHeaderField: "Cookie")
        }
        let resource = try await send(request, to: url, for: outgoing)
        if let access { for text in resource.setCookieTexts { cookies?.set(text, for: access) } }
        let cleared = ClearSiteData(header: resource.response.value(forHTTPHeaderField: "Clear-Site-Data"))
        if outgoing.hasCredentials, !cleared.isEmpty { await clearSiteData(cleared, of: url) }
        if outgoing.tainting == .cors {
            do {
                try CORSCheck.check(
                    resource.response, for: outgoing.serializedOrigin, credentials: outgoing.checkedCredentials,
                    isSame: isSameOrigin)
            } catch {
                preflights.clear(preflight, url)
                throw error
            }
        }
        // https://fetch.spec.whatwg.org/#http-fetch, step "cross-origin resource policy check"
        if outgoing.tainting == .opaque {
            try CrossOriginResourcePolicy(
                origin: outgoing.asker.origin, embedderPolicy: outgoing.embedderPolicy,
                sites: sites
            ).check(
                resource.response.value(forHTTPHeaderField: "Cross-Origin-Resource-Policy"), at: url,
                hasCredentials: outgoing.hasCredentials)
        }
        return resource
    }
}

extension URLRequest {
    /// Returns whether WebKit names another origin than the address's as the one that asks. WebKit leaves `Origin` out within an origin, and
    /// where no script can read the answer.
    package func namesForeignOrigin(to url: URL) -> Bool {
        guard let origin = value(forHTTPHeaderField: "Origin") else { return false }
        return Origin(of: url).map { Origin(origin) != $0 } ?? true
    }
}
