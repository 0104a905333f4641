import Foundation
import HTTPMessages
import WebKit

/// The commands about cookies, by the cookies of the data store: WebKit's own commands do not see those of pages on `sw://`.
@MainActor
struct InspectorCookies {
    private let store: WKHTTPCookieStore

    init(_ store: WKHTTPCookieStore) { self.store = store }

    func answers(_ command: InspectorMessage) -> Bool {
        ["Page.getCookies", "Page.setCookie", "Page.deleteCookie"].contains(command.method)
    }

    func reply(to command: InspectorMessage, _ id: Int) async -> InspectorMessage {
        let parameters = command.parameters
        switch command.method {
        case "Page.getCookies":
            return .reply(to: id, ["cookies": .array(await store.cookies().map(Self.value))])
        case "Page.setCookie":
            guard let cookie = Self.cookie(parameters["cookie"]) else {
                return .failure(of: id, "The cookie has no name or domain")
            }
            await store.put(cookie)
        default:
            let url = parameters["url"]?.text.flatMap { URL(string: $0) }
            for cookie in await store.cookies() where cookie.name == parameters["cookieName"]?.text {
                if url.map({ Self.isOf(cookie, $0) }) ?? true { await store.remove(cookie.key) }
            }
        }
        return .reply(to: id)
    }

    private static func isOf(_ cookie: Cookie, _ url: URL) -> Bool {
        let host = url.host?.lowercased() ?? ""
        return cookie.path == url.path
            && (host == cookie.domain || !cookie.isHostOnly && host.hasSuffix("." + cookie.domain))
    }

    private static func value(_ cookie: Cookie) -> JSONValue {
        [
            "name": .string(cookie.name), "value": .string(cookie.value), "domain": .string(cookie.key.domain),
            "path": .string(cookie.path), "expires": .number((cookie.expires?.timeIntervalSince1970 ?? 0) * 1000),
            "session": .bool(cookie.expires == nil), "httpOnly": .bool(cookie.isHTTPOnly),
            "secure": .bool(cookie.isSecure), "sameSite": .string(cookie.sameSite.rawValue.capitalized),
        ]
    }

    private static func cookie(_ value: JSONValue?) -> Cookie? {
        guard let value, let name = value["name"]?.text, let domain = value["domain"]?.text?.lowercased(),
            !domain.isEmpty
        else { return nil }
        let isSession = value["session"]?.flag ?? false
        return Cookie(
            name: name, value: value["value"]?.text ?? "", domain: String(domain.trimmingPrefix(".")),
            isHostOnly: !domain.hasPrefix("."), path: value["path"]?.text ?? "/",
            expires: isSession ? nil : value["expires"]?.double.map { Date(timeIntervalSince1970: $0 / 1000) },
            isSecure: value["secure"]?.flag ?? false, isHTTPOnly: value["httpOnly"]?.flag ?? false,
            sameSite: value["sameSite"]?.text.flatMap { Cookie.SameSite(rawValue: $0.lowercased()) } ?? .none)
    }
}
