import Foundation
import HTTPMessages
import SWWebView
import WebDriverServer
import WebKit

extension ClassicSession {
    // MARK: Pictures

    /// Source: WebDriver, "Take Element Screenshot", https://www.w3.org/TR/webdriver2/#take-element-screenshot
    func picture(of element: String, _ page: BiDiPage) async throws -> JSONValue {
        let box = try await value("pictured", ["element": .string(element)], page)
        guard let width = box["width"]?.double, let height = box["height"]?.double, width > 0, height > 0 else {
            throw WebDriverError(.unableToCaptureScreen, "the element has no size, or is out of sight")
        }
        let clip: JSONValue = [
            "type": "box", "x": box["x"] ?? 0, "y": box["y"] ?? 0, "width": .number(width), "height": .number(height),
        ]
        let order = Parameters(["context": .string(try frame(of: page).id), "clip": clip])
        return try await browser.carryOut("browsingContext.captureScreenshot", order)["data"] ?? .null
    }

    // MARK: Cookies

    /// Carries out a command about the cookies of the current document.
    ///
    /// Source: WebDriver, "Cookies", https://www.w3.org/TR/webdriver2/#cookies
    func cookies(_ command: ClassicCommand, _ page: BiDiPage) async throws -> JSONValue {
        let store = page.userContext.dataStore.httpCookieStore
        let url = try URL(string: frame(of: page).url)
        let access = url.flatMap { $0.host == nil ? nil : CookieAccess($0) }
        if command.method == "POST" {
            let given = try command.parameters.object("cookie")
            guard let access, let host = access.url.host?.lowercased() else {
                throw WebDriverError(.invalidCookieDomain, "the document has no cookies: navigate to a page first")
            }
            let cookie = try Self.cookie(given, host)
            guard cookie.domain == host || !cookie.isHostOnly && host.hasSuffix("." + cookie.domain) else {
                throw WebDriverError(
                    .invalidCookieDomain, "the cookie is of \(cookie.domain), and the document of \(host)")
            }
            await store.put(cookie)
            return .null
        }
        var found: [Cookie] = []
        if let access { found = await store.cookies().filter { CookieStore.isFound($0, by: access) } }
        if command.name.count > 1 { found.removeAll { $0.name != command.subject } }
        if command.method == "DELETE" {
            for cookie in found { await store.remove(cookie.key) }
            return .null
        }
        guard command.name.count > 1 else { return .array(found.map(Self.value)) }
        guard let cookie = found.first else {
            throw WebDriverError(.noSuchCookie, "the document has no cookie “\(command.subject)”")
        }
        return Self.value(cookie)
    }

    private static func value(_ cookie: Cookie) -> JSONValue {
        var value: [String: JSONValue] = [
            "name": .string(cookie.name), "value": .string(cookie.value), "path": .string(cookie.path),
            "domain": .string(cookie.key.domain), "secure": .bool(cookie.isSecure),
            "httpOnly": .bool(cookie.isHTTPOnly), "sameSite": .string(cookie.sameSite.rawValue.capitalized),
        ]
        if let expires = cookie.expires { value["expiry"] = .integer(Int(min(expires.timeIntervalSince1970, 1e15))) }
        return .object(value)
    }

    private static func cookie(_ given: Parameters, _ host: String) throws -> Cookie {
        let expiry = try given.optionalNumber("expiry")
        if let expiry, !(0...9_007_199_254_740_991).contains(expiry) {
            throw WebDriverError(.invalidArgument, "“expiry” must be a number of seconds since 1970")
        }
        let domain = try given.optionalString("domain")?.lowercased()
        return Cookie(
            name: try given.string("name"), value: try given.string("value"),
            domain: domain.map { String($0.trimmingPrefix(".")) } ?? host, isHostOnly: domain == nil,
            path: try given.optionalString("path") ?? "/", expires: expiry.map { Date(timeIntervalSince1970: $0) },
            isSecure: try given.flag("secure", or: false), isHTTPOnly: try given.flag("httpOnly", or: false),
            sameSite: Cookie.SameSite(rawValue: try given.optionalString("sameSite")?.lowercased() ?? "none") ?? .none)
    }
}
