import Foundation
import HTTPMessages
import WebKit

// Source: WebDriver BiDi, "The storage Module", https://w3c.github.io/webdriver-bidi/#module-storage
extension BiDiBrowser {
    func storage(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        guard ["storage.getCookies", "storage.setCookie", "storage.deleteCookies"].contains(method) else {
            throw Self.unknown(method)
        }
        let context = try partition(parameters)
        let store = context.dataStore.httpCookieStore
        let key: JSONValue = ["userContext": .string(context.id)]
        switch method {
        case "storage.getCookies":
            let filter = try parameters.optionalObject("filter")
            let found = await store.cookies().map(Self.value).filter { Self.matches($0, filter) }
            return ["cookies": .array(found), "partitionKey": key]
        case "storage.setCookie":
            await store.put(try Self.cookie(try parameters.object("cookie")))
        default:
            let filter = try parameters.optionalObject("filter")
            for cookie in await store.cookies() where Self.matches(Self.value(cookie), filter) {
                await store.remove(cookie.key)
            }
        }
        return ["partitionKey": key]
    }

    private func partition(_ parameters: Parameters) throws -> UserContext {
        guard let partition = try parameters.optionalObject("partition") else { return userContexts[0] }
        if try partition.choice("type", of: ["context", "storageKey"]) == "context" {
            return try frame(try partition.string("context")).page.userContext
        }
        return try partition.optionalString("userContext").map { try userContext($0) } ?? userContexts[0]
    }

    private static func value(_ cookie: Cookie) -> JSONValue {
        var value: [String: JSONValue] = [
            "name": .string(cookie.name), "value": ["type": "string", "value": .string(cookie.value)],
            "domain": .string(cookie.key.domain), "path": .string(cookie.path),
            "size": .integer(cookie.name.utf8.count + cookie.value.utf8.count), "httpOnly": .bool(cookie.isHTTPOnly),
            "secure": .bool(cookie.isSecure), "sameSite": .string(cookie.sameSite.rawValue),
        ]
        if let expires = cookie.expires { value["expiry"] = .integer(Int(min(expires.timeIntervalSince1970, 1e15))) }
        return .object(value)
    }

    private static func matches(_ cookie: JSONValue, _ filter: Parameters?) -> Bool {
        (filter?.members ?? [:]).allSatisfy { name, value in cookie[name] == value }
    }

    private static func cookie(_ given: Parameters) throws -> Cookie {
        let domain = try given.string("domain").lowercased()
        guard !domain.isEmpty else { throw BiDiError(.unableToSetCookie, "the cookie has no domain") }
        let value = try given.object("value")
        let text: String
        if try value.choice("type", of: ["string", "base64"]) == "string" {
            text = try value.string("value")
        } else {
            guard let data = Data(base64Encoded: try value.string("value")) else {
                throw BiDiError(.invalidArgument, "“value” is no base64")
            }
            text = String(decoding: data, as: UTF8.self)
        }
        let sameSite = try given.choice("sameSite", of: ["none", "lax", "strict", "default"], or: "none")
        return Cookie(
            name: try given.string("name"), value: text, domain: String(domain.trimmingPrefix(".")),
            isHostOnly: !domain.hasPrefix("."), path: try given.optionalString("path") ?? "/",
            expires: try given.optionalNumber("expiry").map { Date(timeIntervalSince1970: $0) },
            isSecure: try given.flag("secure", or: false), isHTTPOnly: try given.flag("httpOnly", or: false),
            sameSite: Cookie.SameSite(rawValue: sameSite) ?? .none)
    }
}
