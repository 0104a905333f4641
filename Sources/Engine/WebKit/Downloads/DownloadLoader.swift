import HTTPMessages
import URLInterception

/// A loader for the requests of a download. The loader sends the cookies of the view's data store to servers, and calls scheme
/// handlers.
///
/// The download's delegate decides about redirects and challenges.
@MainActor
final class DownloadLoader {
    private static let mostRedirects = 20
    /// The loader that all downloads share. This loader keeps no cookies and no responses. Ending a loader would wait for every transfer
    /// of the process.
    private static let network = NetworkLoader(redirects: .deliver, cookies: .passed)

    private weak var view: WKWebView?
    private let store: WKWebsiteDataStore
    private let userAgent: String?
    private let loader: @MainActor (URL) -> any ResourceLoader
    private let loadedAddress: @MainActor (URL) -> URL

    init(_ view: WKWebView) {
        self.view = view
        store = view.liveConfiguration.websiteDataStore
        userAgent = view.downloadUserAgent
        loadedAddress = view.hooks.loadedAddress ?? { $0 }
        loader = { [weak interception = store.networkInterception] url -> any ResourceLoader in
            if let interception { return interception.loader(for: url, asker: .native) }
            return Self.network
        }
    }

    /// Returns the final response, after redirects and challenges.
    func load(_ request: URLRequest, for download: any DownloadRecipient) async throws -> (URLResponse, BodyStream) {
        var request = request.mappingAddress(loadedAddress)
        var redirects = 0
        var failures = 0
        while true {
            try Task.checkCancellation()
            let (response, body) = try await hop(request)
            guard let http = response as? HTTPURLResponse else { return (response, body) }
            if let challenge = BasicChallenge(http, failures: failures) {
                guard let credential = try await challenge.credential(from: download) else { return (response, body) }
                request.setValue(credential, forHTTPHeaderField: "Authorization")
                failures += 1
                continue
            }
            guard var next = try RedirectFollower.request(after: http, to: request) else { return (response, body) }
            redirects += 1
            guard redirects <= Self.mostRedirects else { throw URLError(.httpTooManyRedirects) }
            guard try await download.permits(next, after: http) else {
                throw DownloadFailure.cancelled(request.url)
            }
            next = next.mappingAddress(loadedAddress)
            let site = "Sec-Fetch-Site"
            if next.value(forHTTPHeaderField: site) != nil,
                WKSecurityOrigin(url: next.url).text != WKSecurityOrigin(url: request.url).text
            {
                next.setValue("cross-site", forHTTPHeaderField: site)
            }
            request = next
        }
    }

    private func hop(_ request: URLRequest) async throws -> (URLResponse, BodyStream) {
        guard let url = request.url, let scheme = url.scheme?.lowercased() else {
            throw WebKitPolicyError.cannotShow(request.url)
        }
        if ["http", "https"].contains(scheme), url.host?.isEmpty == false { return try await fromServer(request, url) }
        if scheme == "data" { return try DataURL.answer(url) }
        guard let view, let body = URLSchemeTask.load(request, in: view) else {
            throw WebKitPolicyError.cannotShow(url)
        }
        return (try await body.response(), body.body)
    }

    private func fromServer(_ request: URLRequest, _ url: URL) async throws -> (URLResponse, BodyStream) {
        var request = request
        if request.value(forHTTPHeaderField: "User-Agent") == nil {
            request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        }
        let cookies = store.httpCookieStore
        if request.httpShouldHandleCookies, request.value(forHTTPHeaderField: "Cookie") == nil {
            let sent = await cookies.allCookies().filter { $0.isSent(to: url, at: Date()) }
            if !sent.isEmpty {
                request.setValue(
                    sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; "), forHTTPHeaderField: "Cookie")
            }
        }
        request.httpShouldHandleCookies = false
        let resource = try await loader(url).load(request)
        let set = AnswerHeaders.cookies(of: resource, from: url)
        if !set.isEmpty, await cookies.cookiePolicy == .allow { await cookies.setCookies(set) }
        return (resource.response, resource.body)
    }
}

extension AnswerHeaders {
    /// Returns the cookies that a response sets for its own host or a parent domain.
    fileprivate static func cookies(of resource: LoadedResource, from url: URL) -> [HTTPCookie] {
        let lines = fields(of: resource).filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        return lines.flatMap { HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: url) }
            .filter { $0.isOf(url.host ?? "") && (!$0.isSecure || url.scheme?.lowercased() == "https") }
    }
}

extension HTTPCookie {
    /// Returns whether a request to `url` carries the cookie:
    /// [RFC 6265, section 5.4](https://www.rfc-editor.org/rfc/rfc6265#section-5.4).
    func isSent(to url: URL, at time: Date) -> Bool {
        guard let host = url.host, isOf(host), !isSecure || url.scheme?.lowercased() == "https" else { return false }
        if let expiresDate, expiresDate <= time { return false }
        let asked = url.path(percentEncoded: true)
        return path == "/" || asked == path || asked.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }

    /// Returns whether the host domain-matches the cookie:
    /// [RFC 6265, section 5.1.3](https://www.rfc-editor.org/rfc/rfc6265#section-5.1.3).
    fileprivate func isOf(_ host: String) -> Bool {
        let (host, domain) = (host.lowercased(), domain.lowercased())
        if host == domain { return true }
        guard domain.hasPrefix(".") else { return false }
        return host == domain.dropFirst() || host.hasSuffix(domain)
    }
}
