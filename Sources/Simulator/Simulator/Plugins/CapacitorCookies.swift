import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

/// A simulation of Capacitor's plugin `CapacitorCookies`. Its cookies are those of the view's data store, which `CapacitorHttp` sends, too.
///
/// Sources: Capacitor 8.4.2, `ios/Capacitor/Capacitor/Plugins/{CapacitorCookies,CapacitorCookieManager}.swift`.
@MainActor
enum CapacitorCookies {
    /// The address of the app, which calls without a `url` are for.
    private static let app = "capacitor://localhost"

    static let plugin = SimulatedPlugin([
        "getCookies": .promise { call in
            guard let (mirror, url) = try await target(of: call) else { return [:] }
            let cookies = visible(in: mirror, url)
            return .object(Dictionary(cookies.map { ($0.name, .string($0.value)) }) { first, _ in first })
        },
        "setCookie": .promise { call in
            let key = try call.text("key", orError: "Must provide key")
            let value = try call.text("value", orError: "Must provide value")
            guard let (mirror, url) = try await target(of: call) else { return [:] }
            let text = value.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
            let (expires, path) = (call.arguments["expires"]?.string ?? "", call.arguments["path"]?.string ?? "/")
            mirror.set("\(key)=\(text); expires=\(expires); path=\(path)", for: CookieAccess(url))
            return [:]
        },
        "deleteCookie": .promise { call in
            let key = try call.text("key", orError: "Must provide key")
            guard let (mirror, url) = try await target(of: call) else { return [:] }
            mirror.cookies(for: CookieAccess(url)).first { $0.name == key }.map { remove($0, in: mirror) }
            return [:]
        },
        "clearCookies": .promise { call in
            guard let (mirror, url) = try await target(of: call) else { return [:] }
            for cookie in mirror.cookies(for: CookieAccess(url)) { remove(cookie, in: mirror) }
            return [:]
        },
        "clearAllCookies": .promise { call in
            guard let (mirror, _) = try await target(of: call) else { return [:] }
            for cookie in mirror.all { remove(cookie, in: mirror) }
            return [:]
        },
    ])

    private static func target(of call: PluginCall) async throws -> (CookieMirror, URL)? {
        guard let mirror = call.view?.webView?.configuration.websiteDataStore.cookieMirror,
            let url = address(call.arguments["url"]?.string ?? "")
        else { return nil }
        await mirror.ready()
        return (mirror, url)
    }

    /// Returns the address that a text stands for: `getServerUrl` of `CapacitorCookieManager.swift`.
    private static func address(_ text: String) -> URL? {
        let isWhole = text == app || text.hasPrefix("http://") || text.hasPrefix("https://")
        return URL(string: text.isEmpty ? app : isWhole ? text : "http://\(text)") ?? URL(string: app)
    }

    private static func visible(in mirror: CookieMirror, _ url: URL) -> [Cookie] {
        mirror.cookies(for: CookieAccess(url)).filter { !$0.isHTTPOnly }
    }

    private static func remove(_ cookie: Cookie, in mirror: CookieMirror) {
        guard let url = URL(string: "https://\(cookie.domain)\(cookie.path)") else { return }
        let domain = cookie.isHostOnly ? "" : "; Domain=\(cookie.domain)"
        mirror.set("\(cookie.name)=; Max-Age=0; Path=\(cookie.path)\(domain)", for: CookieAccess(url))
    }

    // MARK: document.cookie

    /// Returns the cookies of the app as `document.cookie` shows them.
    static func documentText(in mirror: CookieMirror) -> String {
        address("").map { CookieStore.text(of: visible(in: mirror, $0)) } ?? ""
    }

    /// Sets a cookie that a script assigns to `document.cookie`.
    ///
    /// - Parameter domain: the domain that the text names; empty for none.
    static func setDocumentText(_ text: String, domain: String, in mirror: CookieMirror) {
        if let url = address(domain) { mirror.set(text, for: CookieAccess(url)) }
    }
}

/// An endpoint that answers the prompts `CapacitorCookies.get` and `CapacitorCookies.set`, for which scripts wait. Only the app's own
/// scripts can ask.
///
/// Source: Capacitor 8.4.2, `WebViewDelegationHandler.swift`.
@MainActor
final class CapacitorCookiesEndpoint: PageEndpoint {
    static let path = "/_capacitor_cookies_"
    private weak var view: SWWebView?

    init(view: SWWebView?) { self.view = view }

    func access(to request: URLRequest) -> PathAccess { .change }

    var internalPaths: [InternalPath] { [InternalPath(Self.path, .change)] }

    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url, let mirror = view?.configuration.websiteDataStore.cookieMirror else {
            throw URLError(.cancelled)
        }
        await mirror.ready()
        if request.httpMethod == "POST" {
            let text = String(decoding: try await body.collect(upTo: 1 << 16), as: UTF8.self)
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
            let domain = items?.first { $0.name == "domain" }?.value ?? ""
            CapacitorCookies.setDocumentText(text, domain: domain, in: mirror)
        }
        return try LoadedResource(
            url: url, status: 200, headers: ["Content-Type": "text/plain;charset=utf-8", "Cache-Control": "no-store"],
            body: BodyStream(Data(CapacitorCookies.documentText(in: mirror).utf8)))
    }
}
