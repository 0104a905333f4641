package import Foundation
package import FoundationNetworking
import URLInterception

/// A [request](https://fetch.spec.whatwg.org/#concept-request) on its way to the network.
package struct OutgoingRequest: Sendable {
    /// Method and headers. The headers that Fetch itself sets are replaced.
    package var request: URLRequest
    /// The addresses that the request was sent to, in the spelling of documents. The current one is last.
    package private(set) var urlList: [URL]
    package let asker: Asker
    package let mode: RequestMode
    package let credentials: CredentialsMode
    /// The credentials mode for the CORS check. It differs from `credentials` where WebKit makes the credentials part of the check, because the
    /// host cannot find out the script's own mode.
    package var checkedCredentials: CredentialsMode
    package var redirect: RedirectMode
    /// The [referrer](https://fetch.spec.whatwg.org/#concept-request-referrer); nil for none. Each hop may shorten it.
    package private(set) var referrer: URL?
    package private(set) var referrerPolicy: ReferrerPolicy
    /// The [unsafe-request flag](https://fetch.spec.whatwg.org/#unsafe-request-flag): whether a script has chosen method and headers.
    package var isUnsafe: Bool
    /// The user agent of the asker's view, which is no header of a script; nil where it is not known.
    package let userAgent: String?
    /// Whether a body goes with it.
    package private(set) var hasBody: Bool
    /// The destination for the `Sec-Fetch` headers; nil for a request without them, as on schemes of an application's own.
    package var destination: RequestDestination?
    /// Whether a document of another site than the address's asks, and nothing more is known of it.
    package var isOfOtherSite = false
    /// The embedder policy of the asker.
    package var embedderPolicy = EmbedderPolicy.unsafeNone
    /// The page that the request is made for.
    package var firstParty = FirstParty.asker
    package internal(set) var tainting = ResponseTainting.basic
    /// The time of the last redirect; nil before one.
    package private(set) var redirectTime: Date?

    /// Whether the request is sent with credentials:
    /// [include credentials](https://fetch.spec.whatwg.org/#http-network-or-cache-fetch), step 3, and
    /// [credentialless](https://html.spec.whatwg.org/multipage/browsers.html#embedder-policy-value) documents.
    package var hasCredentials: Bool {
        guard embedderPolicy != .credentialless || tainting != .opaque else { return false }
        return credentials == .include || credentials == .sameOrigin && tainting == .basic
    }

    /// - Parameters:
    ///   - url: the address, in the spelling of documents.
    ///   - referrer: the address that `Referer` is made of; nil for the asker's own.
    ///   - referrerPolicy: the request's own policy; nil for the asker's.
    ///   - isUnsafe: whether a script has chosen method and headers.
    ///   - userAgent: the user agent of the asker's view.
    package init(
        _ request: URLRequest, to url: URL, by asker: Asker, mode: RequestMode, credentials: CredentialsMode,
        redirect: RedirectMode = .follow, referrer: Referrer = .client, referrerPolicy: ReferrerPolicy? = nil,
        isUnsafe: Bool = true, userAgent: String? = nil, hasBody: Bool = false
    ) {
        (self.request, self.asker, urlList) = (request, asker, [url])
        (self.mode, self.credentials, self.redirect) = (mode, credentials, redirect)
        checkedCredentials = credentials
        self.referrer =
            switch referrer {
            case .client: asker.client
            case .none: nil
            case .url(let url): url
            }
        self.referrerPolicy = referrerPolicy ?? asker.referrerPolicy
        (self.isUnsafe, self.userAgent, self.hasBody) = (isUnsafe, userAgent, hasBody)
    }

    /// The [referrer](https://fetch.spec.whatwg.org/#concept-request-referrer) of a request.
    package enum Referrer: Sendable {
        case none, client
        case url(URL)
    }

    /// The address that it goes to next.
    package var url: URL { urlList[urlList.count - 1] }
    package var method: String { request.httpMethod ?? "GET" }
    /// The number of redirects that were followed.
    var redirectCount: Int { urlList.count - 1 }
    package var isRedirected: Bool { redirectCount > 0 }

    /// Implements the step of [main fetch](https://fetch.spec.whatwg.org/#main-fetch) that shortens the referrer by its policy.
    mutating func determineReferrer(isDowngrade: Bool) {
        referrer = referrer.flatMap {
            URL(string: referrerPolicy.referrer(from: $0, to: url, isDowngrade: isDowngrade))
        }
    }

    // MARK: Origin

    func isSameOrigin(_ url: URL) -> Bool { asker.origin.map { $0 == Origin(of: url) } ?? false }

    /// Implements [redirect-tainted origin](https://fetch.spec.whatwg.org/#concept-request-tainted-origin).
    private var isOriginTainted: Bool {
        zip(urlList, urlList.dropFirst()).contains { last, url in
            Origin(of: last) != Origin(of: url) && !isSameOrigin(last)
        }
    }

    /// The [serialized origin](https://fetch.spec.whatwg.org/#serializing-a-request-origin).
    package var serializedOrigin: String {
        asker.origin.flatMap { isOriginTainted ? nil : $0.description } ?? "null"
    }

    /// Implements [append a request `Origin` header](https://fetch.spec.whatwg.org/#append-a-request-origin-header). Nil for none.
    ///
    /// - Parameter isDowngrade: whether the request leaves a secure document for an insecure address.
    func originHeader(isDowngrade: Bool) -> String? {
        if mode == .navigate, destination == nil { return request.value(forHTTPHeaderField: "Origin") }
        if tainting == .cors { return serializedOrigin }
        guard method != "GET", method != "HEAD" else { return nil }
        if mode == .cors { return serializedOrigin }
        switch referrerPolicy {
        case .noReferrer: return "null"
        case .noReferrerWhenDowngrade, .strictOrigin, .strictOriginWhenCrossOrigin:
            return isDowngrade ? "null" : serializedOrigin
        case .sameOrigin: return isSameOrigin(url) ? serializedOrigin : "null"
        default: return serializedOrigin
        }
    }

    // MARK: Redirects

    /// Implements [HTTP-redirect fetch](https://fetch.spec.whatwg.org/#http-redirect-fetch), up to its main fetch.
    ///
    /// - Parameters:
    ///   - next: the request that the response redirects to.
    ///   - target: its address, in the spelling of documents.
    package mutating func follow(
        _ next: URLRequest, to target: URL, after response: HTTPURLResponse
    ) throws(URLError) {
        guard redirectCount < RedirectFollower.limit else {
            throw URLError(.httpTooManyRedirects, userInfo: [NSURLErrorFailingURLErrorKey: target])
        }
        // https://fetch.spec.whatwg.org/#http-redirect-fetch, step "If locationURL's scheme is not an HTTP(S) scheme"
        let schemes = urlList.map(\.scheme) + ["http", "https", asker.origin?.scheme]
        guard schemes.contains(target.scheme?.lowercased()) else {
            throw .blocked("A redirect leads to an address with the scheme \(target.scheme ?? "")")
        }
        let namesUser = target.user != nil || target.password != nil
        guard !namesUser || tainting != .cors && (mode != .cors || isSameOrigin(target)) else {
            throw .blocked(
                "\(target.host ?? "The redirect's address") has a name or password in a redirect across origins")
        }
        if next.httpMethod != request.httpMethod { hasBody = false }
        request = next
        urlList.append(target)
        redirectTime = Date()
        // https://w3c.github.io/webappsec-referrer-policy/#set-requests-referrer-policy-on-redirect
        if let policy = ReferrerPolicy(header: response.value(forHTTPHeaderField: "Referrer-Policy")) {
            referrerPolicy = policy
        }
    }
}

extension URLError {
    /// Makes the error of a request that Fetch refuses.
    static func blocked(_ reason: String) -> URLError {
        URLError(.dataNotAllowed, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
