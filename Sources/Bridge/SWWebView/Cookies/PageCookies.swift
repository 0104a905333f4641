import Fetch
import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// The cookies of pages and workers under `sw://`, of one data store: those that the https addresses have. Main actor only.
@MainActor
final class PageCookies: FetchCookies {
    /// Whether pages have cookies. Without, they are as on the custom schemes of iOS.
    var isOn = true
    private(set) weak var store: WKWebsiteDataStore?

    init(_ store: WKWebsiteDataStore? = nil) { self.store = store }

    var mirror: CookieMirror? { isOn ? store?.cookieMirror : nil }

    /// Returns whether the requests of an address have cookies of the data store, not the loader's own.
    func keeps(_ url: URL) -> Bool {
        guard isOn, store != nil, let scheme = url.scheme?.lowercased() else { return false }
        return scheme == Addresses.scheme || scheme == "https" || scheme == "http"
    }

    // MARK: Requests

    func header(for access: CookieAccess) async -> String? {
        guard let mirror else { return nil }
        await mirror.ready()
        let cookies = mirror.cookies(for: access)
        return cookies.isEmpty ? nil : CookieStore.text(of: cookies)
    }

    func set(_ text: String, for access: CookieAccess) { mirror?.set(text, for: access) }

    func isSecure(_ url: URL) -> Bool {
        url.scheme?.lowercased() != "http" || ["localhost", "127.0.0.1", "::1"].contains(url.host?.lowercased() ?? "")
    }

    // MARK: Scripts

    /// Returns the access of a worker's script at an address.
    func access(ofScriptAt url: URL) -> CookieAccess {
        CookieAccess(url, site: .same, isScript: true, isSecure: isSecure(url))
    }

    // MARK: document.cookie

    /// The answer to a document whose pages have no cookies.
    private static let noCookies = "-"
    /// The beginning of any other answer, which the cookies follow.
    private static let hasCookies = "+"

    /// Answers a document's question for its cookies, or sets one.
    func answer(_ question: DocumentQuestion, _ reply: @escaping @MainActor (String) -> Void) {
        guard let mirror else { return reply(Self.noCookies) }
        guard let access = access(of: question) else { return reply(Self.hasCookies) }
        let answer = { @MainActor in
            guard let text = question.cookie else {
                return reply(Self.hasCookies + CookieStore.text(of: mirror.cookies(for: access)))
            }
            mirror.set(text, for: access)
            reply(Self.hasCookies)
        }
        if mirror.isReady { return answer() }
        Task {
            await mirror.ready()
            answer()
        }
    }

    /// Returns the access of a document; nil where its address has no cookies, or the page is of another site.
    private func access(of question: DocumentQuestion) -> CookieAccess? {
        guard let url = URL(address: question.url), url.scheme == Addresses.scheme, let host = url.host?.lowercased()
        else { return nil }
        let site = RegistrableDomain.of(host)
        func isSame(_ origin: String) -> Bool {
            URL(string: origin)?.host.map { RegistrableDomain.of($0.lowercased()) == site } ?? false
        }
        guard isSame(question.ancestors.last ?? question.origin) else { return nil }
        return CookieAccess(
            url, site: question.ancestors.allSatisfy(isSame) ? .same : .other, isScript: true, isSecure: isSecure(url))
    }
}

extension DocumentQuestion {
    /// The beginning of a question that sets a cookie. The question for the cookies is the beginning without the last character.
    private static let setting = "cookie="

    /// The cookie to set; nil for a question.
    fileprivate var cookie: String? {
        text.hasPrefix(Self.setting) ? String(text.dropFirst(Self.setting.count)) : nil
    }
}
